import { describeFunction } from '../description/function';
import type { Problem } from '../description/problem';
import { CORE_SENSITIVITIES } from './core-rule-set';

/** The sensitivity table of the migration (docs/internals/service.md 7.3). */
export const coreRuleSetSettingsFunction = describeFunction({
  name: 'core_rule_set_settings',
  summary: 'The new settings for a sensitivity of the previous core rule set.',
  description:
    'The settings of the new core rule set that match a sensitivity of the previous one: ' +
    '`{ paranoia_level, score_threshold, disabled_categories }`. The categories are those of the higher paranoia ' +
    'levels: override each with `enabled = false`.',
  parameters: [
    {
      name: 'sensitivity',
      type: 'string',
      description: '`"high"`, `"medium"`, `"low"` or `"default"`.',
      checks: [coreSensitivity],
    },
  ],
  returns: {
    object: { paranoia_level: 'int', score_threshold: 'int', disabled_categories: { list: 'string' } },
  },
});

/** A sensitivity that has settings in the new core rule set. */
export function coreSensitivity(value: string): readonly Problem[] {
  const words: readonly string[] = CORE_SENSITIVITIES;
  if (words.includes(value)) return [];
  const lower = value.trim().toLowerCase();
  return [
    {
      code: 'sensitivity_unknown',
      path: [],
      message: `${JSON.stringify(value)} is not a sensitivity of the previous core rule set.`,
      hint: hintFor(lower, words),
    },
  ];
}

function hintFor(lower: string, words: readonly string[]): string {
  if (words.includes(lower)) return `Write "${lower}".`;
  if (lower === 'off')
    return 'A core rule set that is off has no settings: the new version does not deploy it.';
  return `Allowed: ${words.map((word) => `"${word}"`).join(', ')}.`;
}
