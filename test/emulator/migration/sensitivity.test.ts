import { createEmulator } from '../../../emulator';
import { caller } from '../client';
import { CORE, MANAGED, SCORE_RULE, ZONE_ID, migratingZone } from './migrating-zone';

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

/** What a rule does by default and by its own mode, and the override that it becomes if these differ. */
const MODES = {
  disable: { enabled: false },
  simulate: { action: 'log', enabled: true },
  block: { action: 'block', enabled: true },
  challenge: { action: 'challenge', enabled: true },
};

describe('docs/internals/service.md 6.3: the rules of the managed package', () => {
  it('become overrides where they act otherwise than by default', async () => {
    const rules = Object.keys(MODES).flatMap((default_mode) =>
      ['default', ...Object.keys(MODES)].map((mode) => ({
        default_mode,
        mode,
        id: `${default_mode}-${mode}`,
      })),
    );
    const old = rules.map(({ id, default_mode }) => ({ id, default_mode, becomes: `new-${id}` }));
    const withdrawn = { id: 'withdrawn', default_mode: 'block' };
    const groups = [{ id: 'a'.repeat(32), name: 'All', rules: [...old, withdrawn] }];
    const waf_packages = [{ id: '1e334934fd7ae32ad705667f8c1057aa', name: 'Managed', groups }];
    const modes = Object.fromEntries(rules.map(({ id, mode }) => [id, mode]));
    const previous_waf = { rules: { ...modes, withdrawn: 'simulate' } };
    const seed = { zones: [{ id: ZONE_ID, name: 'example.com', previous_waf }], waf_packages };
    const call = caller(createEmulator({ seed } as object), ZONE_ID);
    const { body } = await call('GET', '/waf_migration/config?phase_two=1');
    expect(body.result.rules[0].action_parameters.overrides.rules).toEqual(
      rules
        .filter(({ default_mode, mode }) => mode !== 'default' && mode !== default_mode)
        .map(({ id, mode }) => ({ id: `new-${id}`, ...MODES[mode as keyof typeof MODES] })),
    );
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
