/**
 * Sensitivities of the previous core rule set, in lower case (docs/internals/service.md 7.3). If it is `off`, it is not deployed.
 */
export const CORE_SENSITIVITIES = ['high', 'medium', 'low', 'default'] as const;

/** A sensitivity of the previous core rule set: `high`, `medium`, `low` or `default`. */
export type CoreSensitivity = (typeof CORE_SENSITIVITIES)[number];

/** What a sensitivity of the previous core rule set becomes in the new one. */
export interface CoreRuleSetSettings {
  /** From 1 to 4. */
  readonly paranoiaLevel: number;
  /** The anomaly score at which the action applies; a lower one is stricter. */
  readonly scoreThreshold: number;
  /**
   * The categories of higher levels, to turn off: this is how overrides express a paranoia level (docs/internals/service.md 6.3).
   */
  readonly disabledCategories: readonly string[];
}

/** The highest paranoia level of the new core rule set (docs/internals/service.md 6.3). */
const HIGHEST_LEVEL = 4;

/** docs/internals/service.md 7.3, sensitivity mapping. The sentence below that table says level 2 for all; the table wins. */
const TABLE: Readonly<Record<CoreSensitivity, readonly [paranoiaLevel: number, scoreThreshold: number]>> = {
  high: [2, 40],
  medium: [1, 25],
  low: [1, 40],
  default: [2, 40],
};

/** The settings of the new core rule set that match a sensitivity of the previous one (docs/internals/service.md 7.3). */
export function settingsForSensitivity(sensitivity: CoreSensitivity): CoreRuleSetSettings {
  const [paranoiaLevel, scoreThreshold] = TABLE[sensitivity];
  const levels = Array.from(
    { length: HIGHEST_LEVEL - paranoiaLevel },
    (_, index) => paranoiaLevel + 1 + index,
  );
  return {
    paranoiaLevel,
    scoreThreshold,
    disabledCategories: levels.map((level) => `paranoia-level-${level}`),
  };
}
