import { CORE, MANAGED, SCORE_RULE, migratingZone } from './migrating-zone';

/** docs/internals/service.md 7.3, sensitivity mapping: sensitivity, paranoia level, score threshold. */
const SENSITIVITIES = [
  ['high', 2, 40],
  ['medium', 1, 25],
  ['low', 1, 40],
  ['default', 2, 40],
] as const;

/**
 * docs/internals/service.md 7.3, settings migrated, and docs/internals/service.md 6.3: action of the core rule set before and
 * after.
 */
const ACTIONS = [
  ['simulate', 'log'],
  ['block', 'block'],
  ['challenge', 'challenge'],
] as const;

/** docs/internals/service.md 6.3: level N is the categories above N turned off. */
const TURNED_OFF: Readonly<Record<number, readonly string[]>> = {
  1: ['paranoia-level-2', 'paranoia-level-3', 'paranoia-level-4'],
  2: ['paranoia-level-3', 'paranoia-level-4'],
};

const ROWS = SENSITIVITIES.flatMap(([sensitivity, level, threshold]) =>
  ACTIONS.map(([before, after]) => ({ sensitivity, before, level, threshold, after })),
);

describe('docs/internals/service.md 7.3: the core rule set', () => {
  it.each(ROWS)(
    'sensitivity $sensitivity, action $before: PL$level, $threshold, $after',
    async ({ sensitivity, before, level, threshold, after }) => {
      const zone = migratingZone({
        previous_waf: { core_rule_set: { sensitivity, action_mode: before } },
      });
      expect((await zone.config()).body.result.rules[1]).toEqual({
        id: '',
        version: '',
        ref: '',
        action: 'execute',
        expression: 'true',
        description: '',
        enabled: true,
        action_parameters: {
          id: CORE,
          overrides: {
            categories: TURNED_OFF[level]?.map((category) => ({ category, enabled: false })),
            rules: [{ id: SCORE_RULE, action: after, score_threshold: threshold }],
          },
        },
      });
    },
  );
});

/** Rule of the first managed package and what it becomes (docs/internals/service.md 7.7); mode before, override after. */
const RULE_MODES = [
  ['100015', 'default', undefined],
  ['100015', 'block', undefined],
  ['100015', 'simulate', { action: 'log', enabled: true }],
  ['100015', 'challenge', { action: 'challenge', enabled: true }],
  ['100015', 'disable', { enabled: false }],
  ['100030', 'challenge', undefined],
  ['100030', 'block', { action: 'block', enabled: true }],
  ['100044', 'simulate', undefined],
  ['100044', 'block', { action: 'block', enabled: true }],
  ['100045', 'block', undefined],
] as const;

const SUCCESSORS: Readonly<Record<string, string>> = {
  '100015': '23ee7cebe6e8443e99ecf932ab579455',
  '100030': '8f3a52c1a5b84f4e8a1f6d8f2b0c4e12',
  '100044': '5de7edfa648c4d6891dc3e7f84534ffa',
};

describe('docs/internals/service.md 6.3: the rules of the managed package', () => {
  it.each(RULE_MODES)('rule %s with mode %s: override %j', async (id, mode, override) => {
    const zone = migratingZone({ previous_waf: { rules: { [id]: mode } } });
    const overrides = override && { overrides: { rules: [{ id: SUCCESSORS[id], ...override }] } };
    expect((await zone.config()).body.result.rules[0].action_parameters).toEqual({
      id: MANAGED,
      ...overrides,
    });
  });

  it('of a disabled group become disabled rules', async () => {
    const groups = { de677e5818985db1285d0e80225f06e5: 'off' } as const;
    const zone = migratingZone({ previous_waf: { groups, rules: { '100015': 'block' } } });
    expect((await zone.config()).body.result.rules[0].action_parameters).toEqual({
      id: MANAGED,
      overrides: {
        rules: [
          { id: '23ee7cebe6e8443e99ecf932ab579455', enabled: false },
          { id: '8f3a52c1a5b84f4e8a1f6d8f2b0c4e11', enabled: false },
          { id: '8f3a52c1a5b84f4e8a1f6d8f2b0c4e12', enabled: false },
        ],
      },
    });
  });
});
