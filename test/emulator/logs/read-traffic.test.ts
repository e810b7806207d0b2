import { pointerTo } from '../../../emulator/checks/reader';
import { readTraffic } from '../../../emulator/logs/read-traffic';

const read = (document: unknown) => readTraffic(document, 'example.com');

function pointers(document: unknown): readonly string[] {
  const checked = read(document);
  return checked.ok ? [] : checked.problems.map((problem) => pointerTo(problem.path));
}

const exchange = (request: unknown) => {
  const checked = read({ requests: [request] });
  return checked.ok ? checked.value.exchanges[0] : checked.problems;
};

describe('a traffic document', () => {
  it('fills in what a request leaves out', () => {
    expect(read({ requests: [{}] })).toEqual({
      ok: true,
      value: {
        push: true,
        exchanges: [
          {
            method: 'GET',
            host: 'example.com',
            uri: '/',
            clientIp: '192.0.2.1',
            status: 200,
            bytes: 0,
            durationMs: 0,
            headers: { request: [], 'transformed request': [], response: [], 'transformed response': [] },
            isAttack: false,
            subrequests: [],
          },
        ],
      },
    });
  });

  it('accepts every member of a request', () => {
    const request = {
      method: 'PURGE',
      host: 'shop.example.com',
      path: '/a?b=c',
      headers: [
        ['X-One', '1'],
        ['x-one', '2'],
      ],
      clientIp: '2001:db8::1',
      response: { status: 404, headers: { Server: 'origin', 'Set-Cookie': ['a=1', 'b=2'] }, bytes: 5 },
      transformed: { request: { 'X-One': '3' }, response: [] },
      durationMs: 12,
      attack: true,
      subrequests: [{ host: 'origin.example' }],
    };
    expect(exchange(request)).toEqual({
      method: 'PURGE',
      host: 'shop.example.com',
      uri: '/a?b=c',
      clientIp: '2001:db8::1',
      status: 404,
      bytes: 5,
      durationMs: 12,
      headers: {
        request: [
          ['x-one', '1'],
          ['x-one', '2'],
        ],
        'transformed request': [['x-one', '3']],
        response: [
          ['server', 'origin'],
          ['set-cookie', 'a=1'],
          ['set-cookie', 'b=2'],
        ],
        'transformed response': [],
      },
      isAttack: true,
      subrequests: [{ ...exchange({}), host: 'origin.example' }],
    });
  });

  it('uses the Host header, and the headers of the previous stage if nothing changed', () => {
    expect(
      exchange({ headers: { HOST: 'www.example.com' }, response: { headers: { a: 'b' } } }),
    ).toMatchObject({
      host: 'www.example.com',
      headers: {
        'transformed request': [['host', 'www.example.com']],
        'transformed response': [['a', 'b']],
      },
    });
  });

  it('reads an undefined member as absent, as test suites write it', () => {
    expect(exchange({ path: undefined, headers: undefined, response: { status: undefined } })).toEqual(
      exchange({}),
    );
  });

  it('keeps a header whose name is a member of every object', () => {
    const headers = JSON.parse('{ "__proto__": "a", "constructor": "b" }') as unknown;
    expect(exchange({ headers })).toMatchObject({
      headers: {
        request: [
          ['__proto__', 'a'],
          ['constructor', 'b'],
        ],
      },
    });
  });

  it.each<[string, unknown, string]>([
    ['a list', [], ''],
    ['null', null, ''],
    ['no requests', {}, '/requests'],
    ['requests that are not a list', { requests: {} }, '/requests'],
    ['an unknown member', { requests: [], pushes: true }, '/pushes'],
    ['push that is not a boolean', { requests: [], push: 'no' }, '/push'],
    ['a request that is a text', { requests: ['/'] }, '/requests/0'],
    ['null for a request', { requests: [{}, null] }, '/requests/1'],
  ])('is refused if it is %s', (_name, document, pointer) => {
    expect(pointers(document)).toEqual([pointer]);
  });

  it.each<[string, unknown, string]>([
    ['an unknown member', { url: '/' }, '/url'],
    ['a method with a space', { method: 'GET /' }, '/method'],
    ['an empty method', { method: '' }, '/method'],
    ['a host with a path', { host: 'a/b' }, '/host'],
    ['a host that is null', { host: null }, '/host'],
    ['a path without its slash', { path: 'a' }, '/path'],
    ['a path with a space', { path: '/a b' }, '/path'],
    ['an invalid address', { clientIp: '300.1.1.1' }, '/clientIp'],
    ['an address that is a number', { clientIp: 1 }, '/clientIp'],
    ['a negative duration', { durationMs: -1 }, '/durationMs'],
    ['a duration beyond a day', { durationMs: 86_400_001 }, '/durationMs'],
    ['headers that are a text', { headers: 'a: b' }, '/headers'],
    ['headers that are null', { headers: null }, '/headers'],
    ['a line that is a text', { headers: ['a: b'] }, '/headers/0'],
    ['a line without a value', { headers: [['a']] }, '/headers/0'],
    ['a line of three', { headers: [['a', 'b', 'c']] }, '/headers/0'],
    ['a name with a colon', { headers: [['a:', 'b']] }, '/headers/0/0'],
    ['a name that is empty', { headers: { '': 'b' } }, '/headers/'],
    ['a value that is a number', { headers: { a: 1 } }, '/headers/a'],
    ['a list with a number', { headers: { a: ['b', 1] } }, '/headers/a/1'],
    ['a value of two lines', { headers: { a: 'b\r\nc: d' } }, '/headers/a'],
    ['a value that UTF-8 cannot say', { headers: { a: '\ud800' } }, '/headers/a'],
    ['a response that is a number', { response: 200 }, '/response'],
    ['an unknown member of the response', { response: { body: 'a' } }, '/response/body'],
    ['a status below 100', { response: { status: 99 } }, '/response/status'],
    ['a status in quotes', { response: { status: '200' } }, '/response/status'],
    ['bytes that are not a whole number', { response: { bytes: 1.5 } }, '/response/bytes'],
    ['invalid transformed lines', { transformed: { request: 1 } }, '/transformed/request'],
    ['an unknown transform', { transformed: { url: '/' } }, '/transformed/url'],
  ])('is refused for %s', (_name, request, pointer) => {
    expect(pointers({ requests: [{}, request] })).toEqual([`/requests/1${pointer}`]);
  });

  it('is refused with all problems at once', () => {
    const request = { path: 'a', headers: [['b'], ['c:', 1]], response: { status: 0 } };
    expect(pointers({ requests: [request], push: 1 })).toEqual([
      '/push',
      '/requests/0/headers/0',
      '/requests/0/headers/1/0',
      '/requests/0/headers/1/1',
      '/requests/0/path',
      '/requests/0/response/status',
    ]);
  });
});
