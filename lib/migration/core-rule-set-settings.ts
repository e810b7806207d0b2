import {
  coreRuleSetSettingsFunction,
  coreSensitivity,
  settingsForSensitivity,
  type CoreRuleSetSettings,
  type CoreSensitivity,
} from '../../schema';
import { known } from '../binding/known';

/**
 * The settings of the new core rule set for a sensitivity of the previous one.
 *
 * @param sensitivity `high`, `medium`, `low` or `default`, known at synth
 * @throws Error for anything else, with the allowed values
 *
 * @example
 * const { paranoiaLevel, scoreThreshold, disabledCategories } = coreRuleSetSettings('medium'); // 1, 25, levels 2 to 4
 */
export function coreRuleSetSettings(sensitivity: CoreSensitivity): CoreRuleSetSettings {
  const word = known(sensitivity);
  if (typeof word !== 'string') throw new Error(notText(word));
  const [problem] = coreSensitivity(word);
  if (problem) throw new Error(`${problem.message} ${problem.hint}`);
  return settingsForSensitivity(word as CoreSensitivity);
}

function notText(word: unknown): string {
  const seen = typeof word === 'symbol' ? 'a token, whose value is not known yet' : `${JSON.stringify(word)}`;
  return (
    `The sensitivity of the previous core rule set is ${seen}. It must be "high", "medium", "low" or ` +
    `"default". For a token, use the provider's function ${coreRuleSetSettingsFunction.name}.`
  );
}
