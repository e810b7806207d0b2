import type { SeedManagedRuleset, Snapshot } from '../../../emulator';
import { PROFESSIONAL_ZONE_ID, createEmulator } from '../../../emulator';
import { caller } from '../client';
import { CORE, MANAGED, MANAGED_ENTRY_POINT, execute, skip } from './managed-rules';

const OWN_ID = 'a'.repeat(32);
const OWN_RULE = 'b'.repeat(32);

/** A managed ruleset as an answer of the service shows it. */
const RECORDED = {
  id: OWN_ID,
  name: 'Recorded',
  description: 'as it was read',
  source: 'firewall_managed',
  kind: 'managed',
  version: '80',
  rules: [
    {
      id: OWN_RULE,
      version: '77',
      action: 'block',
      categories: ['drupal'],
      description: 'Drupal',
      last_updated: '2024-02-05T07:12:54.565276Z',
      ref: 'c'.repeat(32),
      enabled: false,
    },
    {
      id: 'd'.repeat(32),
      version: '80',
      action: 'block',
      score_threshold: 25,
      description: 'Score',
      last_updated: '2024-02-05T07:12:54.565276Z',
      ref: 'e'.repeat(32),
      enabled: true,
    },
  ],
  last_updated: '2024-02-05T07:12:54.565276Z',
  phase: 'http_request_firewall_managed',
} as const satisfies SeedManagedRuleset;

function emulatorWith(...managed: readonly object[]) {
  return createEmulator({
    seed: JSON.stringify({ managed_rulesets: managed }),
  });
}

describe('managed rulesets of a seed', () => {
  it('are returned as they were recorded, and listed beside the samples', async () => {
    const call = caller(emulatorWith(RECORDED));
    expect((await call('GET', `/rulesets/${OWN_ID}`)).body.result).toEqual(RECORDED);
    expect((await call('GET', `/rulesets/${OWN_ID}/versions/80`)).body.result).toEqual(RECORDED);
    const { rules, source, ...listed } = RECORDED;
    const { result } = (await call('GET', '/rulesets')).body;
    expect([result.length, result[2], rules.length, source]).toEqual([6, listed, 2, RECORDED.source]);
    expect((await call('DELETE', `/rulesets/${OWN_ID}`)).status).toBe(400);
  });

  it('can be executed, overridden and skipped by their ids and categories', async () => {
    const overrides = {
      categories: [{ category: 'drupal', action: 'log' }],
      rules: [
        { id: OWN_RULE, enabled: true },
        { id: 'd'.repeat(32), score_threshold: 40 },
      ],
    };
    const rules = [skip({ rules: { [OWN_ID]: [OWN_RULE] } }), execute(OWN_ID, { overrides })];
    const { status } = await caller(emulatorWith(RECORDED))('PUT', MANAGED_ENTRY_POINT, { rules });
    expect(status).toBe(200);
  });

  it('replace the sample with the same id', async () => {
    const call = caller(emulatorWith({ ...RECORDED, id: MANAGED }));
    expect((await call('GET', `/rulesets/${MANAGED}`)).body.result).toEqual({ ...RECORDED, id: MANAGED });
    expect((await call('GET', '/rulesets')).body.result).toHaveLength(5);
  });

  it('are of their plans and phase only', async () => {
    const emulator = emulatorWith(
      { ...RECORDED, plans: ['enterprise'] },
      { ...RECORDED, id: CORE, phase: 'ddos_l7' },
    );
    const other = caller(emulator, PROFESSIONAL_ZONE_ID);
    expect((await other('GET', `/rulesets/${OWN_ID}`)).status).toBe(404);
    const { body } = await caller(emulator)('PUT', MANAGED_ENTRY_POINT, { rules: [execute(CORE)] });
    expect(body.errors[0]?.message).toContain('this managed ruleset is of the phase ddos_l7');
  });

  it('get defaults for what is left out', async () => {
    const call = caller(emulatorWith({ id: OWN_ID, name: 'Own', rules: [{ id: OWN_RULE, action: 'log' }] }));
    const { result } = (await call('GET', `/rulesets/${OWN_ID}`)).body;
    const last_updated = '2024-06-18T09:00:00.000000Z';
    expect(result).toEqual({
      id: OWN_ID,
      name: 'Own',
      description: '',
      kind: 'managed',
      version: '1',
      rules: [
        {
          id: OWN_RULE,
          version: '1',
          action: 'log',
          description: '',
          ref: expect.stringMatching(/^[0-9a-f]{32}$/),
          enabled: true,
          last_updated,
        },
      ],
      last_updated,
      phase: 'http_request_firewall_managed',
    });
    expect(result.rules[0].ref).not.toBe(OWN_RULE);
  });

  it('are in snapshots, where the samples are not', () => {
    const snapshot = emulatorWith(RECORDED).control.snapshot();
    expect(snapshot.managed_rulesets).toEqual([
      { plans: ['professional', 'business', 'enterprise'], ...RECORDED },
    ]);
    const other = createEmulator({ seed: { zones: [] } });
    expect(other.control.snapshot().managed_rulesets).toEqual([]);
    other.control.restore(JSON.parse(JSON.stringify(snapshot)) as Snapshot);
    expect(other.control.snapshot()).toEqual(snapshot);
    other.control.reset();
    expect(other.control.snapshot().managed_rulesets).toEqual([]);
  });
});
