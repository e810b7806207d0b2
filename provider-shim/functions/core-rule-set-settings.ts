import {
  CORE_SENSITIVITIES,
  coreRuleSetSettingsFunction,
  coreSensitivity,
  settingsForSensitivity,
} from '../../schema';
import { defineFunction } from '../sdk/framework';

/** `core_rule_set_settings("high")`. The check of its parameter says what is wrong. */
export const coreRuleSetSettings = defineFunction({
  ...coreRuleSetSettingsFunction,

  run({ sensitivity }, diagnostics) {
    const known = CORE_SENSITIVITIES.find((word) => word === sensitivity);
    if (known === undefined) {
      const problems = coreSensitivity(sensitivity);
      diagnostics.errors(problems.map((problem) => ({ ...problem, path: ['sensitivity'] })));
      return undefined;
    }
    const { paranoiaLevel, scoreThreshold, disabledCategories } = settingsForSensitivity(known);
    return {
      paranoia_level: paranoiaLevel,
      score_threshold: scoreThreshold,
      disabled_categories: disabledCategories,
    };
  },
});
