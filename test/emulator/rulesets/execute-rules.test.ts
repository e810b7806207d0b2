import { PROFESSIONAL_ZONE_ID, createEmulator } from '../../../emulator';
import { caller } from '../client';
import {
  CORE,
  CORE_SCORE_RULE,
  EXPOSED_CREDENTIALS,
  MANAGED,
  MANAGED_CATEGORY,
  MANAGED_ENTRY_POINT,
  MANAGED_RULE,
  SENSITIVE_DATA,
  execute,
} from './managed-rules';

/** Saves these rules; pointers are below `/rules`. */
async function save(...rules: readonly unknown[]) {
  const emulator = createEmulator();
  const { status, body } = await caller(emulator)('PUT', MANAGED_ENTRY_POINT, { rules });
  const pointers = body.errors.map((error) => error.source?.pointer?.replace('/rules', ''));
  const codes = body.errors.map((error) => error.code);
  const messages = body.errors.map((error) => error.message);
  return { status, pointers, codes, messages, stored: body.result?.rules, emulator };
}

describe('docs/internals/service.md 6.1: action_parameters of execute', () => {
  it.each([
    ['without version', {}],
    ['with the version latest', { version: 'latest' }],
  ])(
    'returns the version latest for parameters %s (docs/internals/service.md 3.2)',
    async (_name, version) => {
      const { stored } = await save(execute(MANAGED, { action_parameters: { id: MANAGED, ...version } }));
      expect(stored[0].action_parameters).toEqual({ id: MANAGED, version: 'latest' });
      expect(stored[0]).not.toHaveProperty('logging');
    },
  );

  it.each<[string, object]>([
    ['a version to stay at', { version: '34' }],
    ['a key for the matched part of requests', { version: 'latest', matched_data: { public_key: 'key' } }],
  ])('returns %s as sent', async (_name, members) => {
    const { stored } = await save(execute(MANAGED, { action_parameters: { id: MANAGED, ...members } }));
    expect(stored[0].action_parameters).toEqual({ id: MANAGED, ...members });
  });

  it('drops the key for the matched part with a PATCH that leaves it out', async () => {
    const parameters = { id: MANAGED, matched_data: { public_key: 'key' } };
    const { emulator } = await save(execute(MANAGED, { action_parameters: parameters }));
    const call = caller(emulator);
    const { id, rules } = (await call('GET', MANAGED_ENTRY_POINT)).body.result;
    const { body } = await call('PATCH', `/rulesets/${id}/rules/${rules[0].id}`, execute(MANAGED));
    expect(body.result.rules[0].action_parameters).toEqual({ id: MANAGED, version: 'latest' });
  });

  it.each<[string, unknown, string]>([
    ['no id', {}, '/id'],
    ['an invalid id', { id: 'x' }, '/id'],
    ['a managed ruleset of another phase', { id: SENSITIVE_DATA }, '/id'],
    ['version 0', { id: MANAGED, version: '0' }, '/version'],
    ['a version that is a number', { id: MANAGED, version: 34 }, '/version'],
    ['an empty version', { id: MANAGED, version: '' }, '/version'],
    ['an empty key', { id: MANAGED, matched_data: { public_key: '' } }, '/matched_data/public_key'],
    ['matched data without a key', { id: MANAGED, matched_data: {} }, '/matched_data/public_key'],
    ['matched data that is null', { id: MANAGED, matched_data: null }, '/matched_data'],
    ['an unknown member', { id: MANAGED, ruleset: 'current' }, '/ruleset'],
    ['parameters that are null', null, ''],
  ])('refuses %s', async (_name, parameters, pointer) => {
    const rule = { action: 'execute', expression: 'true', action_parameters: parameters };
    const { status, pointers, emulator } = await save(rule);
    expect([status, pointers]).toEqual([400, [`/0/action_parameters${pointer}`]]);
    expect(emulator.control.zones()[0]?.rulesets).toEqual([]);
  });

  it('refuses a managed ruleset that the plan of the zone does not include', async () => {
    const call = caller(createEmulator(), PROFESSIONAL_ZONE_ID);
    const rules = [execute(SENSITIVE_DATA, { enabled: false })];
    const { status, body } = await call('PUT', MANAGED_ENTRY_POINT, { rules });
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          code: 20021,
          message: `'${SENSITIVE_DATA}' is not a valid value for id because the professional plan has no managed ruleset with this id`,
          source: { pointer: '/rules/0/action_parameters/id' },
        },
      ],
    ]);
  });

  it('accepts one deployment of each managed ruleset and refuses a second (docs/internals/service.md 3.2)', async () => {
    const each = [MANAGED, CORE, EXPOSED_CREDENTIALS].map((id) => execute(id));
    expect((await save(...each)).status).toBe(200);
    const { status, pointers } = await save(...each, execute(MANAGED, { enabled: false }), execute(CORE));
    expect([status, pointers]).toEqual([400, ['/3/action_parameters/id', '/4/action_parameters/id']]);
  });

  it.each([
    ['a rule of its own for some hosts', 'http.host eq "dev.example.com"', 200],
    ['a blank expression', '  ', 400],
  ])('checks %s', async (_name, expression, status) => {
    const saved = await save(execute(MANAGED, { expression }));
    expect([saved.status, saved.codes]).toEqual([status, status === 200 ? [] : [20125]]);
  });

  it('refuses logging on it with code 20018 (docs/internals/service.md 3.2)', async () => {
    const { status, codes, pointers } = await save(execute(MANAGED, { logging: { enabled: true } }));
    expect([status, codes, pointers]).toEqual([400, [20018], ['/0/logging']]);
  });
});

