import type { JsonObject } from '../checks/json';
import type { Members, Reader } from '../checks/reader';
import {
  type NamedManagedRule,
  type NamedManagedRuleset,
  readManagedRule,
  readManagedRuleset,
  type RuleContext,
} from './managed-ruleset';
import { CORE_SCORE_RULE_ID } from './sample-managed-rulesets';

/** The version that zones execute unless they pin one; answers have it even if it was not sent (docs/internals/service.md 3.2). */
const LATEST_VERSION = 'latest';

/** `latest`, or the number of a version to stay at (docs/internals/service.md 6.1). */
const VERSION = /^(?:latest|[1-9]\d*)$/;

/**
 * Reads the parameters of `execute` (docs/internals/service.md 6.1): the managed ruleset, what differs in this zone, and the
 * key with which the service encrypts the matched part of a request.
 */
export function readExecuteParameters(reader: Reader, context: RuleContext): JsonObject | undefined {
  const members = reader.members(['id', 'version', 'overrides', 'matched_data']);
  const id = members?.required('id');
  const ruleset = id && readManagedRuleset(id, context);
  const version =
    members?.optional('version')?.matching(VERSION, `'${LATEST_VERSION}' or decimal digits`) ??
    LATEST_VERSION;
  const sent = members?.optional('overrides');
  const matchedData = readMatchedData(members?.optional('matched_data'));
  // Overrides name rules and categories of the ruleset, so they mean nothing without it.
  if (ruleset === undefined) return undefined;
  const overrides = sent && readOverrides(sent, ruleset, context);
  return {
    id: ruleset.id,
    version,
    ...(overrides && { overrides }),
    ...(matchedData && { matched_data: matchedData }),
    ...reader.future(),
  };
}

function readMatchedData(reader: Reader | undefined): JsonObject | undefined {
  const key = reader?.members(['public_key'])?.required('public_key')?.matching(/./s, 'a key');
  return reader === undefined || key === undefined ? undefined : { public_key: key, ...reader.future() };
}

/** The actions that overrides may set (docs/internals/service.md 6.1). */
const OVERRIDE_ACTIONS = [
  'log',
  'block',
  'challenge',
  'js_challenge',
  'managed_challenge',
  'rewrite',
] as const;

/** Values of `sensitivity_level` (docs/internals/service.md 6.1). */
const SENSITIVITY_LEVELS = ['default', 'medium', 'low', 'eoff'] as const;

/** What can be overridden at each level: for all rules, for a category, for one rule (docs/internals/service.md 6.1). */
const CHANGES = ['action', 'enabled', 'sensitivity_level'] as const;

type Change = (typeof CHANGES)[number];

/** Reads the `overrides` of an `execute` rule (docs/internals/service.md 6.1) for this managed ruleset. */
function readOverrides(
  reader: Reader,
  ruleset: NamedManagedRuleset,
  context: RuleContext,
): JsonObject | undefined {
  const members = reader.members([...CHANGES, 'categories', 'rules']);
  if (members === undefined) return undefined;
  if (sizeOf(reader) === 0) return reader.refuse('it must have at least one member');
  const categories = members.optional('categories');
  const rules = members.optional('rules');
  return {
    ...readChanges(members),
    ...reader.future(),
    ...(categories && { categories: readItems(categories, readCategory) }),
    ...(rules && { rules: readItems(rules, (item) => readRule(item, ruleset, context)) }),
  };
}

/** An override, with the key that must be unique in its list. */
interface Override {
  readonly key: string;
  readonly at: Reader;
  readonly stored: JsonObject;
}

function readItems(reader: Reader, read: (item: Reader) => Override | undefined): readonly JsonObject[] {
  const items = reader.items() ?? [];
  if (Array.isArray(reader.value) && items.length === 0)
    reader.refuse('a list that is present must have at least one item');
  const seen = new Set<string>();
  return items.flatMap((item) => {
    const override = read(item);
    if (override === undefined) return [];
    const { key, at, stored } = override;
    if (seen.has(key)) at.refuse('the list has another override for it');
    seen.add(key);
    return [stored];
  });
}

function readCategory(reader: Reader): Override | undefined {
  const members = reader.members(['category', ...CHANGES]);
  const at = members?.required('category');
  const category = at?.matching(/\S/, 'a category');
  if (members === undefined) return undefined;
  const changes = readChanges(members);
  refuseWithoutChange(reader);
  if (at === undefined || category === undefined) return undefined;
  return { key: category, at, stored: { category, ...changes, ...reader.future() } };
}

function readRule(reader: Reader, ruleset: NamedManagedRuleset, context: RuleContext): Override | undefined {
  const members = reader.members(['id', ...CHANGES, 'score_threshold']);
  const at = members?.required('id');
  const rule = at && readManagedRule(at, ruleset, context);
  if (members === undefined) return undefined;
  const changes = readChanges(members);
  const threshold = members.optional('score_threshold');
  const score = threshold && readScoreThreshold(threshold, rule);
  refuseWithoutChange(reader);
  if (at === undefined || rule === undefined) return undefined;
  const changed = { ...changes, ...(score !== undefined && { score_threshold: score }) };
  return { key: rule.id, at, stored: { id: rule.id, ...changed, ...reader.future() } };
}

/** The threshold belongs to the one rule that acts on the score (docs/internals/service.md 6.3). */
function readScoreThreshold(reader: Reader, rule: NamedManagedRule | undefined): number | undefined {
  const threshold = reader.value;
  if (!Number.isSafeInteger(threshold) || Number(threshold) < 1)
    return reader.refuse('it must be a whole number from 1');
  if (rule?.known !== undefined && rule.known.score_threshold === undefined)
    return reader.refuse(`only the rule ${CORE_SCORE_RULE_ID} has a score threshold`);
  return Number(threshold);
}

function readChanges(members: Members<Change>): JsonObject {
  const action = members.optional('action')?.oneOf(OVERRIDE_ACTIONS);
  const enabled = members.optional('enabled')?.boolean();
  const level = members.optional('sensitivity_level')?.oneOf(SENSITIVITY_LEVELS);
  return {
    ...(action !== undefined && { action }),
    ...(enabled !== undefined && { enabled }),
    ...(level !== undefined && { sensitivity_level: level }),
  };
}

/** An override names something and changes it, so it has at least two members (docs/internals/service.md 6.1). */
function refuseWithoutChange(reader: Reader): void {
  if (sizeOf(reader) < 2) reader.refuse('it must have at least two members: what it is for and a change');
}

function sizeOf(reader: Reader): number {
  return Object.keys(reader.value as object).length;
}
