import { CORE_SENSITIVITIES, coreSensitivity, settingsForSensitivity } from '../../../schema';

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

test.each(CORE_SENSITIVITIES)('%s is a sensitivity', (word) => {
  expect(coreSensitivity(word)).toEqual([]);
});

test.each([
  ['High', 'Write "high".'],
  [' low\n', 'Write "low".'],
  ['DEFAULT', 'Write "default".'],
  ['off', 'A core rule set that is off has no settings: the new version does not deploy it.'],
  ['Off', 'A core rule set that is off has no settings: the new version does not deploy it.'],
  ['', 'Allowed: "high", "medium", "low", "default".'],
  ['highest', 'Allowed: "high", "medium", "low", "default".'],
  ['toString', 'Allowed: "high", "medium", "low", "default".'],
])('%j is not a sensitivity', (word, hint) => {
  expect(coreSensitivity(word)).toEqual([
    {
      code: 'sensitivity_unknown',
      path: [],
      message: `${JSON.stringify(word)} is not a sensitivity of the previous core rule set.`,
      hint,
    },
  ]);
});
