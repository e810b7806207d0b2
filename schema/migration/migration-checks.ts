import { isRecord, isKnown, setsNothing } from '../description/value';
import { oneProblem, type Problem } from '../description/problem';
import { ID_PATTERN } from '../zone/service';

/** Actions that an override may set for a managed rule (docs/internals/service.md 6.1, 6.3). */
export const OVERRIDE_ACTIONS = ['block', 'challenge', 'js_challenge', 'managed_challenge', 'log'] as const;

type Values = Readonly<Record<string, unknown>>;

/** Checks that the keys of adjustments are ids and that no adjustment is empty. */
export function adjustmentKeys(value: Values): readonly Problem[] {
  return Object.entries(value).flatMap(([rulesetId, ruleset]) => [
    ...malformed(rulesetId, 'a managed ruleset', [rulesetId]),
    ...rulesOf(ruleset).flatMap(([ruleId, rule]) => [
      ...malformed(ruleId, 'a rule', [rulesetId, 'rules', ruleId]),
      ...empty(ruleId, rule, [rulesetId, 'rules', ruleId]),
    ]),
  ]);
}

function rulesOf(ruleset: unknown): readonly (readonly [string, unknown])[] {
  const rules = isRecord(ruleset) ? ruleset['rules'] : undefined;
  return isRecord(rules) ? Object.entries(rules) : [];
}

function malformed(id: string, what: string, path: Problem['path']): readonly Problem[] {
  if (ID_PATTERN.test(id)) return [];
  return oneProblem(
    'adjustment_id_malformed',
    `${JSON.stringify(id)} is not the id of ${what}.`,
    'The keys of adjustments are the id of a managed ruleset and the id of a rule in it: 32 lower-case hexadecimal digits each.',
    path,
  );
}

function empty(ruleId: string, rule: unknown, path: Problem['path']): readonly Problem[] {
  if (!isRecord(rule) || !setsNothing(rule)) return [];
  return oneProblem(
    'adjustment_empty',
    `The adjustment of rule ${ruleId} sets neither action nor enabled.`,
    'Set action = "log" or another action, enabled = false, or both; or remove the adjustment.',
    path,
  );
}

/** Checks that the acknowledgement names the zone: one copied from another zone does not count. */
export function acknowledgement(config: Values): readonly Problem[] {
  const [word, zone] = [config['acknowledge_irreversible'], config['zone_id']];
  if (!isKnown(word) || !isKnown(zone) || word === zone) return [];
  return oneProblem(
    'acknowledgement_wrong',
    `acknowledge_irreversible is ${JSON.stringify(String(word))}, which is not the id of this migration's zone.`,
    `Finishing cannot be undone, so the acknowledgement names the zone: "${String(zone)}". Write it only if you mean ` +
      'this zone. Nothing was changed.',
    ['acknowledge_irreversible'],
  );
}

/** The problem of finishing without the acknowledgement. @param status the status of the zone, a sentence */
export function acknowledgementMissing(zoneId: string, status: string): Problem {
  return {
    code: 'acknowledgement_missing',
    path: ['acknowledge_irreversible'],
    message: 'Finishing the migration cannot be undone, and acknowledge_irreversible is not set.',
    hint: `${status} To finish, set acknowledge_irreversible = "${zoneId}". Nothing was changed.`,
  };
}

const DURATION = /^(?=\d)(?:(\d{1,5})h)?(?:(\d{1,5})m)?(?:(\d{1,5})s)?$/;

/** Parses a duration such as `90m`, `1h30m` or `45s`, in milliseconds; undefined when malformed. */
export function durationMs(text: string): number | undefined {
  const parts = DURATION.exec(text);
  if (!parts) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

/** Checks a duration of at least a second. */
export function duration(value: string): readonly Problem[] {
  if ((durationMs(value) ?? 0) > 0) return [];
  return oneProblem(
    'duration_malformed',
    `${JSON.stringify(value)} is not a time limit.`,
    'Write hours, minutes and seconds in this order, as needed: "90m", "1h30m", "45s".',
  );
}
