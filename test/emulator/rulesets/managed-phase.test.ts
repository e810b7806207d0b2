import { PROFESSIONAL_ZONE_ID, createEmulator } from '../../../emulator';
import { caller } from '../client';
import * as managed from './managed-rules';

const { CORE, CORE_SCORE_RULE, EXPOSED_CREDENTIALS, MANAGED, MANAGED_CATEGORY, MANAGED_ENTRY_POINT } =
  managed;
const { MANAGED_RULE, SENSITIVE_DATA, execute, skip } = managed;

/** Of nothing that the emulator has (docs/internals/service.md 6.3). */
const UNKNOWN = 'f'.repeat(32);

/** The stored rules. */
async function saved(...rules: readonly unknown[]) {
  const { status, body } = await caller(createEmulator())('PUT', MANAGED_ENTRY_POINT, { rules });
  expect([status, body.errors]).toEqual([200, []]);
  return body.result.rules;
}

describe('docs/internals/service.md 6.1: execute rules', () => {
  it('have the version latest unless another is sent, and no logging', async () => {
    for (const sent of [{}, { version: 'latest' }]) {
      const [rule] = await saved(execute(MANAGED, { action_parameters: { id: MANAGED, ...sent } }));
      expect(rule.action_parameters).toEqual({ id: MANAGED, version: 'latest' });
      expect(rule).not.toHaveProperty('logging');
    }
  });

  it.each([{ version: '34' }, { version: 'latest', matched_data: { public_key: 'key' } }])(
    'keep %j as sent',
    async (members) => {
      const [rule] = await saved(execute(MANAGED, { action_parameters: { id: MANAGED, ...members } }));
      expect(rule.action_parameters).toEqual({ id: MANAGED, ...members });
    },
  );

  const levels = ['paranoia-level-3', 'paranoia-level-4'].map((category) => ({ category, enabled: false }));
  const actions = ['log', 'block', 'challenge', 'js_challenge', 'managed_challenge', 'rewrite'];
  it.each<[string, object]>([
    [MANAGED, { enabled: false }],
    [MANAGED, { sensitivity_level: 'medium' }],
    [MANAGED, { rules: [{ id: MANAGED_RULE, action: 'log', enabled: true }] }],
    [MANAGED, { enabled: true, categories: [{ category: MANAGED_CATEGORY, enabled: false }] }],
    [
      CORE,
      {
        categories: levels,
        rules: [{ id: CORE_SCORE_RULE, score_threshold: 40, action: 'managed_challenge' }],
      },
    ],
    ...actions.map((action): [string, object] => [MANAGED, { action }]),
    ...['default', 'medium', 'low', 'eoff'].map((level): [string, object] => [
      CORE,
      { sensitivity_level: level },
    ]),
    // What the emulator does not have (6.3).
    ...[UNKNOWN, MANAGED].map((id): [string, object] => [
      id,
      { categories: [{ category: 'drupal', action: 'log' }], rules: [{ id: UNKNOWN, score_threshold: 7 }] },
    ]),
  ])('of %s keep the overrides %j as sent', async (id, overrides) => {
    const [rule] = await saved(execute(id, { overrides }));
    expect(rule.action_parameters).toEqual({ id, version: 'latest', overrides });
  });

  it('deploy each managed ruleset once, for some hosts too', async () => {
    const ids = [MANAGED, CORE, EXPOSED_CREDENTIALS];
    const rules = await saved(
      ...ids.map((id) => execute(id, { expression: 'http.host eq "dev.example.com"' })),
    );
    expect(rules).toHaveLength(3);
  });

  it('are refused with a managed ruleset that the plan of the zone does not include', async () => {
    const rules = [execute(SENSITIVE_DATA, { enabled: false })];
    const call = caller(createEmulator(), PROFESSIONAL_ZONE_ID);
    const { status, body } = await call('PUT', MANAGED_ENTRY_POINT, { rules });
    const message = `'${SENSITIVE_DATA}' is not a valid value for id because the professional plan has no managed ruleset with this id`;
    const source = { pointer: '/rules/0/action_parameters/id' };
    expect([status, body.errors]).toEqual([400, [{ code: 20021, message, source }]]);
  });
});

describe('docs/internals/service.md 6.2: skip rules', () => {
  it.each<object>([
    { ruleset: 'current' },
    { rulesets: [MANAGED, CORE] },
    { rules: { [MANAGED]: [MANAGED_RULE], [CORE]: [CORE_SCORE_RULE] } },
    { rulesets: [CORE], rules: { [MANAGED]: [MANAGED_RULE] } },
    // All rules of a managed ruleset.
    { rules: { [MANAGED]: [] } },
    { ruleset: 'current', phases: ['http_ratelimit'], products: ['waf', 'zoneLockdown'] },
    { rules: { [MANAGED]: [MANAGED_RULE] }, phases: ['http_request_sbfm'] },
    { products: ['bic'], phase: 'current' },
    { rulesets: [UNKNOWN], rules: { ['e'.repeat(32)]: [UNKNOWN], [CORE]: [UNKNOWN] } },
  ])('skip %j', async (parameters) => {
    const sent = skip(parameters, { expression: 'http.host eq "a.example"' });
    const [{ id, last_updated, ...rule }] = await saved(sent, execute(MANAGED));
    const defaults = { version: '1', description: '', enabled: true, logging: { enabled: true } };
    expect(rule).toEqual({ ...sent, ...defaults, ref: id });
    expect(last_updated).toMatch(/^2025-/);
  });

  it('return the sent logging, which counts as a change of the rule', async () => {
    const call = caller(createEmulator());
    const { body } = await call('PUT', MANAGED_ENTRY_POINT, { rules: [skip({ ruleset: 'current' })] });
    const [first] = body.result.rules;
    const rules = [{ ...first, logging: { enabled: false } }];
    const [changed] = (await call('PUT', MANAGED_ENTRY_POINT, { rules })).body.result.rules;
    expect(changed).toEqual({ ...rules[0], version: '2', last_updated: changed.last_updated });
    const [same] = (await call('PUT', MANAGED_ENTRY_POINT, { rules: [changed] })).body.result.rules;
    expect(same).toEqual(changed);
  });
});
