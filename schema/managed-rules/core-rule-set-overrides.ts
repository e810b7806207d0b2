import { settingsForSensitivity, type CoreSensitivity } from '../migration/core-rule-set';
import type { JsonObject } from '../value';
import { PARANOIA_LEVELS } from './override-words';
import { CORE_SCORE_RULE_ID } from './well-known-rulesets';

/** Settings of the core rule set, as users write them. Null: as the managed ruleset has it. */
export interface CoreRuleSet {
  readonly paranoia_level: number | null;
  readonly score_threshold: number | null;
  readonly sensitivity: CoreSensitivity | null;
  readonly action: string | null;
}

/** The overrides of the service that settings of the core rule set stand for (docs/service.md 6.3). */
export interface CoreOverrides {
  readonly categories: Readonly<Record<string, JsonObject>>;
  readonly rules: Readonly<Record<string, JsonObject>>;
}

const CATEGORY = /^paranoia-level-([1-9])$/;

/** The level that a category of the core rule set stands for; undefined for other categories. */
export function paranoiaLevelOf(category: string): number | undefined {
  const found = CATEGORY.exec(category);
  return found ? Number(found[1]) : undefined;
}

/** The settings as overrides by category and by rule. */
export function overridesOfCoreRuleSet({
  sensitivity,
  paranoia_level: level,
  score_threshold: threshold,
  action,
}: CoreRuleSet): CoreOverrides {
  const old = sensitivity === null ? undefined : settingsForSensitivity(sensitivity);
  const [, highest] = PARANOIA_LEVELS;
  const allowed = old?.paranoiaLevel ?? level ?? highest;
  const off = Array.from(
    { length: highest - allowed },
    (_, index) => `paranoia-level-${allowed + 1 + index}`,
  );
  const score = {
    ...(action === null ? {} : { action }),
    ...thresholdMember(old?.scoreThreshold ?? threshold),
  };
  return {
    categories: Object.fromEntries(off.map((category) => [category, { enabled: false }])),
    rules: Object.keys(score).length === 0 ? {} : { [CORE_SCORE_RULE_ID]: score },
  };
}

function thresholdMember(threshold: number | null): JsonObject {
  return threshold === null ? {} : { score_threshold: threshold };
}
