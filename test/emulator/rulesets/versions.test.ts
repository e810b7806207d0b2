import { createEmulator } from '../../../emulator';
import { ENTRY_POINT, FIELDS_RULESET, caller, fieldsRule } from '../client';
import { MANAGED } from './managed-rules';

const UNKNOWN_ID = 'f'.repeat(32);

/** A ruleset changed until it has this version, and all of its versions. */
async function atVersion(count: number) {
  const emulator = createEmulator();
  const call = caller(emulator);
  const first = (await call('POST', '/rulesets', FIELDS_RULESET)).body.result;
  const versions = [first];
  for (let version = 2; version <= count; version += 1) {
    const body = { rules: [fieldsRule(`v${version}`)] };
    versions.push((await call('PUT', `/rulesets/${first.id}`, body)).body.result);
  }
  return { emulator, call, versions, path: `/rulesets/${first.id}` };
}

function withoutRules({ rules: _rules, ...ruleset }: { rules: unknown }): unknown {
  return ruleset;
}

describe('docs/internals/service.md 3.3: versions of a ruleset', () => {
  it.each([
    ['its id', (path: string) => path],
    ['its phase', () => ENTRY_POINT],
  ])('are listed by %s, oldest first and without rules', async (_name, pathOf) => {
    const { call, versions, path } = await atVersion(3);
    const { status, body } = await call('GET', `${pathOf(path)}/versions`);
    expect([status, body.result]).toEqual([200, versions.map(withoutRules)]);
  });

  it.each([
    ['its id', (path: string) => path],
    ['its phase', () => ENTRY_POINT],
  ])('are read by %s and number, with their rules', async (_name, pathOf) => {
    const { call, versions, path } = await atVersion(3);
    for (const version of versions) {
      const { status, body } = await call('GET', `${pathOf(path)}/versions/${version.version}`);
      expect([status, body.result]).toEqual([200, version]);
    }
  });

  it('are created by every way to change a ruleset', async () => {
    const { emulator, call, path } = await atVersion(1);
    await call('PUT', ENTRY_POINT, { rules: [fieldsRule('a')] });
    const { rules } = (await call('POST', `${path}/rules`, fieldsRule('b'))).body.result;
    await call('PATCH', `${path}/rules/${rules[0].id}`, fieldsRule('c'));
    await call('DELETE', `${path}/rules/${rules[1].id}`);
    emulator.control.saveRuleset(emulator.control.zones()[0]?.id ?? '', 'http_log_custom_fields', {
      rules: [],
    });
    const { body } = await call('GET', `${path}/versions`);
    expect(body.result.map((ruleset: { version: string }) => ruleset.version)).toEqual([
      ...['1', '2', '3', '4', '5', '6'],
    ]);
  });

  it('are deleted one by one, and their numbers are not reused', async () => {
    const { call, path, versions } = await atVersion(3);
    expect(await call('DELETE', `${path}/versions/2`)).toEqual({ status: 204, body: undefined });
    expect((await call('GET', `${path}/versions/2`)).status).toBe(404);
    expect((await call('DELETE', `${path}/versions/2`)).status).toBe(404);
    expect((await call('PUT', path, { rules: [] })).body.result.version).toBe('4');
    const { result } = (await call('GET', `${path}/versions`)).body;
    expect(result.map((ruleset: { version: string }) => ruleset.version)).toEqual(['1', '3', '4']);
    expect((await call('GET', `${path}/versions/3`)).body.result).toEqual(versions[2]);
  });

  it('are not deleted by dry_run', async () => {
    const { emulator, call, path } = await atVersion(2);
    const before = emulator.control.snapshot();
    expect((await call('DELETE', `${path}/versions/1?dry_run=true`)).status).toBe(204);
    expect((await call('DELETE', `${path}/versions/9?dry_run=true`)).status).toBe(404);
    expect(emulator.control.snapshot()).toEqual(before);
  });

  it('include the current one, which cannot be deleted', async () => {
    const { call, path } = await atVersion(2);
    const { status, body } = await call('DELETE', `${path}/versions/2`);
    expect([status, body.errors[0]?.message]).toEqual([
      400,
      'version 2 cannot be deleted because it is the current one',
    ]);
  });

  it('are deleted with their ruleset', async () => {
    const { emulator, call, path } = await atVersion(3);
    await call('DELETE', path);
    expect((await call('GET', `${path}/versions`)).status).toBe(404);
    await call('POST', '/rulesets', FIELDS_RULESET);
    expect((await call('GET', `${ENTRY_POINT}/versions`)).body.result).toHaveLength(1);
    expect(emulator.control.snapshot().zones[0]?.rulesets?.[0]?.history).toEqual([]);
  });

  it('are kept up to 50 before the current one', async () => {
    const { call, path } = await atVersion(53);
    const { result } = (await call('GET', `${path}/versions`)).body;
    expect([result.length, result[0].version, result.at(-1).version]).toEqual([51, '3', '53']);
    expect((await call('GET', `${path}/versions/2`)).status).toBe(404);
  });

  it('of a managed ruleset are only its own version', async () => {
    const call = caller(createEmulator());
    const managed = (await call('GET', `/rulesets/${MANAGED}`)).body.result;
    expect((await call('GET', `/rulesets/${MANAGED}/versions`)).body.result).toEqual([withoutRules(managed)]);
    const path = `/rulesets/${MANAGED}/versions/${managed.version}`;
    expect((await call('GET', path)).body.result).toEqual(managed);
    expect((await call('DELETE', path)).status).toBe(400);
  });

  it('are an empty list for a phase without ruleset', async () => {
    const { status, body } = await caller(createEmulator())('GET', `${ENTRY_POINT}/versions`);
    expect([status, body.result]).toEqual([200, []]);
  });

  it.each([
    ['a version that does not exist', 'OURS/versions/9', 404, 10003],
    ['a version that is not a number', 'OURS/versions/latest', 404, 10003],
    ['a version with zeros before it', 'OURS/versions/01', 404, 10003],
    ['versions of a ruleset that does not exist', `/rulesets/${UNKNOWN_ID}/versions`, 404, 10003],
    ['a version of a ruleset that does not exist', `/rulesets/${UNKNOWN_ID}/versions/1`, 404, 10003],
    [
      'a version of an entry point that does not exist',
      '/rulesets/phases/http_request_firewall_managed/entrypoint/versions/1',
      404,
      10003,
    ],
    ['versions of an invalid phase', '/rulesets/phases/x/entrypoint/versions', 400, 20021],
    ['a version of an invalid phase', '/rulesets/phases/x/entrypoint/versions/1', 400, 20021],
    ['an invalid ruleset id', '/rulesets/x/versions', 404, 7003],
  ])('refuse %s', async (_name, sent, status, code) => {
    const { call, path } = await atVersion(2);
    const refused = await call('GET', sent.replace('OURS', path));
    expect([refused.status, refused.body.errors[0]?.code]).toEqual([status, code]);
  });
});
