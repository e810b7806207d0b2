import { proxyFor } from '../../../provider-shim/api/address/proxy';

const PROXY = 'http://me:pass-word@proxy.example:3128/path?x#y';
const ADDRESS = 'https://api.zone.example/client/v4';
const OTHER_PORT = 'https://api.zone.example:8443/';
const but = (NO_PROXY: string) => ({ HTTPS_PROXY: PROXY, NO_PROXY });

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
    ['none for the port of NO_PROXY', OTHER_PORT, but('zone.example:8443'), undefined],
    ['none for any port', OTHER_PORT, but('zone.example'), undefined],
    ['that for another port', OTHER_PORT, but('zone.example:443'), 'HTTPS_PROXY'],
    ['that for a name with its dot', 'https://api.zone.example./', but(','), 'HTTPS_PROXY'],
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

  test.each([
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
  ])('with NO_PROXY=%s: through it %s', (noProxy, through) => {
    for (const name of ['NO_PROXY', 'no_proxy'])
      expect(used(ADDRESS, { HTTPS_PROXY: PROXY, [name]: noProxy })).toBe(
        through ? 'HTTPS_PROXY' : undefined,
      );
  });
});
