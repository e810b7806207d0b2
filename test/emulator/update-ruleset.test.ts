import { createEmulator } from '../../emulator';
import { ENTRY_POINT, FIELDS_RULESET, ID, TIME, caller, fieldsRule } from './client';

describe('docs/internals/service.md 3.3: update ruleset', () => {
  async function created(...rules: readonly unknown[]) {
    const emulator = createEmulator();
    const call = caller(emulator);
    const ruleset = (await call('POST', '/rulesets', { ...FIELDS_RULESET, rules })).body.result;
    return { emulator, call, ruleset, path: `/rulesets/${ruleset.id}` };
  }

  it('replaces all rules, increases the version and fills in what the service assigns', async () => {
    const { call, ruleset, path } = await created(fieldsRule('a'));
    const { status, body } = await call('PUT', path, {
      rules: [{ ...fieldsRule('b'), description: 'second' }],
    });
    expect(status).toBe(200);
    const [rule] = body.result.rules;
    expect(body.result).toEqual({
      ...ruleset,
      version: '2',
      last_updated: expect.stringMatching(TIME),
      rules: [
        {
          ...fieldsRule('b'),
          description: 'second',
          enabled: true,
          version: '1',
          id: expect.stringMatching(ID),
          ref: rule.id,
          last_updated: body.result.last_updated,
        },
      ],
    });
    expect(rule.id).not.toBe(ruleset.rules[0].id);
    expect(body.result.last_updated > ruleset.last_updated).toBe(true);
    expect((await call('GET', path)).body.result).toEqual(body.result);
  });

  it('keeps id, ref and version of unchanged rules in a whole ruleset that is sent back', async () => {
    const { call, ruleset, path } = await created({ ...fieldsRule('a'), ref: 'mine' }, fieldsRule('b'));
    const rules = [...ruleset.rules].reverse();
    const { body } = await call('PUT', path, { ...ruleset, rules });
    expect([body.result.rules, body.result.version]).toEqual([rules, '2']);
  });

  it('increases the version of a changed rule and keeps its id and ref', async () => {
    const { call, ruleset, path } = await created({ ...fieldsRule('a'), ref: 'mine' });
    const { id, last_updated: before } = ruleset.rules[0];
    const { body } = await call('PUT', path, { rules: [{ ...fieldsRule('a', 'b'), id }] });
    const [rule] = body.result.rules;
    expect([rule.id, rule.ref, rule.version]).toEqual([id, 'mine', '2']);
    expect(rule.last_updated > before).toBe(true);
  });

  it.each([
    ['absent', {}],
    ['empty', { id: '', version: '', ref: '' }],
  ])('treats a rule whose id is %s as new', async (_name, identity) => {
    const { call, ruleset, path } = await created(fieldsRule('a'));
    const { body } = await call('PUT', path, { rules: [{ ...fieldsRule('a'), ...identity }] });
    const [rule] = body.result.rules;
    expect(rule.id).toMatch(ID);
    expect(rule.id).not.toBe(ruleset.rules[0].id);
    expect([rule.version, rule.ref]).toEqual(['1', rule.id]);
  });

  it('empties the rule list and keeps the ruleset', async () => {
    const { call, path } = await created(fieldsRule('a'));
    await call('PUT', path, { rules: [] });
    expect((await call('GET', path)).body.result.rules).toEqual([]);
    expect((await call('POST', '/rulesets', FIELDS_RULESET)).status).toBe(400);
  });

  it('says what it got and wants if the name differs (docs/internals/service.md 3.1)', async () => {
    const { call, path } = await created();
    expect((await call('PUT', path, { name: 'Other', rules: [] })).body.errors).toEqual([
      { message: 'name field cannot be modified: got Other, want Fields', source: { pointer: '/name' } },
    ]);
  });
});

describe('docs/internals/service.md 7.4 and docs/internals/service.md 3.2: the entry point of a phase', () => {
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

  it.each(['GET', 'PUT'])('refuses %s for an unknown phase', async (method) => {
    const body = method === 'PUT' ? { rules: [] } : undefined;
    const answer = await caller(createEmulator())(method, '/rulesets/phases/constructor/entrypoint', body);
    expect([answer.status, answer.body.success]).toEqual([400, false]);
  });
});
