import { TerraformVariable } from 'cdktf';
import { coreRuleSetSettings, type CoreSensitivity } from '../../lib';
import { testStack } from './synth';

const LEVELS = ['paranoia-level-2', 'paranoia-level-3', 'paranoia-level-4'];

test.each([['high', 2, 40]] as const)(
  'sensitivity %s becomes paranoia level %i with a threshold of %i',
  (sensitivity, paranoiaLevel, scoreThreshold) => {
    expect(coreRuleSetSettings(sensitivity)).toEqual({
      paranoiaLevel,
      scoreThreshold,
      disabledCategories: LEVELS.slice(paranoiaLevel - 1),
    });
  },
);

describe('coreRuleSetSettings refuses anything else, and says what is allowed:', () => {
  const words =
    '"high", "medium", "low" or "default". For a token, use the provider\'s ' +
    'function core_rule_set_settings.';
  test.each([
    [
      'off',
      '"off" is not a sensitivity of the previous core rule set. A core rule set that is off has no ' +
        'settings: the new version does not deploy it.',
    ],
    [undefined, `The sensitivity of the previous core rule set is null. It must be ${words}`],
  ])('%j', (word, message) => {
    expect(() => coreRuleSetSettings(word as CoreSensitivity)).toThrow(new Error(message));
  });

  test('a token', () => {
    const token = new TerraformVariable(testStack(), 'sensitivity', {}).stringValue;
    expect(() => coreRuleSetSettings(token as CoreSensitivity)).toThrow(
      `The sensitivity of the previous core rule set is a token, whose value is not known yet. It must be ${words}`,
    );
  });
});
