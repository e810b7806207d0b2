import { proxyFor } from '../../../provider-shim/api/address/proxy';

const PROXY = 'http://me:pass-word@proxy.example:3128/path?x#y';
const ADDRESS = 'https://api.zone.example/client/v4';

const used = (address: string, environment: Readonly<Record<string, string>>): unknown => {
  const proxy = proxyFor(new URL(address), environment);
  return typeof proxy === 'object' ? proxy.variable : proxy;
};

describe('the proxy of an address', () => {
  test('comes from the environment, and is shown without credentials', () => {
    expect(proxyFor(new URL(ADDRESS), { HTTPS_PROXY: PROXY })).toEqual({
      url: 'http://me:pass-word@proxy.example:3128/',
      shown: 'http://proxy.example:3128',
      variable: 'HTTPS_PROXY',
    });
  });

  test.each<readonly [string, string, Readonly<Record<string, string>>, string | undefined]>([
    ['none without a variable', ADDRESS, {}, undefined],
    ['not that of HTTP_PROXY', ADDRESS, { HTTP_PROXY: PROXY }, undefined],
    ['that in small letters first', ADDRESS, { HTTPS_PROXY: PROXY, https_proxy: PROXY }, 'https_proxy'],
    ['that of all protocols last', ADDRESS, { ALL_PROXY: PROXY, HTTPS_PROXY: PROXY }, 'HTTPS_PROXY'],
    ['that of all protocols', ADDRESS, { all_proxy: PROXY, HTTPS_PROXY: '' }, 'all_proxy'],
    ['none for NO_PROXY', ADDRESS, { HTTPS_PROXY: PROXY, NO_PROXY: '*', no_proxy: '' }, undefined],
    ['none for loopback', 'https://localhost/', { HTTPS_PROXY: PROXY }, undefined],
    ['none for http', 'http://api.zone.example/', { HTTPS_PROXY: PROXY }, undefined],
  ])('%s', (_case, address, environment, variable) => {
    expect(used(address, environment)).toBe(variable);
  });

  test.each([
    ['proxy:8080', 'http://proxy:8080/'],
    [' me:pass-word@proxy:8080\r', 'http://me:pass-word@proxy:8080/'],
    ['[::1]:8080', 'http://[::1]:8080/'],
  ])('is an http one without a scheme: %j', (value, url) => {
    expect(proxyFor(new URL(ADDRESS), { HTTPS_PROXY: value })).toMatchObject({ url });
  });

  test.each(['ftp://proxy', 'socks5://proxy:1', 'http://', 'me:pass word@proxy:port', 'http://me:%zz@proxy'])(
    'is refused without being shown: %s',
    (value) => {
      expect(used(ADDRESS, { HTTPS_PROXY: value })).toBe(
        'the environment variable HTTPS_PROXY is not the address of an HTTP proxy',
      );
    },
  );

  test.each<readonly [string, boolean, string?]>([
    ['*', false],
    ['', true],
    ['api.zone.example', false],
    ['API.Zone.Example', false],
    ['zone.example', false],
    ['.zone.example', false],
    ['*.zone.example', false],
    ['one.example', true],
    ['api.zone.example.com', true],
    ['other.example, zone.example', false],
    ['other.example zone.example', false],
    ['zone.example:443', false],
    ['zone.example:8443', true],
    ['.', true],
    [',,', true],
    ['zone.example:8443', false, 'https://api.zone.example:8443/'],
    ['zone.example:443', true, 'https://api.zone.example:8443/'],
    ['zone.example', false, 'https://api.zone.example:8443/'],
    [',', true, 'https://api.zone.example./'],
  ])('with NO_PROXY=%s: through it %s', (noProxy, through, address = ADDRESS) => {
    for (const name of ['NO_PROXY', 'no_proxy'])
      expect(used(address, { HTTPS_PROXY: PROXY, [name]: noProxy })).toBe(
        through ? 'HTTPS_PROXY' : undefined,
      );
  });
});
