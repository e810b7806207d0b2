import type { Check } from '../description/attribute';
import { nearest } from '../description/nearest';
import { oneProblem, type Problem } from '../description/problem';
import { ID_PATTERN, LATEST_VERSION, PHASE_MANAGED_RULES } from '../zone/service';
import { isKnown, isRecord, type JsonObject } from '../description/value';
import {
  CORE_RULE_SET_ID,
  CORE_SCORE_RULE_ID,
  WELL_KNOWN_RULESETS,
  wellKnownRuleset,
} from './well-known-rulesets';

/** Checks the id of a managed ruleset. */
export function managedRulesetId(value: string): readonly Problem[] {
  if (ID_PATTERN.test(value)) return [];
  const known = Object.entries(WELL_KNOWN_RULESETS);
  const near = nearest(
    value
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
    known.map(([name]) => name),
  );
  const part = value.trim().toUpperCase();
  const meant = known.find(
    ([name, each]) => name === near || each.name.toUpperCase().split(' ').includes(part),
  )?.[1];
  return oneProblem(
    'managed_ruleset_id_malformed',
    `${JSON.stringify(value)} is not the id of a managed ruleset.`,
    'An id is 32 lower-case hexadecimal digits. ' +
      (meant
        ? `${meant.name} is "${meant.id}".`
        : `Well known are: ${known.map(([, { id, name }]) => `"${id}" (${name})`).join(', ')}.`),
  );
}

/** Checks the version of a managed ruleset (docs/internals/service.md 6.1). */
export const executedVersion = fitting(
  'managed_ruleset_version_malformed',
  /^(?:latest|[1-9]\d*)$/,
  'a version of a managed ruleset',
  `Write its number, such as "180", or "${LATEST_VERSION}", which a rule without version executes.`,
);

/** Checks a public key. The service takes any text, with which nobody could decrypt (docs/internals/service.md 6.1). */
export const publicKey = fitting(
  'public_key_malformed',
  /^\S(?:.*\S)?$/s,
  'a public key',
  'Write the key alone, without spaces or line breaks around it: of a file, trimspace(file("…")).',
);

function fitting(code: string, pattern: RegExp, what: string, hint: string): Check<string> {
  return (value) =>
    pattern.test(value) ? [] : oneProblem(code, `${JSON.stringify(value)} is not ${what}.`, hint);
}

/** Checks that a managed ruleset is executed in its phase. */
export function phaseOfRuleset(id: string): readonly Problem[] {
  const known = wellKnownRuleset(id);
  if (known === undefined || known.phase === PHASE_MANAGED_RULES) return [];
  return oneProblem(
    'managed_ruleset_of_another_phase',
    `${known.name} (${id}) is of the phase ${known.phase}.`,
    `Here are only managed rulesets of the phase ${PHASE_MANAGED_RULES}. Remove the rule.`,
  );
}

/**
 * Checks that thresholds are where they have a meaning. Of the well-known rulesets it is known at synth which rules have a
 * score; of others, when the plan reads them.
 */
export const thresholdChecks: readonly Check<JsonObject>[] = [
  ({ ruleset_id: rulesetId, overrides }) => {
    if (typeof rulesetId !== 'string' || !wellKnownRuleset(rulesetId)) return [];
    if (!isRecord(overrides) || !isRecord(overrides['rules'])) return [];
    return Object.entries(overrides['rules'])
      .filter(
        ([id, override]) =>
          isRecord(override) && isKnown(override['score_threshold']) && !hasScore(rulesetId, id),
      )
      .map(([id]) => thresholdMisplaced(['overrides', 'rules', id, 'score_threshold'], id));
  },
];

function hasScore(rulesetId: string, ruleId: string): boolean {
  return rulesetId === CORE_RULE_SET_ID && ruleId === CORE_SCORE_RULE_ID;
}

/** A score threshold on a rule that acts on no score. @param called the rule by its id, or its name and id */
export function thresholdMisplaced(path: Problem['path'], called: string): Problem {
  return {
    code: 'score_threshold_misplaced',
    path,
    message: `The rule ${called} has no anomaly score, so score_threshold has no meaning.`,
    hint: `Remove it. In the core rule set, the rule ${CORE_SCORE_RULE_ID} acts on the score: set core_rule_set = { score_threshold = … }.`,
  };
}
