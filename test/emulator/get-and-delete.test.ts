import { PROFESSIONAL_ZONE_ID, createEmulator } from '../../emulator';
import { FIELDS_RULESET, caller } from './client';

describe('docs/service.md 3.3: get and delete a ruleset', () => {
  it('gets a managed ruleset, whose rules have no expression', async () => {
    const { body } = await caller(createEmulator())('GET', '/rulesets/4814384a9e5d4991b9815dcfc25d2f1f');
    expect(body.result).toMatchObject({ kind: 'managed', name: 'Cloudflare OWASP Core Ruleset' });
    expect(body.result.rules.length).toBeGreaterThan(0);
    expect(body.result.rules.filter((rule: object) => 'expression' in rule)).toEqual([]);
  });

  it.each(['PUT', 'DELETE'])('refuses %s for a managed ruleset', async (method) => {
    const call = caller(createEmulator());
    const { status, body } = await call(method, '/rulesets/efb7b8c949ac4650a09736fc376e9aee', { rules: [] });
    expect([status, body.success]).toEqual([400, false]);
  });

  it('deletes with 204 and no body, so that the phase is free again', async () => {
    const call = caller(createEmulator());
    const { id } = (await call('POST', '/rulesets', FIELDS_RULESET)).body.result;
    expect(await call('DELETE', `/rulesets/${id}`)).toEqual({ status: 204, body: undefined });
    expect((await call('GET', `/rulesets/${id}`)).status).toBe(404);
    expect((await call('DELETE', `/rulesets/${id}`)).status).toBe(404);
    const again = (await call('POST', '/rulesets', FIELDS_RULESET)).body.result;
    expect(again.version).toBe('1');
    expect(again.id).not.toBe(id);
  });

  it('does not show a ruleset of another zone', async () => {
    const emulator = createEmulator();
    const { id } = (await caller(emulator)('POST', '/rulesets', FIELDS_RULESET)).body.result;
    const other = caller(emulator, PROFESSIONAL_ZONE_ID);
    expect((await other('GET', `/rulesets/${id}`)).status).toBe(404);
    expect((await other('PUT', `/rulesets/${id}`, { rules: [] })).status).toBe(404);
    expect((await other('DELETE', `/rulesets/${id}`)).status).toBe(404);
  });
});
