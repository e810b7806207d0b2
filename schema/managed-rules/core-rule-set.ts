import { type JsonObject, isKnown, isRecord } from '../description/value';
import { type OverrideMembers, PARANOIA_LEVELS } from './overrides';
import { CORE_SCORE_RULE_ID, CORE_RULE_SET_ID } from './well-known-rulesets';
import type { Check } from '../description/attribute';
import { oneProblem, type Problem } from '../description/problem';

/** Settings of the core rule set, as the state has them. Null: as the managed ruleset has it. */
export interface CoreRuleSet {
  readonly paranoia_level: number | null;
  readonly score_threshold: number | null;
  readonly action: string | null;
}

const CATEGORY = /^paranoia-level-([1-9])$/;
const [, HIGHEST_LEVEL] = PARANOIA_LEVELS;

/** The level that a category of the core rule set stands for; undefined for other categories. */
function paranoiaLevelOf(category: string): number | undefined {
  const found = CATEGORY.exec(category);
  return found ? Number(found[1]) : undefined;
}

/** The overrides that settings of the core rule set stand for (docs/internals/service.md 6.3). */
export function overridesOfCoreRuleSet({
  paranoia_level: level,
  score_threshold: threshold,
  action,
}: CoreRuleSet): Pick<OverrideMembers, 'categories' | 'rules'> {
  const members = {
    ...(action === null ? {} : { action }),
    ...(threshold === null ? {} : { score_threshold: threshold }),
  };
  return {
    categories: Object.fromEntries(
      levelsAbove(level ?? HIGHEST_LEVEL).map((one) => [`paranoia-level-${one}`, { enabled: false }]),
    ),
    rules: Object.keys(members).length === 0 ? {} : { [CORE_SCORE_RULE_ID]: members },
  };
}

/**
 * Takes out of overrides what settings of the core rule set can stand for.
 *
 * @param prior the settings as they are written so far: the highest level overrides nothing, and may be written or not
 */
export function coreRuleSetIn(
  overrides: OverrideMembers,
  prior: CoreRuleSet | null = null,
): { readonly settings: CoreRuleSet | null; readonly rest: OverrideMembers } {
  const level = levelIn(overrides.categories);
  const score = scoreIn(overrides.rules);
  const takesLevel = level !== undefined && (level < HIGHEST_LEVEL || prior?.paranoia_level === level);
  if (!takesLevel && !score) return { settings: null, rest: overrides };
  const { [CORE_SCORE_RULE_ID]: _taken, ...otherRules } = overrides.rules;
  return {
    settings: {
      paranoia_level: takesLevel ? level : null,
      score_threshold: score?.score_threshold ?? null,
      action: score?.action ?? null,
    },
    rest: {
      ...overrides,
      categories: takesLevel ? withoutLevels(overrides.categories) : overrides.categories,
      rules: score ? otherRules : overrides.rules,
    },
  };
}

/** The level that the categories stand for; undefined when their overrides are not those of a level. */
function levelIn(categories: OverrideMembers['categories']): number | undefined {
  const levels = Object.entries(categories).flatMap(([category, members]) => {
    const level = paranoiaLevelOf(category);
    return level === undefined ? [] : [{ level, isOff: isOnlyOff(members) }];
  });
  const off = levels.filter(({ isOff }) => isOff).map(({ level }) => level);
  if (off.length !== levels.length || off.length >= HIGHEST_LEVEL) return undefined;
  const level = HIGHEST_LEVEL - off.length;
  return levelsAbove(level).every((one) => off.includes(one)) ? level : undefined;
}

function isOnlyOff(members: JsonObject): boolean {
  return members['enabled'] === false && Object.keys(members).length === 1;
}

interface Score {
  readonly action?: string;
  readonly score_threshold?: number;
}

/** The override of the score rule, when it sets only its threshold and its action. */
function scoreIn(rules: OverrideMembers['rules']): Score | undefined {
  const { enabled, sensitivity_level: level, ...score } = rules[CORE_SCORE_RULE_ID] ?? {};
  return enabled === undefined && level === undefined && Object.keys(score).length > 0 ? score : undefined;
}

function withoutLevels(categories: OverrideMembers['categories']): OverrideMembers['categories'] {
  return Object.fromEntries(
    Object.entries(categories).filter(([category]) => paranoiaLevelOf(category) === undefined),
  );
}

/** The levels above this one. */
function levelsAbove(level: number): readonly number[] {
  return Array.from({ length: HIGHEST_LEVEL - level }, (_, index) => level + 1 + index);
}

/**
 * Checks that only the core rule set has these settings, and that overrides do not set the same. Settings that are all
 * null count as unset, and those that are not known yet may be null.
 */
export const coreRuleSetChecks: readonly Check<JsonObject>[] = [
  ({ ruleset_id: id, core_rule_set: settings, overrides }) => {
    if (!isRecord(settings) || !Object.values(settings).some(isKnown)) return [];
    if (isKnown(id) && id !== CORE_RULE_SET_ID) return otherRuleset(String(id));
    return isRecord(overrides) ? conflicts(settings, overrides) : [];
  },
];

function conflicts(settings: JsonObject, { categories, rules }: JsonObject): readonly Problem[] {
  const levels = isRecord(categories)
    ? Object.keys(categories).filter((category) => paranoiaLevelOf(category) !== undefined)
    : [];
  const setsLevel = isKnown(settings['paranoia_level']);
  const setsScore = ['score_threshold', 'action'].some((member) => isKnown(settings[member]));
  const hasScoreRule = isRecord(rules) && Object.hasOwn(rules, CORE_SCORE_RULE_ID);
  return [
    ...(setsLevel
      ? levels.flatMap((category) => setTwice(['categories', category], 'the paranoia level'))
      : []),
    ...(setsScore && hasScoreRule
      ? setTwice(['rules', CORE_SCORE_RULE_ID], 'the threshold and the action of the score rule')
      : []),
  ];
}

function otherRuleset(id: string): readonly Problem[] {
  return oneProblem(
    'core_rule_set_misplaced',
    `core_rule_set is set for the managed ruleset ${id}, which has no paranoia levels.`,
    `Only the core rule set, ${CORE_RULE_SET_ID}, has these settings. Use overrides here.`,
    ['core_rule_set'],
  );
}

function setTwice(at: readonly string[], what: string): readonly Problem[] {
  return oneProblem(
    'core_rule_set_conflict',
    `core_rule_set and overrides both set ${what}.`,
    'Keep one of the two: core_rule_set stands for these overrides.',
    ['overrides', ...at],
  );
}
