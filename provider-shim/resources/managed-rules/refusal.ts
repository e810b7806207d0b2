import type { ManagedRules, PathStep, Problem } from '../../../schema';
import { ServiceError } from '../../api';
import type { SentRule } from '../rule-list/kind';
import type { ZoneRules } from './state';

/** The place in a request that an error of the service is about (docs/internals/service.md 2.1): in a ruleset or in a rule. */
const POINTER = /^(?:\/rules\/(\d+))?(?:\/([a-z_]+))?/;

/** Members of a rule that are attributes of it. */
const ATTRIBUTES: readonly string[] = ['expression', 'description', 'enabled', 'logging'];

/** A rule that the service refuses, by the attribute, and what it says. */
interface RefusedRule {
  readonly path: readonly PathStep[];
  readonly said: string;
}

/**
 * What the service refuses in rules, each on the attribute that it is about, in the service's words.
 *
 * @param sent the rules of the request, or the one that it is about
 * @returns undefined when the service does not say which rule it refuses
 */
export function refusedRules(
  error: unknown,
  sent: readonly SentRule[],
  declared: ManagedRules,
): readonly RefusedRule[] | undefined {
  if (!(error instanceof ServiceError) || error.kind !== 'invalid') return undefined;
  const refused = error.errors.flatMap(({ message, pointer }) => {
    if (pointer === undefined) return [];
    const [, index, member] = POINTER.exec(pointer) ?? [];
    const { name } = (index === undefined && sent.length === 1 ? sent[0] : sent[Number(index)]) ?? {};
    return name === undefined ? [] : [{ path: pathTo(declared, name, member), said: message }];
  });
  return refused.length > 0 ? refused : undefined;
}

/** The same at apply, as problems; undefined for any other failure. */
export function refusedAtApply(
  error: unknown,
  sent: readonly SentRule[],
  { rules: declared, owner }: ZoneRules,
): readonly Problem[] | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  const { method, path: address } = error.request;
  const request = `(${method} ${address}: ${error.status ?? ''} ${error.codes.join(', ')})`;
  const saved = owner
    ? 'Rules are saved one by one: the next apply goes on here.'
    : 'Nothing was saved: all rules are saved together.';
  return refusedRules(error, sent, declared)?.map(({ path, said }) => ({
    code: 'managed_rule_refused',
    path,
    message: `The service refuses this: ${said}.`,
    hint: `${saved} Correct what the message names. ${request}`.trim(),
  }));
}

function pathTo(declared: ManagedRules, name: string, member: string | undefined): readonly PathStep[] {
  const index = declared.findIndex((rule) => rule.name === name);
  if (index < 0) return [];
  return ['rules', index, ...(member !== undefined && ATTRIBUTES.includes(member) ? [member] : [])];
}
