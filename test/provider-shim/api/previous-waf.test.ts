import { ok, refuse, sent, serve } from './scripted-service';

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
