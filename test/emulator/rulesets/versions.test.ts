import { createEmulator, type SeedRuleset, DEFAULT_ZONE_ID } from '../../../emulator';
import { FIELDS_RULESET, caller, fieldsRule, ENTRY_POINT } from '../client';

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

describe('docs/internals/service.md 3.3: versions of a ruleset', () => {
  it('are read with their rules, up to 50 before the current one', async () => {
    const { call, versions, path } = await atVersion(53);
    for (const version of versions.slice(2)) {
      const { status, body } = await call('GET', `${path}/versions/${version.version}`);
      expect([status, body.result]).toEqual([200, version]);
    }
    expect((await call('GET', `${path}/versions/2`)).status).toBe(404);
  });

  it('are deleted with their ruleset', async () => {
    const { emulator, call, path } = await atVersion(3);
    await call('DELETE', path);
    expect((await call('GET', `${path}/versions/1`)).status).toBe(404);
    await call('POST', '/rulesets', FIELDS_RULESET);
    expect(emulator.control.snapshot().zones[0]?.rulesets?.[0]?.history).toEqual([]);
  });

  it.each([
    ['a version that does not exist', 'OURS/versions/9', 10003],
    ['a version that is not a number', 'OURS/versions/latest', 10003],
    ['a version with zeros before it', 'OURS/versions/01', 10003],
    ['a version of a ruleset that does not exist', `/rulesets/${'f'.repeat(32)}/versions/1`, 10003],
    ['an invalid ruleset id', '/rulesets/x/versions/1', 7003],
  ])('refuse %s', async (_name, sent, code) => {
    const { call, path } = await atVersion(2);
    const refused = await call('GET', sent.replace('OURS', path));
    expect([refused.status, refused.body.errors[0]?.code]).toEqual([404, code]);
  });
});

const PHASE = 'http_log_custom_fields';

function seeded(ruleset: Omit<SeedRuleset, 'phase'>, plan: 'enterprise' | 'professional' = 'enterprise') {
  const zones = [{ id: DEFAULT_ZONE_ID, name: 'a.example', plan, rulesets: [{ phase: PHASE, ...ruleset }] }];
  return createEmulator({ seed: JSON.stringify({ zones }) });
}

const RULES = [fieldsRule('a')] as unknown as NonNullable<SeedRuleset['rules']>;

describe('the history of a ruleset in a seed', () => {
  it('is what the service returns as its earlier versions', async () => {
    const emulator = seeded({
      name: 'Theirs',
      version: '7',
      history: [
        { version: '2', description: 'first' },
        { version: '6', rules: RULES },
      ],
    });
    const call = caller(emulator);
    const { id } = (await call('GET', ENTRY_POINT)).body.result;
    const version = async (sent: string) =>
      (await call('GET', `/rulesets/${id}/versions/${sent}`)).body.result;
    expect(await version('2')).toMatchObject({ id, name: 'Theirs', description: 'first', rules: [] });
    expect(await version('6')).toMatchObject({
      id,
      name: 'Theirs',
      rules: [{ action_parameters: { request_fields: [{ name: 'a' }] } }],
    });
    expect((await call('PUT', ENTRY_POINT, { rules: [] })).body.result.version).toBe('8');
  });
});
