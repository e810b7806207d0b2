import type { ManagedRules, PathStep } from '../../../schema';
import type { ServiceError } from '../../api';
import type { SentRule } from '../rule-list/kind';

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
 * @returns none when the service does not say which rule it refuses
 */
export function refusedRules(
  error: ServiceError,
  sent: readonly SentRule[],
  declared: ManagedRules,
): readonly RefusedRule[] {
  if (error.kind !== 'invalid') return [];
  return error.errors.flatMap(({ message, pointer }) => {
    if (pointer === undefined) return [];
    const [, index, member] = POINTER.exec(pointer) ?? [];
    const { name } = (index === undefined && sent.length === 1 ? sent[0] : sent[Number(index)]) ?? {};
    return name === undefined ? [] : [{ path: pathTo(declared, name, member), said: message }];
  });
}

function pathTo(declared: ManagedRules, name: string, member: string | undefined): readonly PathStep[] {
  const index = declared.findIndex((rule) => rule.name === name);
  if (index < 0) return [];
  return ['rules', index, ...(member !== undefined && ATTRIBUTES.includes(member) ? [member] : [])];
}
