import { createEmulator, type SeedZone } from '../../../emulator';
import { FIELDS_RULESET, caller, fieldsRule } from '../client';
import { MANAGED, MANAGED_ENTRY_POINT, execute, skip } from './managed-rules';

const ZONE = 'a'.repeat(32);
const NEW = { name: 'n', kind: 'zone', phase: 'http_request_firewall_managed' };
const OFF = execute(MANAGED, { enabled: false });
const ON = execute(MANAGED);

const REFUSED = {
  status: 400,
  body: {
    result: null,
    success: false,
    errors: [{ message: expect.stringContaining('WAF enrollment is required') }],
    messages: [],
  },
};

function zone(plan: SeedZone['plan'], part: Partial<SeedZone> = {}) {
  const emulator = createEmulator({ seed: { zones: [{ id: ZONE, name: 'a.example', plan, ...part }] } });
  return { emulator, call: caller(emulator, ZONE) };
}

/** A zone with one rule, which is disabled. */
async function withRuleOff(plan: SeedZone['plan']) {
  const { emulator, call } = zone(plan);
  const { id, rules } = (await call('PUT', MANAGED_ENTRY_POINT, { rules: [OFF] })).body.result;
  return { emulator, call, path: `/rulesets/${id}`, rule: rules[0] };
}

const PLANS = ['professional', 'business'] as const;

describe.each(PLANS)('docs/internals/service.md 7.6: before its migration a %s zone', (plan) => {
  it('gets no ruleset with an enabled managed rule', async () => {
    const { emulator, call } = zone(plan);
    const rules = [OFF, skip({ ruleset: 'current' })];
    expect(await call('POST', '/rulesets', { ...NEW, rules: [ON] })).toEqual(REFUSED);
    expect(await call('PUT', MANAGED_ENTRY_POINT, { rules })).toEqual(REFUSED);
    expect(emulator.control.zones()[0]?.rulesets).toEqual([]);
  });

  it.each<[string, string, string, unknown]>([
    ['update', 'PUT', '', { rules: [ON] }],
    ['added rule', 'POST', '/rules', skip({ ruleset: 'current' })],
    ['changed rule', 'PATCH', '/rules/RULE', ON],
  ])('refuses an enabled rule in: %s', async (_name, method, below, body) => {
    const { emulator, call, path, rule } = await withRuleOff(plan);
    const before = emulator.control.snapshot();
    expect(await call(method, path + below.replace('RULE', rule.id), body)).toEqual(REFUSED);
    expect(emulator.control.snapshot()).toEqual(before);
  });

  it('accepts disabled rules, updates without rules, and rules of the other phase', async () => {
    const { call, path, rule } = await withRuleOff(plan);
    const off = skip({ ruleset: 'current' }, { enabled: false });
    const fields = { ...FIELDS_RULESET, rules: [fieldsRule('a')] };
    const answers = [
      await call('PUT', path, { description: 'prepared' }),
      await call('POST', `${path}/rules`, off),
      await call('DELETE', `${path}/rules/${rule.id}`),
      await call('POST', '/rulesets', fields),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

describe('docs/internals/service.md 7.6: enabled managed rules are accepted', () => {
  it('from Enterprise zones that have not begun', async () => {
    const { call, path, rule } = await withRuleOff('enterprise');
    expect((await call('PATCH', `${path}/rules/${rule.id}`, ON)).status).toBe(200);
    expect((await call('PUT', MANAGED_ENTRY_POINT, { rules: [ON] })).status).toBe(200);
  });

  it.each(['finishing', 'finished'] as const)(
    'from professional zones whose migration is %s',
    async (state) => {
      const { call } = zone('professional', { migration: { state } });
      const { status, body } = await call('PUT', MANAGED_ENTRY_POINT, { rules: [ON] });
      expect([status, body.result.rules[0].enabled]).toEqual([200, true]);
      const added = skip({ ruleset: 'current' });
      expect((await call('POST', `/rulesets/${body.result.id}/rules`, added)).status).toBe(200);
    },
  );
});
