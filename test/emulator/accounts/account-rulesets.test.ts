import type { Emulator } from '../../../emulator';
import { createEmulator, DEFAULT_ACCOUNT_ID, DEFAULT_ZONE_ID } from '../../../emulator';
import { CORE_RULESET_ID, MANAGED_RULESET_ID } from '../../../emulator/rulesets/sample-managed-rulesets';
import type { Call } from '../client';
import { caller, serviceCaller } from '../client';

const ENTRY_POINT = '/rulesets/phases/http_request_firewall_managed/entrypoint';
const FOR_ONE = '(cf.zone.name eq "example.com") and cf.zone.plan eq "ENT"';

function execute(expression: string, id: string = MANAGED_RULESET_ID): object {
  return { action: 'execute', expression, action_parameters: { id } };
}

const ROOT = { name: 'Ours', kind: 'root', phase: 'http_request_firewall_managed' };

/** Sends JSON to a path below the account. */
function ofAccount(emulator: Emulator, id: string = DEFAULT_ACCOUNT_ID): Call {
  const call = serviceCaller(emulator);
  return (method, path, body) => call(method, `/accounts/${id}${path}`, body);
}

describe('the rulesets of an account (docs/internals/service.md 9.5)', () => {
  it('are created, listed, read, changed and deleted as those of a zone', async () => {
    const emulator = createEmulator();
    const call = ofAccount(emulator);
    const { result } = (await call('POST', '/rulesets', { ...ROOT, rules: [execute(FOR_ONE)] })).body;
    expect(result).toMatchObject({ kind: 'root', version: '1', rules: [{ expression: FOR_ONE }] });
    expect((await call('GET', ENTRY_POINT)).body.result).toEqual(result);
    const kinds = (await call('GET', '/rulesets')).body.result.map(({ kind }: { kind: string }) => kind);
    expect(kinds.toSorted()).toEqual(['managed', 'managed', 'managed', 'managed', 'managed', 'root']);
    const path = `/rulesets/${result.id}`;
    const added = await call('POST', `${path}/rules`, execute('cf.zone.plan eq "ENT"', CORE_RULESET_ID));
    expect(added.body.result).toMatchObject({ version: '2', rules: [{}, {}] });
    await call('PUT', path, { rules: [] });
    await call('PUT', ENTRY_POINT, { description: 'theirs' });
    expect((await call('GET', `${path}/versions/1`)).body.result).toEqual(result);
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('GET', ENTRY_POINT)).status).toBe(404);
    expect((await caller(emulator)('GET', ENTRY_POINT)).status).toBe(404);
  });

  it('are not those of its zones', async () => {
    const emulator = createEmulator();
    const ours = (await ofAccount(emulator)('POST', '/rulesets', ROOT)).body.result;
    const ofZone = (await caller(emulator)('PUT', ENTRY_POINT, { rules: [] })).body.result;
    expect(ofZone).toMatchObject({ kind: 'zone', version: '1' });
    expect((await caller(emulator)('GET', `/rulesets/${ours.id}`)).status).toBe(404);
    expect((await ofAccount(emulator)('GET', `/rulesets/${ofZone.id}`)).status).toBe(404);
  });

  it('may deploy a managed ruleset once for each zone', async () => {
    const other = '(cf.zone.name eq "example.org") and cf.zone.plan eq "ENT"';
    const call = ofAccount(createEmulator());
    const { status } = await call('PUT', ENTRY_POINT, { rules: [execute(FOR_ONE), execute(other)] });
    expect(status).toBe(200);
  });

  it('are one for each phase', async () => {
    const call = ofAccount(createEmulator());
    await call('POST', '/rulesets', ROOT);
    expect((await call('POST', '/rulesets', ROOT)).body.errors).toEqual([
      {
        code: 20217,
        message:
          "'root' is not a valid value for kind because exceeded maximum number of root rulesets for phase http_request_firewall_managed",
        source: { pointer: '/kind' },
      },
    ]);
  });

  it.each([
    ['the kind of zones', { ...ROOT, kind: 'zone' }, 20021, '/kind'],
    ['custom log fields', { ...ROOT, phase: 'http_log_custom_fields' }, 20021, '/phase'],
    ['rules for all zones', { ...ROOT, rules: [execute('true')] }, 20125, '/rules/0/expression'],
    [
      'a condition without parentheses',
      { ...ROOT, rules: [execute('ip.src eq 192.0.2.1 and cf.zone.plan eq "ENT"')] },
      20125,
      '/rules/0/expression',
    ],
  ])('refuse %s', async (_name, body, code, pointer) => {
    const answer = await ofAccount(createEmulator())('POST', '/rulesets', body);
    expect(answer.body.errors).toMatchObject([{ code, source: { pointer } }]);
  });

  it.each([
    ['specification', 403, 20021, /because the standard plan does not include it$/],
    ['today', 400, 50002, /^not entitled to use the phase http_request_firewall_managed$/],
  ] as const)('are not for standard accounts: %s', async (model, status, code, message) => {
    const id = 'b'.repeat(32);
    const accounts = [{ id, name: 'Standard', type: 'standard' as const }];
    const call = ofAccount(createEmulator({ seed: { accounts }, settings: { model } }), id);
    expect((await call('GET', '/rulesets')).status).toBe(200);
    const refused = await call('POST', '/rulesets', ROOT);
    expect([refused.status, refused.body.errors]).toEqual([
      status,
      [expect.objectContaining({ code, message: expect.stringMatching(message) })],
    ]);
  });

  it('do not count as those of a zone', async () => {
    const emulator = createEmulator();
    await ofAccount(emulator)('PUT', ENTRY_POINT, { rules: [] });
    expect(emulator.control.journal({ zoneId: DEFAULT_ZONE_ID })).toEqual([]);
  });
});
