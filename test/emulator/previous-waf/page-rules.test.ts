import { createEmulator } from '../../../emulator';
import { caller } from '../client';

const RULES = '/pagerules';

function targetsOf(value: string): unknown {
  return [{ target: 'url', constraint: { operator: 'matches', value } }];
}

const sent = {
  targets: targetsOf('*example.com/upload/*'),
  actions: [{ id: 'disable_security' }],
  priority: 3,
  status: 'active',
};

describe('docs/internals/service.md 7.9: page rules', () => {
  it('are created, returned, replaced, changed and deleted', async () => {
    const call = caller(createEmulator());
    const created = (await call('POST', RULES, sent)).body.result;
    const time = '2025-01-01T00:00:00.001000Z';
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      ...sent,
      created_on: time,
      modified_on: time,
    });
    const path = `${RULES}/${created.id}`;
    expect((await call('GET', path)).body.result).toEqual(created);
    expect((await call('PUT', path, created)).body.result).toEqual({
      ...created,
      modified_on: '2025-01-01T00:00:00.002000Z',
    });
    const replacement = { targets: targetsOf('a/*'), actions: [{ id: 'waf', value: 'off' }] };
    const replaced = (await call('PUT', path, replacement)).body.result;
    expect(replaced).toEqual({
      ...created,
      ...replacement,
      priority: 1,
      status: 'disabled',
      modified_on: '2025-01-01T00:00:00.003000Z',
    });
    expect((await call('PATCH', path, { status: 'active' })).body.result).toEqual({
      ...replaced,
      status: 'active',
      modified_on: '2025-01-01T00:00:00.004000Z',
    });
    expect((await call('DELETE', path)).body.result).toEqual({ id: created.id });
    expect((await call('GET', RULES)).body.result).toEqual([]);
  });

  it.each([
    ['example.com', 'example.com/'],
    ['https://*.example.com', 'https://*.example.com/'],
    ['https://example.com:8443', 'https://example.com:8443/'],
    ['example.com/a', 'example.com/a'],
    ['example.com*', 'example.com*'],
  ])('have a target with a path: %s', async (value, stored) => {
    const call = caller(createEmulator());
    const { result } = (await call('POST', RULES, { ...sent, targets: targetsOf(value) })).body;
    expect(result).toMatchObject({ targets: targetsOf(stored) });
  });

  it('have the priority 1 if a client sends 0, and keep theirs in a change', async () => {
    const call = caller(createEmulator());
    const { result } = (await call('POST', RULES, { ...sent, priority: 0 })).body;
    const created = result as { readonly id: string };
    expect(created).toMatchObject({ priority: 1 });
    const path = `${RULES}/${created.id}`;
    await call('PATCH', path, { priority: 4 });
    expect((await call('PATCH', path, { priority: 0, status: 'active' })).body.result).toMatchObject({
      priority: 4,
      status: 'active',
    });
  });

  it('are listed by priority, highest first; among equals, the newest first', async () => {
    const call = caller(createEmulator());
    for (const [url, priority] of [
      ['first/', 1],
      ['second/', 2],
      ['third/', 2],
      ['fourth/', 1],
    ])
      await call('POST', RULES, { ...sent, targets: targetsOf(String(url)), priority });
    const { result, result_info } = (await call('GET', RULES)).body;
    const urls = (result as { targets: { constraint: { value: string } }[] }[]).map(
      ({ targets }) => targets[0]?.constraint.value,
    );
    expect(urls).toEqual(['third/', 'second/', 'fourth/', 'first/']);
    expect(result_info).toBeUndefined();
  });

  it('accept times from a client and ignore them', async () => {
    const times = { created_on: '0001-01-01T00:00:00Z', modified_on: '0001-01-01T00:00:00Z' };
    const { body } = await caller(createEmulator())('POST', RULES, { ...sent, ...times });
    expect(body.result.created_on).toBe('2025-01-01T00:00:00.001000Z');
  });

  it.each<[string, unknown, readonly (string | undefined)[]]>([
    ['an empty object', {}, ['/actions', '/targets']],
    ['no target', { ...sent, targets: [] }, ['/targets']],
    ['two targets', { ...sent, targets: [sent.targets, sent.targets].flat() }, ['/targets']],
    [
      'another target',
      { ...sent, targets: [{ target: 'host', constraint: {} }] },
      ['/targets/0/constraint/operator', '/targets/0/constraint/value', '/targets/0/target'],
    ],
    ['a blank URL', { ...sent, targets: targetsOf('') }, ['/targets/0/constraint/value']],
    ['no action', { ...sent, actions: [] }, ['/actions']],
    ['an unknown action', { ...sent, actions: [{ id: 'waf_off' }] }, ['/actions/0/id']],
    ['an action of a prototype', { ...sent, actions: [{ id: 'constructor' }] }, ['/actions/0/id']],
    [
      'an action twice',
      {
        ...sent,
        actions: [
          { id: 'waf', value: 'on' },
          { id: 'waf', value: 'off' },
        ],
      },
      ['/actions/1/id'],
    ],
    ['a negative priority', { ...sent, priority: -1 }, ['/priority']],
    ['another status', { ...sent, status: 'paused' }, ['/status']],
    ['an array', [sent], [undefined]],
  ])('are refused with %s', async (_name, body, pointers) => {
    const emulator = createEmulator();
    const before = emulator.control.snapshot();
    const answer = await caller(emulator)('POST', RULES, body);
    const found = answer.body.errors.map((error) => error.source?.pointer);
    expect([answer.status, [...found].sort()]).toEqual([400, pointers]);
    expect(emulator.control.snapshot()).toEqual(before);
  });

  it.each([
    ['a replacement without targets', 'PUT', { actions: sent.actions }, ['/targets']],
    ['a change of nothing', 'PATCH', {}, [undefined]],
    ['a change of the id', 'PATCH', { id: 'a'.repeat(32), status: 'active' }, ['/id']],
    ['a change to no actions', 'PATCH', { actions: [] }, ['/actions']],
    ['a change to null', 'PATCH', { targets: null }, ['/targets']],
  ])('are not updated by %s', async (_name, method, change, pointers) => {
    const emulator = createEmulator();
    const call = caller(emulator);
    const { id } = (await call('POST', RULES, sent)).body.result;
    const before = emulator.control.snapshot();
    const { status, body } = await call(method, `${RULES}/${id}`, change);
    expect([status, body.errors.map((error) => error.source?.pointer)]).toEqual([400, pointers]);
    expect(emulator.control.snapshot()).toEqual(before);
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE'])('are reported as unknown by %s', async (method) => {
    const body = method === 'PUT' || method === 'PATCH' ? sent : undefined;
    const answer = await caller(createEmulator())(method, `${RULES}/${'0'.repeat(32)}`, body);
    expect([answer.status, answer.body.errors]).toEqual([
      404,
      [{ code: 1002, message: 'Invalid Page Rule identifier' }],
    ]);
  });
});
