import { ok, refuse, sent, serve, service, silent, type Reply } from './scripted-service';

test('an override with a paused filter counts as paused, and missing members as empty', async () => {
  const client = await serve(
    ok([
      { id: 'a', filter: { paused: true } },
      { id: 'b', products: ['waf', 7, null], filter: 'x' },
    ]),
  );
  const empty = { description: '', action: '', products: [], paused: false, expression: '' };
  expect(await client.listFirewallRules('z')).toEqual([
    { ...empty, id: 'a', paused: true },
    { ...empty, id: 'b', products: ['waf'] },
  ]);
});

test('a URI-based override keeps all that the service says of it, and one that is already gone counts as deleted', async () => {
  const body = { id: 'o', urls: ['example.com/a', 7], rules: { '100015': 'disable' } };
  const gone = { code: 1002, message: 'wafuriconfig.api.not_found' };
  const client = await serve(ok([body]), refuse(404, [gone]));
  expect(await client.listUriOverrides('z')).toEqual([
    { id: 'o', description: '', urls: ['example.com/a'], body },
  ]);
  expect(await client.deleteUriOverride('z', 'o')).toBeUndefined();
  expect(sent()[1]).toEqual(['DELETE', '/client/v4/zones/z/firewall/waf/overrides/o', null]);
});

describe('zones that are read beside each other', () => {
  const PACKAGES = ok([{ id: 'core', detection_mode: 'anomaly' }]);
  const GROUPS = ok([{ id: 'g', name: 'g', mode: 'on' }]);
  const asked = () => service.requests.map(({ url }) => /zones\/(.*?)(?:\?|$)/.exec(url)?.[1]);

  async function readBeside(...replies: readonly Reply[]) {
    const client = await serve(...replies);
    const [first, second] = [new AbortController(), new AbortController()];
    const read = (zone: string, { signal }: AbortController) =>
      client.listCoreRuleSets(zone, { signal }).then(
        (all) => all.map(({ id }) => id),
        (error: unknown) => (error as { kind: string }).kind,
      );
    const answers = [read('a', first), read('b', second)] as const;
    while (service.requests.length === 0) await new Promise(setImmediate);
    return { first, second, answers };
  }

  test('ask for the packages of the first, whatever answers first', async () => {
    const { answers } = await readBeside(PACKAGES, GROUPS);
    expect(await Promise.all(answers)).toEqual([['core'], ['core']]);
    expect(asked()[0]).toBe('a/firewall/waf/packages');
    expect(asked().slice(1).sort()).toEqual(
      ['a', 'b'].map((zone) => `${zone}/firewall/waf/packages/core/groups`),
    );
  });

  test.each([
    ['is refused', refuse(403, []), 'authorization'],
    ['has none', ok([]), []],
  ])('ask each for their own where the first %s', async (_what, reply, answer) => {
    const { answers } = await readBeside(reply, PACKAGES, GROUPS);
    expect(await Promise.all(answers)).toEqual([answer, ['core']]);
    expect(asked().slice(1)).toEqual(['b/firewall/waf/packages', 'b/firewall/waf/packages/core/groups']);
  });

  test('do not wait for one that was cancelled, nor when they are cancelled themselves', async () => {
    const { first, answers } = await readBeside(silent, PACKAGES, GROUPS);
    first.abort();
    expect(await Promise.all(answers)).toEqual(['cancelled', ['core']]);
    const waiting = await readBeside(silent);
    waiting.second.abort();
    expect(await waiting.answers[1]).toBe('cancelled');
    expect(asked()).toEqual(['a/firewall/waf/packages']);
    waiting.first.abort();
    expect(await waiting.answers[0]).toBe('cancelled');
  });
});
