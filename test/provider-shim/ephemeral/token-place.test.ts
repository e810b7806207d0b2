import { tokenPlace } from '../../../provider-shim/ephemeral/read-token';

describe('the place of a challenge file', () => {
  test.each<readonly [string, string, string]>([
    ['below an absolute folder', '/mnt/bucket', '/mnt/bucket/logs/own.txt'],
    ['below a folder of the root module', 'bucket', '/root/module/bucket/logs/own.txt'],
    ['below a file URL', 'file:///mnt/my%20bucket/', '/mnt/my bucket/logs/own.txt'],
    ['below an address', 'https://store.example.com', 'https://store.example.com/logs/own.txt'],
    [
      'below an address with a path and a signature',
      'https://store.example.com/container/?sv=1&sig=a%2Fb#x',
      'https://store.example.com/container/logs/own.txt?sv=1&sig=a%2Fb',
    ],
  ])('is %s', (_case, readFrom, expected) => {
    const place = tokenPlace(readFrom, '/root/module', 'logs/own.txt');
    expect(place?.kind === 'file' ? place.path : place?.address.href).toBe(expected);
  });

  test('treats characters with a meaning in URLs literally', () => {
    const place = tokenPlace('https://store.example.com/b', '/', '/a b/100%/what?#.txt');
    expect(place).toEqual({
      kind: 'address',
      address: new URL('https://store.example.com/b/a%20b/100%25/what%3F%23.txt'),
    });
  });

  test.each([
    ...['', '/', '..', 'a/../../etc/passwd', './x', 'a\\..\\b', 'a\0b', 'a\nb', 'a\tb', 'a\u001b[2Jb'],
    ...['a\u202eb', 'https://example.com/a', 'C:/a'],
  ])('is never outside of read_from: the name %j is refused', (filename) => {
    expect(tokenPlace('/mnt/bucket', '/', filename)).toBeUndefined();
    expect(tokenPlace('https://store.example.com/b', '/', filename)).toBeUndefined();
  });
});