describe('docs/internals/service.md 6.1: overrides of execute', () => {
  it.each<[string, string, unknown]>([
    ['an action for all rules', MANAGED, { action: 'log' }],
    ['all rules switched off', MANAGED, { enabled: false }],
    ['a sensitivity for all rules', MANAGED, { sensitivity_level: 'medium' }],
    ['a rule switched off', MANAGED, { rules: [{ id: MANAGED_RULE, enabled: false }] }],
    [
      'a rule with another action (docs/internals/service.md 6.1)',
      MANAGED,
      { rules: [{ id: MANAGED_RULE, action: 'log', enabled: true }] },
    ],
    [
      'a category switched off',
      MANAGED,
      { enabled: true, categories: [{ category: MANAGED_CATEGORY, enabled: false }] },
    ],
    [
      'paranoia level 2 and its score (docs/internals/service.md 6.3)',
      CORE,
      {
        categories: [
          { category: 'paranoia-level-3', enabled: false },
          { category: 'paranoia-level-4', enabled: false },
        ],
        rules: [{ id: CORE_SCORE_RULE, score_threshold: 40, action: 'managed_challenge' }],
      },
    ],
    ...['log', 'block', 'challenge', 'js_challenge', 'managed_challenge', 'rewrite'].map(
      (action) => [`the action ${action}`, MANAGED, { action }] as [string, string, unknown],
    ),
    ...['default', 'medium', 'low', 'eoff'].map(
      (level) =>
        [`the sensitivity ${level}`, CORE, { sensitivity_level: level }] as [string, string, unknown],
    ),
  ])('accept %s and return it as sent', async (_name, id, overrides) => {
    const { status, stored } = await save(execute(id, { overrides }));
    expect(status).toBe(200);
    expect(stored[0].action_parameters).toEqual({ id, version: 'latest', overrides });
  });

  const rule = { id: MANAGED_RULE, enabled: false };
  const category = { category: MANAGED_CATEGORY, enabled: false };

  it.each<[string, unknown, string]>([
    ['nothing', {}, ''],
    ['a list', [], ''],
    ['null', null, ''],
    ['an unknown member', { action: 'log', paranoia_level: 2 }, '/paranoia_level'],
    ['an invalid action', { action: 'simulate' }, '/action'],
    ['the action skip', { action: 'skip' }, '/action'],
    ['enabled as a text', { enabled: 'true' }, '/enabled'],
    ['an unknown sensitivity', { sensitivity_level: 'high' }, '/sensitivity_level'],
    ['no rules', { rules: [] }, '/rules'],
    ['a rule that is a text', { rules: [MANAGED_RULE] }, '/rules/0'],
    ['a rule without id', { rules: [{ enabled: true, action: 'log' }] }, '/rules/0/id'],
    ['a rule with an id alone', { rules: [{ id: MANAGED_RULE }] }, '/rules/0'],
    [
      'a rule of another managed ruleset',
      { rules: [{ id: CORE_SCORE_RULE, enabled: false }] },
      '/rules/0/id',
    ],
    ['a rule twice', { rules: [rule, { ...rule, enabled: true }] }, '/rules/1/id'],
    ['a rule with an unknown action', { rules: [{ ...rule, action: 'allow' }] }, '/rules/0/action'],
    ['a rule with an expression', { rules: [{ ...rule, expression: 'true' }] }, '/rules/0/expression'],
    [
      'a score threshold on a rule that has none',
      { rules: [{ ...rule, score_threshold: 40 }] },
      '/rules/0/score_threshold',
    ],
    ['no categories', { categories: [] }, '/categories'],
    ['a category without a name', { categories: [{ enabled: true }] }, '/categories/0/category'],
    ['a category with a name alone', { categories: [{ category: MANAGED_CATEGORY }] }, '/categories/0'],
    ['a blank category', { categories: [{ category: ' ', enabled: false }] }, '/categories/0/category'],
    [
      'a category twice',
      { categories: [category, { ...category, action: 'log' }] },
      '/categories/1/category',
    ],
    [
      'a category with a score threshold',
      { categories: [{ ...category, score_threshold: 5 }] },
      '/categories/0/score_threshold',
    ],
  ])('refuse %s', async (_name, overrides, pointer) => {
    const { status, pointers } = await save(execute(MANAGED, { overrides }));
    expect([status, pointers[0]]).toEqual([400, `/0/action_parameters/overrides${pointer}`]);
  });

  it.each([0, -1, 1.5, '40', null])('refuse the score threshold %p', async (threshold) => {
    const overrides = { rules: [{ id: CORE_SCORE_RULE, score_threshold: threshold }] };
    const { status, pointers } = await save(execute(CORE, { overrides }));
    expect([status, pointers]).toEqual([400, ['/0/action_parameters/overrides/rules/0/score_threshold']]);
  });
});

describe('docs/internals/service.md 6.3: what the emulator does not have', () => {
  const UNKNOWN = 'f'.repeat(32);
  const overrides = {
    categories: [{ category: 'drupal', action: 'log' }],
    rules: [{ id: UNKNOWN, score_threshold: 7 }],
  };

  it.each<[string, string]>([
    ['managed ruleset', UNKNOWN],
    ['rule and category of a managed ruleset', MANAGED],
  ])('accepts an unknown %s and returns it as sent', async (_name, id) => {
    const { status, stored } = await save(execute(id, { overrides }));
    expect([status, stored[0].action_parameters]).toEqual([200, { id, version: 'latest', overrides }]);
  });

  it('accepts one deployment of an unknown managed ruleset and refuses a second', async () => {
    const { status, pointers } = await save(execute(UNKNOWN), execute(UNKNOWN));
    expect([status, pointers]).toEqual([400, ['/1/action_parameters/id']]);
  });
});
