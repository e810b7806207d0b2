import { readTraffic, cookiesOf } from '../../../emulator/logs/traffic';
import { exchangeOf } from './log-zone';

const read = (document: unknown) => readTraffic(document, 'example.com');

const exchange = (request: unknown) => {
  const checked = read({ requests: [request] });
  return checked.ok ? checked.value[0] : checked.problems;
};

describe('a traffic document', () => {
  it('fills in what a request leaves out', () => {
    expect(read({ requests: [{}] })).toEqual({
      ok: true,
      value: [exchangeOf()],
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
    };
    expect(exchange(request)).toEqual({
      method: 'PURGE',
      host: 'shop.example.com',
      uri: '/a?b=c',
      clientIp: '2001:db8::1',
      status: 404,
      bytes: 5,
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
});

describe('cookies of a request', () => {
  it.each([
    ['none', '', {}],
    ['one', 'a=1', { a: '1' }],
    ['two', 'a=1; b=2', { a: '1', b: '2' }],
    ['two without a space', 'a=1;b=2', { a: '1', b: '2' }],
    ['names that differ in case', 'a=1; A=2', { a: '1', A: '2' }],
    ['a value with an equals sign', 'a=b=c==', { a: 'b=c==' }],
    ['a quoted value', 'a="b c"', { a: '"b c"' }],
    ['an empty value', 'a=; b=2', { a: '', b: '2' }],
    ['spaces around', ' a = 1 ;\tb=2 ', { a: '1', b: '2' }],
    ['what is no pair', 'a; ; b=2;', { b: '2' }],
  ])('reads %s', (_name, value, cookies) => {
    expect(cookiesOf([['cookie', value]])).toEqual(Object.entries(cookies));
  });

  it('reads every Cookie line and a repeated name, and nothing else', () => {
    const lines = [
      ['cookie', 'a=1; a=2'],
      ['set-cookie', 'b=2'],
      ['cookie', 'c=3'],
    ] as const;
    expect(cookiesOf(lines)).toEqual([
      ['a', '1'],
      ['a', '2'],
      ['c', '3'],
    ]);
  });
});
