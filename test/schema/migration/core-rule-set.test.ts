import { CORE_SENSITIVITIES, settingsForSensitivity } from '../../../schema';

describe('the sensitivity table of the migration', () => {
  test.each([
    ['high', 2, 40, ['paranoia-level-3', 'paranoia-level-4']],
    ['medium', 1, 25, ['paranoia-level-2', 'paranoia-level-3', 'paranoia-level-4']],
    ['low', 1, 40, ['paranoia-level-2', 'paranoia-level-3', 'paranoia-level-4']],
    ['default', 2, 40, ['paranoia-level-3', 'paranoia-level-4']],
  ] as const)('%s', (sensitivity, paranoiaLevel, scoreThreshold, disabledCategories) => {
    expect(settingsForSensitivity(sensitivity)).toEqual({
      paranoiaLevel,
      scoreThreshold,
      disabledCategories,
    });
  });

  test('has no other row', () => {
    expect(CORE_SENSITIVITIES).toEqual(['high', 'medium', 'low', 'default']);
  });
});
