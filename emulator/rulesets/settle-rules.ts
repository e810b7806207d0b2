import { isDeepStrictEqual } from 'node:util';
import type { IdentifierSource } from '../determinism/identifiers';
import type { Rule } from '../service/ruleset';
import type { RuleInput } from './read-rules';

/**
 * Gives sent rules their identity. A rule that carries the id of a stored rule keeps id, ref and version, and
 * its version counts up only when it changed; every other rule is new (docs/service.md 3.2).
 */
export function settleRules(
  sent: readonly RuleInput[],
  stored: readonly Rule[],
  identifiers: IdentifierSource,
  time: string,
): readonly Rule[] {
  const storedById = new Map(stored.map((rule) => [rule.id, rule]));
  return sent.map((input) => {
    const before = input.id === undefined ? undefined : storedById.get(input.id);
    if (before === undefined) return newRule(input, identifiers.next(), time);
    const after = storedForm(input, before.id, before.version, input.ref ?? before.ref, before.last_updated);
    if (isDeepStrictEqual(after, before)) return before;
    return { ...after, version: nextVersion(before.version), last_updated: time };
  });
}

/** The version after this one. Versions are decimal digits that count up (docs/service.md 3.2). */
export function nextVersion(version: string): string {
  return String(BigInt(version) + 1n);
}

/** A rule's first stored form. Its ref is its id unless it was sent with one (docs/service.md 3.2). */
export function newRule(input: RuleInput, id: string, time: string): Rule {
  return storedForm(input, id, '1', input.ref ?? id, time);
}

function storedForm(input: RuleInput, id: string, version: string, ref: string, time: string): Rule {
  return {
    id,
    version,
    action: input.action,
    expression: input.expression,
    description: input.description,
    enabled: input.enabled,
    ref,
    ...(input.action_parameters && { action_parameters: input.action_parameters }),
    ...(input.logging && { logging: input.logging }),
    last_updated: time,
  };
}
