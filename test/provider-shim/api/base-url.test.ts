import { parseBaseUrl } from '../../../provider-shim/api/address/base-url';

describe('the base URL', () => {
  test.each([
    ['https', 'https://api.example.com/client/v4', 'https://api.example.com/client/v4/'],
    [
      'several slashes at the end',
      'https://api.example.com/client/v4///',
      'https://api.example.com/client/v4/',
    ],
    ['a port', 'https://api.example.com:8443/v4', 'https://api.example.com:8443/v4/'],
    ['upper case in the host', 'HTTPS://API.Example.com/V4', 'https://api.example.com/V4/'],
    ['http to 127.0.0.1', 'http://127.0.0.1:8787/client/v4', 'http://127.0.0.1:8787/client/v4/'],
    ['http to ::1', 'http://[::1]:8787/v4', 'http://[::1]:8787/v4/'],
    ['http to a name under localhost', 'http://zone.localhost/v4', 'http://zone.localhost/v4/'],
  ])('accepts %s', (_case, text, expected) => {
    expect(String(parseBaseUrl(text))).toBe(expected);
  });

  test.each([
    ['an empty string', '', 'is empty'],
    ['a space in front', ' https://api.example.com', 'has a space, a line break or another character'],
    ['a letter outside ASCII', 'https://api.exämple.com', 'has a space, a line break or another character'],
    ['no scheme', 'api.example.com/client/v4', 'is not an absolute URL'],
    ['a user name', 'https://someone@api.example.com', 'contains a user name or a password'],
    ['a password', 'https://someone:secret-word@api.example.com', 'contains a user name or a password'],
    ['a password alone', 'https://:secret-word@api.example.com', 'contains a user name or a password'],
    ['another scheme', 'ftp://api.example.com', 'allowed are https, and http'],
    ['http to another machine', 'http://api.example.com/client/v4', 'network unencrypted'],
    ['http to a name that begins like loopback', 'http://127.0.0.1.example.com', 'network unencrypted'],
    ['http to a name that ends like localhost', 'http://notlocalhost', 'network unencrypted'],
    ['a query', 'https://api.example.com/v4?key=1', 'has a query or a fragment'],
    ['a fragment', 'https://api.example.com/v4#top', 'has a query or a fragment'],
  ])('refuses %s', (_case, text, says) => {
    expect(parseBaseUrl(text)).toEqual({
      // The engine would quote the line of the attribute, and with it what may be a secret.
      path: /[@?#]/.test(text) ? [] : ['base_url'],
      message: expect.stringMatching(new RegExp(`${says}.*\\.$`)),
      hint: expect.stringMatching(/./),
    });
  });

  test('never repeats a password that it refuses', () => {
    for (const text of [
      'https://me:secret-word@api.example.com',
      'https://me:secret-word@api.example.com:99999',
      'me:secret-word@api.example.com/client/v4',
      'https:/me:secret-word@api.example.com/v4',
      'https://me:secret/secret-word@api.example.com/v4',
      'https://api.example.com/v4?token=secret-word',
      'api.example.com/v4?token=secret-word',
      'https://api.example.com/v4#secret-word',
      'ftp://me:secret-word@api.example.com',
    ]) {
      expect(JSON.stringify(parseBaseUrl(text))).not.toContain('secret-word');
    }
  });
});
