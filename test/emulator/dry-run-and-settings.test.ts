import { createEmulator } from '../../emulator';
import { ENTRY_POINT, FIELDS_RULESET, caller, fieldsRule } from './client';

describe('docs/internals/service.md 3.3: dry_run', () => {
  it('writes with dry_run=false and refuses every other value', async () => {
    const call = caller(createEmulator());
    const { status, body } = await call('POST', '/rulesets?dry_run=1', {});
    expect([status, body.errors.map(({ code }) => code)]).toEqual([400, [6009]]);
    expect((await call('POST', '/rulesets?dry_run=false', FIELDS_RULESET)).body.result.version).toBe('1');
  });

  it('means nothing to a service that ignores it', async () => {
    const call = caller(createEmulator({ settings: { dryRun: 'ignored' } }));
    expect((await call('POST', '/rulesets?dry_run=true', FIELDS_RULESET)).body.result.version).toBe('1');
  });
});

function today() {
  return caller(createEmulator({ settings: { model: 'today' } }));
}

describe('docs/internals/service.md 3.3: rules are optional today', () => {
  it.each([
    ['only a name', { name: 'default' }],
    ['only a description', { description: 'new' }],
    ['nothing', {}],
  ])('an update with %s keeps them', async (_name, body) => {
    const call = today();
    const { rules, id } = (await call('PUT', ENTRY_POINT, { rules: [fieldsRule('a')] })).body.result;
    for (const path of [ENTRY_POINT, `/rulesets/${id}`]) {
      const { status, body: answer } = await call('PUT', path, body);
      expect([status, answer.result]).toEqual([200, expect.objectContaining({ ...body, rules })]);
    }
  });

  it('null means none, in a creation and in updates', async () => {
    const call = today();
    const created = (await call('POST', '/rulesets', { ...FIELDS_RULESET, rules: null })).body.result;
    expect(created.rules).toEqual([]);
    for (const path of [ENTRY_POINT, `/rulesets/${created.id}`]) {
      await call('PUT', ENTRY_POINT, { rules: [fieldsRule('a')] });
      const { status, body } = await call('PUT', path, { description: '', rules: null });
      expect([status, body.result.rules]).toEqual([200, []]);
    }
  });

  it('an entry point that nothing is said about is created empty', async () => {
    const { status, body } = await today()('PUT', ENTRY_POINT, {});
    expect([status, body.result.rules]).toEqual([200, []]);
  });

  it('a step of the migration still needs them', async () => {
    const path =
      '/rulesets/phases/http_request_firewall_managed/entrypoint?waf_migration=validation&phase_two=1';
    const { status, body } = await today()('PUT', path, { name: 'default' });
    expect([status, body.errors[0]?.source?.pointer]).toEqual([400, '/rules']);
  });
});
