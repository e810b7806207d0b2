import type { CoreActionMode, CoreSensitivity } from '../previous-waf/previous-waf';

/** Settings of the new core rule set. */
export interface CoreSettings {
  /** From 1 to 4; the categories above it are off. */
  readonly paranoiaLevel: number;
  /** The anomaly score that is acted on. */
  readonly scoreThreshold: number;
}

/**
 * What the sensitivities of the previous core rule set become (docs/service.md 7.3). The sentence below that table, that the
 * migration sets level 2, is about the defaults; the table governs.
 */
export const CORE_SETTINGS: Readonly<Record<Exclude<CoreSensitivity, 'off'>, CoreSettings>> = {
  high: { paranoiaLevel: 2, scoreThreshold: 40 },
  medium: { paranoiaLevel: 1, scoreThreshold: 25 },
  low: { paranoiaLevel: 1, scoreThreshold: 40 },
  default: { paranoiaLevel: 2, scoreThreshold: 40 },
};

/** The highest paranoia level of the new core rule set (docs/service.md 6.3). */
export const HIGHEST_PARANOIA_LEVEL = 4;

/**
 * What the previous actions become: "mapped almost directly", and simulating becomes logging (docs/service.md 7.3, 6.3).
 * The same words serve the rules of the managed package.
 */
export const ACTIONS: Readonly<Record<CoreActionMode, string>> = {
  simulate: 'log',
  block: 'block',
  challenge: 'challenge',
};
