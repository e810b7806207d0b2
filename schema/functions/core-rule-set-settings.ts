import { describeFunction } from '../function';
import { coreSensitivity } from '../migration/core-sensitivity-check';

/** The sensitivity table of the migration (docs/service.md 7.3). */
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
