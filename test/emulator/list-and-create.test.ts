import { PROFESSIONAL_ZONE_ID, createEmulator } from '../../emulator';
import { WELL_KNOWN_RULESETS } from '../../schema';
import { FIELDS_RULESET, ID, TIME, caller, fieldsRule } from './client';

describe('docs/internals/service.md 3.3: list rulesets', () => {
  it('lists the zone ruleset of a phase among the managed ones, without rules', async () => {
    const call = caller(createEmulator());
    const created = (await call('POST', '/rulesets', { ...FIELDS_RULESET, rules: [fieldsRule('a')] })).body
      ?.result;
    const { body } = await call('GET', '/rulesets');
    const { rules, ...item } = created;
    expect(rules).toHaveLength(1);
    expect(body.result.filter((ruleset: { kind: string }) => ruleset.kind === 'zone')).toEqual([item]);
    const managed = body.result.filter((ruleset: { kind: string }) => ruleset.kind === 'managed');
    const ids = Object.values(WELL_KNOWN_RULESETS).map(({ id }) => id);
    expect(managed.map((ruleset: { id: string }) => ruleset.id)).toEqual(ids.sort());
  });

  it.each([2, 5])('returns every ruleset once, in pages of %d', async (size) => {
    const call = caller(createEmulator());
    await call('POST', '/rulesets', FIELDS_RULESET);
    const whole = (await call('GET', '/rulesets')).body;
    const ids: string[] = [];
    let cursor = '';
    for (let page = 0; page < 10; page += 1) {
      const { body } = await call('GET', `/rulesets?per_page=${size}${cursor && `&cursor=${cursor}`}`);
      ids.push(...body.result.map((ruleset: { id: string }) => ruleset.id));
      cursor = body.result_info?.cursors.after ?? '';
      if (cursor === '') break;
    }
    expect(ids).toEqual(whole?.result.map((ruleset: { id: string }) => ruleset.id));
    expect(ids).toHaveLength(6);
    expect(whole?.result_info).toEqual({ count: 6, cursors: {} });
  });

  it.each(['per_page=0', 'per_page=101', 'per_page=x', 'per_page=-1', 'cursor=x', 'cursor=%F0'])(
    'refuses the query %s',
    async (query) => {
      const { status, body } = await caller(createEmulator())('GET', `/rulesets?${query}`);
      expect([status, body.success]).toEqual([400, false]);
    },
  );

  it('lists only the managed rulesets of the zone’s plan', async () => {
    const call = caller(createEmulator(), PROFESSIONAL_ZONE_ID);
    expect((await call('GET', '/rulesets')).body.result).toHaveLength(4);
    expect((await call('GET', '/rulesets/e22d83c647c64a3eae91b71b499d988e')).status).toBe(404);
  });
});

describe('docs/internals/service.md 3.3: create ruleset', () => {
  it('returns the created ruleset with every field of docs/internals/service.md 3.1', async () => {
    const call = caller(createEmulator());
    const sent = { ...FIELDS_RULESET, description: 'ours' };
    const { status, body } = await call('POST', '/rulesets', sent);
    expect(status).toBe(200);
    expect(body.result).toEqual({
      ...sent,
      id: expect.stringMatching(ID),
      version: '1',
      rules: [],
      last_updated: expect.stringMatching(TIME),
    });
  });

  it('refuses a second zone-level ruleset for the phase, even an empty one', async () => {
    const call = caller(createEmulator());
    await call('POST', '/rulesets', FIELDS_RULESET);
    const { status, body } = await call('POST', '/rulesets', { ...FIELDS_RULESET, name: 'Other' });
    const message =
      "'zone' is not a valid value for kind because exceeded maximum number of zone rulesets for phase http_log_custom_fields";
    expect([status, body.errors]).toEqual([400, [{ code: 20217, message, source: { pointer: '/kind' } }]]);
  });
});

describe('docs/internals/service.md 3.3: get and delete a ruleset', () => {
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
