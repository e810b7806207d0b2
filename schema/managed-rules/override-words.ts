/** Actions that an override may set for a managed rule (docs/internals/service.md 6.1); `rewrite` is for exposed credentials. */
export const MANAGED_RULE_ACTIONS = [
  'block',
  'challenge',
  'js_challenge',
  'managed_challenge',
  'log',
  'rewrite',
] as const;

/** Values of `sensitivity_level`, which only rulesets against DDoS attacks have (docs/internals/service.md 6.1). */
export const SENSITIVITY_LEVELS = ['default', 'medium', 'low', 'eoff'] as const;

/** The lowest and the highest paranoia level of the core rule set (docs/internals/service.md 6.3). */
export const PARANOIA_LEVELS = [1, 4] as const;

/** What an exception that names no ruleset and no rule skips: all rules after it (docs/internals/service.md 6.2). */
export const SKIP_REMAINING = 'remaining';
