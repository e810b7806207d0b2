import { createEmulator } from '../../emulator';
import { ENTRY_POINT, FIELDS_RULESET, caller, fieldsRule } from './client';

describe('docs/service.md 7.4 and docs/service.md 3.2: the entry point of a phase', () => {
  it('is 404 with code 10003 while the phase has no ruleset', async () => {
    const { status, body } = await caller(createEmulator())('GET', ENTRY_POINT);
    expect([status, body.errors]).toEqual([
      404,
      [{ code: 10003, message: 'could not find entrypoint ruleset in the http_log_custom_fields phase' }],
    ]);
  });

  it('is created by the first update, with the name default', async () => {
    const call = caller(createEmulator());
    const { status, body } = await call('PUT', ENTRY_POINT, { rules: [fieldsRule('a')] });
    expect([status, body.result.name, body.result.version]).toEqual([200, 'default', '1']);
    expect((await call('GET', ENTRY_POINT)).body.result).toEqual(body.result);
    expect((await call('GET', `/rulesets/${body.result.id}`)).body.result).toEqual(body.result);
  });

  it('accepts a name that differs from the stored one, and keeps the stored one', async () => {
    const call = caller(createEmulator());
    await call('POST', '/rulesets', FIELDS_RULESET);
    const { status, body } = await call('PUT', ENTRY_POINT, { name: 'Other', rules: [] });
    expect([status, body.result.name, body.result.version]).toEqual([200, 'Fields', '2']);
  });

  it.each(['kind', 'phase'])('does not accept %s', async (member) => {
    const { status, body } = await caller(createEmulator())('PUT', ENTRY_POINT, {
      rules: [],
      [member]: 'zone',
    });
    expect([status, body.errors[0]?.source?.pointer]).toEqual([400, `/${member}`]);
  });

  it.each(['GET', 'PUT'])('refuses %s for an unknown phase', async (method) => {
    const body = method === 'PUT' ? { rules: [] } : undefined;
    const answer = await caller(createEmulator())(method, '/rulesets/phases/constructor/entrypoint', body);
    expect([answer.status, answer.body.success]).toEqual([400, false]);
  });
});
