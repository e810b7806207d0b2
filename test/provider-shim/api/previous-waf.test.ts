import { emulatedZone, ZONE } from './emulated-zone';
import { ok, serve } from './scripted-service';

const OVERRIDE = 'a'.repeat(32);

describe('the previous managed rules are read', () => {
  test('with overrides, one of which is deleted twice', async () => {
    const { client } = await emulatedZone({
      previous_waf: {
        uri_overrides: [
          { id: OVERRIDE, urls: ['example.com/a', 'example.com/b*'], rules: { '100015': 'disable' } },
        ],
      },
    });
    expect(await client.listUriOverrides(ZONE)).toEqual([
      {
        id: OVERRIDE,
        description: '',
        urls: ['example.com/a', 'example.com/b*'],
        body: {
          ...{
            id: OVERRIDE,
            description: '',
            urls: ['example.com/a', 'example.com/b*'],
            paused: false,
            priority: 0,
          },
          ...{ groups: {}, rules: { '100015': 'disable' }, rewrite_action: {} },
        },
      },
    ]);
    await client.deleteUriOverride(ZONE, OVERRIDE);
    await client.deleteUriOverride(ZONE, OVERRIDE);
    expect(await client.listUriOverrides(ZONE)).toEqual([]);
  });
});

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
