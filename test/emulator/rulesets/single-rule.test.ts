import { createEmulator } from '../../../emulator';
import { FIELDS_RULESET, caller, fieldsRule } from '../client';
import { CORE, MANAGED, MANAGED_ENTRY_POINT, execute } from './managed-rules';

const UNKNOWN_ID = 'f'.repeat(32);

/** A zone whose ruleset of custom fields has these rules. */
async function holding(...rules: readonly unknown[]) {
  const emulator = createEmulator();
  const call = caller(emulator);
  const ruleset = (await call('POST', '/rulesets', { ...FIELDS_RULESET, rules })).body.result;
  return { emulator, call, ruleset, path: `/rulesets/${ruleset.id}/rules` };
}

/** A rule with as many request headers. */
const many = (count: number, prefix: string) =>
  fieldsRule(...Array.from({ length: count }, (_, index) => `${prefix}-${index}`));

describe('docs/internals/service.md 3.3: adding a rule', () => {
  it('returns the whole ruleset with the rule at its end, and increases the version', async () => {
    const { call, ruleset, path } = await holding(fieldsRule('a'));
    const { status, body } = await call('POST', path, { ...fieldsRule('b'), ref: 'mine' });
    const [, added] = body.result.rules;
    expect([status, body.result]).toEqual([
      200,
      {
        ...ruleset,
        version: '2',
        last_updated: body.result.last_updated,
        rules: [
          ruleset.rules[0],
          {
            ...fieldsRule('b'),
            id: added.id,
            ref: 'mine',
            version: '1',
            description: '',
            enabled: true,
            last_updated: body.result.last_updated,
          },
        ],
      },
    ]);
    expect(added.id).not.toBe(ruleset.rules[0].id);
    expect((await call('GET', `/rulesets/${ruleset.id}`)).body.result).toEqual(body.result);
  });

  it('allows only one deployment of each managed ruleset in a zone', async () => {
    const call = caller(createEmulator());
    const { id } = (await call('PUT', MANAGED_ENTRY_POINT, { rules: [execute(MANAGED)] })).body.result;
    const again = await call('POST', `/rulesets/${id}/rules`, execute(MANAGED));
    expect([again.status, again.body.errors[0]?.source?.pointer]).toEqual([400, '/action_parameters/id']);
    expect((await call('POST', `/rulesets/${id}/rules`, execute(CORE))).status).toBe(200);
  });
});

describe('docs/internals/service.md 3.2: changing a rule', () => {
  it('replaces all of it except its id and ref, and keeps its place', async () => {
    const first = { ...fieldsRule('a'), ref: 'mine', description: 'old', enabled: false };
    const { call, ruleset, path } = await holding(first, fieldsRule('z'));
    const [stored, other] = ruleset.rules;
    const { status, body } = await call('PATCH', `${path}/${stored.id}`, fieldsRule('b'));
    expect([status, body.result.version, body.result.rules]).toEqual([
      200,
      '2',
      [
        {
          ...fieldsRule('b'),
          id: stored.id,
          ref: 'mine',
          version: '2',
          description: '',
          enabled: true,
          last_updated: body.result.last_updated,
        },
        other,
      ],
    ]);
  });

  it.each<[string, (rule: { id: string }) => unknown]>([
    ['the rule as it was read', (rule) => rule],
    ['the same rule without id', ({ id: _id, ...rule }) => rule],
    ['the same rule with an empty id', (rule) => ({ ...rule, id: '' })],
  ])('does not increase the version of the rule for %s', async (_name, bodyFor) => {
    const { call, ruleset, path } = await holding(fieldsRule('a'));
    const [stored] = ruleset.rules;
    const { body } = await call('PATCH', `${path}/${stored.id}`, bodyFor(stored));
    expect([body.result.version, body.result.rules]).toEqual(['2', [stored]]);
  });

  it('only moves the rule if only a position is sent', async () => {
    const { call, ruleset, path } = await holding(fieldsRule('a'), fieldsRule('b'));
    const [first, second] = ruleset.rules;
    const { body } = await call('PATCH', `${path}/${first.id}`, { position: { after: '' } });
    expect([body.result.version, body.result.rules]).toEqual(['2', [second, first]]);
  });

  it('does not count the replaced names against the limit', async () => {
    const { call, ruleset, path } = await holding(many(30, 'a'));
    expect((await call('PATCH', `${path}/${ruleset.rules[0].id}`, many(40, 'b'))).status).toBe(200);
  });
});

it('docs/internals/service.md 3.2: deleting a rule returns the whole ruleset without it', async () => {
  const { call, ruleset, path } = await holding(fieldsRule('a'), fieldsRule('b'));
  const [first, second] = ruleset.rules;
  const { status, body } = await call('DELETE', `${path}/${first.id}`);
  expect([status, body.result]).toEqual([
    200,
    { ...ruleset, version: '2', rules: [second], last_updated: body.result.last_updated },
  ]);
  expect((await call('DELETE', `${path}/${first.id}`)).status).toBe(404);
});

describe('single-rule operations', () => {
  it.each([
    ['POST', ''],
    ['PATCH', '/RULE'],
    ['DELETE', '/RULE'],
  ])('check but do not write with dry_run: %s', async (method, below) => {
    const { emulator, call, ruleset, path } = await holding(fieldsRule('a'));
    const target = path + below.replace('RULE', ruleset.rules[0].id);
    const before = emulator.control.snapshot();
    const { status, body } = await call(method, `${target}?dry_run=true`, fieldsRule('b'));
    expect([status, body.result, body.success]).toEqual([200, null, true]);
    expect(emulator.control.snapshot()).toEqual(before);
    if (method === 'DELETE') return;
    expect((await call(method, `${target}?dry_run=true`, {})).status).toBe(400);
  });

  it.each([
    ['POST', `/rulesets/${UNKNOWN_ID}/rules`, 404, 10003],
    ['PATCH', `/rulesets/${UNKNOWN_ID}/rules/${UNKNOWN_ID}`, 404, 10003],
    ['PATCH', `/rulesets/OURS/rules/${UNKNOWN_ID}`, 404, 10003],
    ['DELETE', `/rulesets/OURS/rules/${UNKNOWN_ID}`, 404, 10003],
    ['DELETE', '/rulesets/OURS/rules/x', 404, 7003],
    ['POST', `/rulesets/${MANAGED}/rules`, 400, 20021],
    ['DELETE', `/rulesets/${MANAGED}/rules/${UNKNOWN_ID}`, 400, 20021],
    ['GET', '/rulesets/OURS/rules', 405, 7001],
  ])('refuse %s %s', async (method, path, status, code) => {
    const { call, ruleset } = await holding(fieldsRule('a'));
    const body = method === 'GET' ? undefined : fieldsRule('b');
    const refused = await call(method, path.replace('OURS', ruleset.id), body);
    expect([refused.status, refused.body.errors[0]?.code]).toEqual([status, code]);
  });
});
