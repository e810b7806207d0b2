import type { SeedRuleset, Snapshot } from '../../../emulator';
import { DEFAULT_ZONE_ID, createEmulator } from '../../../emulator';
import { PHASES } from '../../../emulator/rulesets/phases';
import { caller } from '../client';

const PHASE = 'http_request_firewall_custom';
const ENTRY_POINT = `/rulesets/phases/${PHASE}/entrypoint`;

const BLOCK = { action: 'block', expression: 'ip.src eq 192.0.2.7' };

/** Rules as stacks of other phases have them. */
const RULES = [
  BLOCK,
  {
    action: 'skip',
    expression: 'http.host eq "a.example"',
    description: 'Health checks',
    ref: 'health',
    action_parameters: { phases: ['http_ratelimit'], products: ['waf'], ruleset: 'current' },
    logging: { enabled: false },
  },
  {
    action: 'block',
    expression: 'true',
    enabled: false,
    action_parameters: { response: { status_code: 429, content: '{}', content_type: 'application/json' } },
    ratelimit: { characteristics: ['ip.src', 'cf.colo.id'], period: 10, requests_per_period: 10 },
  },
  {
    action: 'rewrite',
    expression: 'true',
    action_parameters: { headers: { 'x-a': { operation: 'set', value: null }, __proto__: null } },
    exposed_credential_check: { username_expression: 'u', password_expression: 'p' },
  },
];

const CUSTOM = { name: 'Mine', kind: 'custom', phase: PHASE, rules: [BLOCK] };

function entryPoint(phase: string): string {
  return `/rulesets/phases/${phase}/entrypoint`;
}

describe('docs/internals/service.md 3.5: phases whose rules are stored and not judged', () => {
  const others = PHASES.filter(
    (phase) => !['http_log_custom_fields', 'http_request_firewall_managed'].includes(phase),
  );

  it('are all other published ones', async () => {
    const emulator = createEmulator();
    const call = caller(emulator);
    for (const phase of others) {
      const { status, body } = await call('PUT', entryPoint(phase), { rules: [BLOCK] });
      expect([status, body.result]).toMatchObject([200, { phase, kind: 'zone', rules: [BLOCK] }]);
    }
    expect(others).toHaveLength(23);
    expect(emulator.control.zones()[0]?.rulesets.map(({ phase }) => phase)).toEqual(others);
  });

  it('return every member of their rules as sent, with identity and defaults', async () => {
    const call = caller(createEmulator());
    const { body } = await call('PUT', ENTRY_POINT, { rules: RULES });
    const { rules } = body.result;
    expect(rules).toEqual(
      JSON.parse(
        JSON.stringify(
          RULES.map((rule, index) => ({
            enabled: true,
            description: '',
            ref: rules[index].id,
            ...rule,
            id: expect.anything(),
            version: '1',
            last_updated: rules[index].last_updated,
          })),
        ),
        (name, value: unknown) => (name === 'id' ? expect.stringMatching(/^[0-9a-f]{32}$/) : value),
      ),
    );
    expect((await call('GET', ENTRY_POINT)).body.result).toEqual(body.result);
  });

  it('give a skip rule its default logging', async () => {
    const rules = [{ action: 'skip', expression: 'true' }];
    const { body } = await caller(createEmulator())('PUT', ENTRY_POINT, { rules });
    expect(body.result.rules[0].logging).toEqual({ enabled: true });
  });

  it.each<[string, object, object]>([
    ['the version latest', { id: 'f'.repeat(32) }, { id: 'f'.repeat(32), version: 'latest' }],
    ['the sent version', { id: 'f'.repeat(32), version: '3' }, { id: 'f'.repeat(32), version: '3' }],
  ])('return %s of an execute rule (docs/internals/service.md 3.2)', async (_name, sent, returned) => {
    const rules = [{ action: 'execute', expression: 'true', action_parameters: sent }];
    const { body } = await caller(createEmulator())('PUT', entryPoint('ddos_l7'), { rules });
    expect(body.result.rules[0].action_parameters).toEqual(returned);
  });

  it('may execute one ruleset twice, unlike the managed phase', async () => {
    const rules = ['a', 'b'].map((host) => ({
      action: 'execute',
      expression: `http.host eq "${host}"`,
      action_parameters: { id: 'f'.repeat(32) },
    }));
    expect((await caller(createEmulator())('PUT', ENTRY_POINT, { rules })).status).toBe(200);
  });
});

