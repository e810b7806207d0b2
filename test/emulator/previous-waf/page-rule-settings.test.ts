import { createEmulator } from '../../../emulator';
import { PAGE_RULE_SETTINGS } from '../../../emulator/previous-waf/page-rule-settings';
import { caller } from '../client';
import { action, NO_VALUE, SETTINGS } from './setting-values';

const pageRule = (...actions: readonly unknown[]) => ({
  targets: [{ target: 'url', constraint: { operator: 'matches', value: 'example.com/*' } }],
  actions,
});

it('every setting of page rules has its values here', () => {
  expect(Object.keys(SETTINGS).sort()).toEqual([...PAGE_RULE_SETTINGS].sort());
});

describe.each(Object.entries(SETTINGS))('docs/internals/service.md 7.9: %s', (id, [taken, refused]) => {
  it('is stored with each of its values, and returned as it was sent', async () => {
    const call = caller(createEmulator());
    for (const value of taken) {
      const { status, body } = await call('POST', '/pagerules', pageRule(action(id, value)));
      expect([status, body.result?.actions]).toEqual([200, [action(id, value)]]);
    }
  });

  it('refuses other values, with the place of each', async () => {
    const call = caller(createEmulator());
    const withoutValue = taken.includes(NO_VALUE) ? [] : [{ id }];
    for (const sent of [...refused.map((value) => ({ id, value })), ...withoutValue]) {
      const { status, body } = await call('POST', '/pagerules', pageRule(sent));
      expect([status, body.errors[0]?.source?.pointer]).toEqual([
        400,
        expect.stringMatching(/^\/actions\/0\/value/),
      ]);
    }
  });
});

describe('docs/internals/service.md 7.9: page rules', () => {
  const redirect = action('forwarding_url', { url: 'https://example.com/', status_code: 301 });

  it.each([null, true])(
    'accept %j for a setting without a value, as client libraries send it',
    async (value) => {
      const { body } = await caller(createEmulator())(
        'POST',
        '/pagerules',
        pageRule({ id: 'disable_apps', value }),
      );
      expect(body.result.actions).toEqual([{ id: 'disable_apps' }]);
    },
  );

  it.each([
    ['business', 0, 400],
    ['business', 1, 200],
    ['enterprise', 0, 200],
  ] as const)('on the %s plan, browser_cache_ttl %d is answered with %d', async (plan, value, expected) => {
    const emulator = createEmulator({ seed: { zones: [{ name: 'a.example', plan }] } });
    const call = caller(emulator, emulator.control.zones()[0]?.id);
    const actions = [{ id: 'browser_cache_ttl', value }];
    expect((await call('POST', '/pagerules', pageRule(...actions))).status).toBe(expected);
    const { id } = (await call('POST', '/pagerules', pageRule({ id: 'disable_apps' }))).body.result;
    expect((await call('PATCH', `/pagerules/${id}`, { actions })).status).toBe(expected);
    expect((await call('PUT', `/pagerules/${id}`, pageRule(...actions))).status).toBe(expected);
  });

  it('either redirect or have other settings', async () => {
    const sent = pageRule(redirect, { id: 'always_use_https' });
    const { status, body } = await caller(createEmulator())('POST', '/pagerules', sent);
    expect([status, body.errors[0]?.source?.pointer]).toEqual([400, '/actions']);
    expect(body.errors[0]?.message).toMatch(/because forwarding_url must be the only action of its rule$/);
  });

  it.each([
    ['*.example.com/*/a*b*', 200],
    ['*.example.com/*/a*b*c*', 400],
  ])('with the pattern %s: %d', async (value, expected) => {
    const targets = [{ target: 'url', constraint: { operator: 'matches', value } }];
    const sent = { ...pageRule({ id: 'disable_apps' }), targets };
    expect((await caller(createEmulator())('POST', '/pagerules', sent)).status).toBe(expected);
  });
});