describe('custom rulesets', () => {
  it('can be many in a phase, beside its entry point', async () => {
    const emulator = createEmulator();
    const call = caller(emulator);
    const [one, other] = [
      (await call('POST', '/rulesets', CUSTOM)).body.result,
      (await call('POST', '/rulesets', { ...CUSTOM, name: 'Other' })).body.result,
    ];
    expect(one).toMatchObject({ ...CUSTOM, version: '1' });
    expect((await call('GET', ENTRY_POINT)).status).toBe(404);
    const entry = (await call('PUT', ENTRY_POINT, { rules: RULES })).body.result;
    const { rules, ...listed } = one;
    expect(rules).toHaveLength(1);
    const { body } = await call('GET', '/rulesets');
    expect(body.result).toContainEqual(listed);
    expect(emulator.control.zones()[0]?.rulesets).toEqual([entry, one, other]);
  });

  it('are changed, versioned and deleted by their id', async () => {
    const call = caller(createEmulator());
    const { id, rules } = (await call('POST', '/rulesets', CUSTOM)).body.result;
    const whole = { ...CUSTOM, description: 'new', rules: [...rules, { ...BLOCK, ref: 'second' }] };
    const changed = (await call('PUT', `/rulesets/${id}`, whole)).body.result;
    expect(changed).toMatchObject({ version: '2', description: 'new', kind: 'custom', rules: whole.rules });
    expect((await call('POST', `/rulesets/${id}/rules`, BLOCK)).body.result.rules).toHaveLength(3);
    expect((await call('PUT', `/rulesets/${id}`, { ...CUSTOM, name: 'Else' })).status).toBe(400);
    expect((await call('GET', `/rulesets/${id}/versions/1`)).body.result.rules).toEqual(rules);
    expect((await call('DELETE', `/rulesets/${id}`)).status).toBe(204);
    expect((await call('GET', `/rulesets/${id}`)).status).toBe(404);
  });

  it('cannot be deleted while a rule executes them', async () => {
    const call = caller(createEmulator());
    const { id } = (await call('POST', '/rulesets', CUSTOM)).body.result;
    const rules = [{ action: 'execute', expression: 'true', action_parameters: { id } }];
    const entry = (await call('PUT', ENTRY_POINT, { rules })).body.result;
    expect((await call('DELETE', `/rulesets/${id}?dry_run=true`)).status).toBe(400);
    const { status, body } = await call('DELETE', `/rulesets/${id}`);
    expect([status, body.errors[0]?.message]).toEqual([
      400,
      `ruleset ${id} cannot be deleted because a rule of ruleset ${entry.id} executes it`,
    ]);
    await call('PUT', ENTRY_POINT, { rules: [] });
    expect((await call('DELETE', `/rulesets/${id}`)).status).toBe(204);
  });
});

describe('seeds and snapshots', () => {
  // JSON does not keep it, so that a restored snapshot would differ.
  const MINUS_ZERO = { action: 'set_config', expression: 'true', action_parameters: { level: -0 } };
  const RULESETS = [
    { phase: PHASE, rules: RULES, version: '3', history: [{ version: '2', rules: [BLOCK] }] },
    { phase: PHASE, kind: 'custom', name: 'Mine', rules: [BLOCK], history: [] },
    { phase: PHASE, kind: 'custom', name: 'Other', description: 'd' },
    { phase: 'http_request_cache_settings', rules: [MINUS_ZERO] },
  ] as unknown as readonly SeedRuleset[];

  it.each<[string, (rulesets: readonly SeedRuleset[]) => string | object]>([
    ['objects of a program', (rulesets) => ({ zones: [{ id: DEFAULT_ZONE_ID, name: 'a', rulesets }] })],
    [
      'a text',
      (rulesets) => JSON.stringify({ zones: [{ id: DEFAULT_ZONE_ID, name: 'a.example', rulesets }] }),
    ],
  ])('hold them: %s', async (_name, seed) => {
    const emulator = createEmulator({ seed: seed(RULESETS) });
    const snapshot = emulator.control.snapshot();
    expect(snapshot.zones[0]?.rulesets?.map(({ kind, name, version }) => [kind, name, version])).toEqual([
      ['zone', 'default', '3'],
      ['zone', 'default', '1'],
      ['custom', 'Mine', '1'],
      ['custom', 'Other', '1'],
    ]);
    const other = createEmulator({ seed: { zones: [] } });
    other.control.restore(JSON.parse(JSON.stringify(snapshot)) as Snapshot);
    expect(other.control.snapshot()).toEqual(snapshot);
    const call = caller(other);
    const { rules, version } = (await call('GET', ENTRY_POINT)).body.result;
    // Sent back as it was read, nothing changes but the version of the ruleset.
    expect((await call('PUT', ENTRY_POINT, { rules })).body.result).toMatchObject({ version: '4', rules });
    expect(version).toBe('3');
  });
});
