import { DEFAULT_ZONE_ID, type Model } from '../../../emulator';
import type { TrafficRequest } from '../../../emulator/logs/traffic';
import { type FieldsRule as Rule, logZone } from './log-zone';

const named = (...names: readonly string[]) => names.map((name) => ({ name }));

/** The custom fields of the request's log entry. */
function logged(request: TrafficRequest, rules: readonly Rule[], model: Model = 'specification') {
  const job = { logpull_options: 'fields=RequestHeaders,Cookies,ResponseHeaders' };
  return JSON.parse(logZone(job, rules, model).logged(request)[0] ?? '') as unknown;
}

const request = (...names: readonly string[]) => ({ request_fields: named(...names) });
const response = (...names: readonly string[]) => ({ response_fields: named(...names) });
const cookies = (...names: readonly string[]) => ({ cookie_fields: named(...names) });
const raw = (...names: readonly string[]) => ({ raw_response_fields: named(...names) });
const ALL = ['set-cookie', 'server'].map((name) => ({ name, preserve_duplicates: true }));

const NOTHING = { RequestHeaders: {}, Cookies: {}, ResponseHeaders: {} };

const COOKIES = 'Session=a=b; session=lower; theme="dark mode"; Session=again';

const REQUEST: TrafficRequest = {
  headers: [
    ['X-Id', 'first'],
    ['x-id', 'second'],
    ['Accept', '*/*'],
    ['Cookie', COOKIES],
    ['Cookie', 'late=1'],
  ],
  response: {
    headers: { 'Set-Cookie': ['a=1', 'b=2'], Server: 'origin', ETag: '"1"' },
  },
  transformed: {
    request: { 'X-Id': ['made', 'made too'], Accept: 'text/html' },
    response: { 'Set-Cookie': ['c=3', 'd=4'], Server: 'edge' },
  },
};

const OF_SEVERAL = [
  request('accept'),
  { enabled: false, ...request('x-id'), ...cookies('theme') },
  { ...request('accept'), ...cookies('late') },
];

describe('docs/internals/service.md 1.1, 4.1, 8: a log entry has only the configured headers and cookies', () => {
  it.each<[string, readonly Rule[], object?, object?, object?]>([
    ['nothing without rules', []],
    ['the first of a request header in any case', [request('x-id')], { 'x-id': 'first' }],
    ['the whole first Cookie header, listed as one', [request('cookie')], { cookie: COOKIES }],
    [
      'cookies in the same case',
      [cookies('Session', 'SESSION', 'theme')],
      {},
      { Session: 'a=b', theme: '"dark mode"' },
    ],
    ['nothing that was not sent', [{ ...request('x-other', 'server'), ...cookies('x') }]],
    [
      'the first of a response header',
      [response('set-cookie', 'server')],
      {},
      {},
      { 'set-cookie': 'a=1', server: 'origin' },
    ],
    [
      'all lists',
      [{ ...request('accept'), ...cookies('late'), ...response('etag') }],
      { accept: '*/*' },
      { late: '1' },
      { etag: '"1"' },
    ],
    ['the names of all enabled rules, each once', OF_SEVERAL, { accept: '*/*' }, { late: '1' }],
  ])('%s', (_name, rules, RequestHeaders = {}, Cookies = {}, ResponseHeaders = {}) => {
    expect(logged(REQUEST, rules)).toEqual({ RequestHeaders, Cookies, ResponseHeaders });
  });

  const OF_REQUEST = { logpull_options: 'fields=RequestHeaders' };

  it('in the order of the configuration', () => {
    const lines = logZone(OF_REQUEST, [request('b', 'a')]).logged({ headers: { a: '1', b: '2' } });
    expect(lines).toEqual(['{"RequestHeaders":{"b":"2","a":"1"}}']);
  });

  it('even with names that every object has', () => {
    const headers = JSON.parse('{ "__proto__": "a" }') as Record<string, string>;
    const lines = logZone(OF_REQUEST, [request('__proto__', 'constructor')]).logged({ headers });
    expect(lines).toEqual(['{"RequestHeaders":{"__proto__":"a"}}']);
  });

  it('with what is configured when the request is made', () => {
    const { control, logged: send } = logZone(OF_REQUEST, [request('accept')]);
    expect(send(REQUEST)).toEqual(['{"RequestHeaders":{"accept":"*/*"}}']);
    control.deleteRuleset(DEFAULT_ZONE_ID, 'http_log_custom_fields');
    expect(send(REQUEST)).toEqual(['{"RequestHeaders":{}}']);
  });
});

describe('docs/internals/service.md 1.2 and 4.2: the five lists of the production service', () => {
  it.each<[string, Rule | readonly Rule[], object?, object?]>([
    ['request_fields: originals', request('x-id'), { 'x-id': 'first' }],
    ['what transform rules made', { transformed_request_fields: named('x-id') }, { 'x-id': 'made' }],
    [
      'response_fields: what they made, if anything',
      response('set-cookie', 'etag'),
      {},
      { 'set-cookie': 'c=3' },
    ],
    ['raw_response_fields: originals', raw('set-cookie', 'etag'), {}, { 'set-cookie': 'a=1', etag: '"1"' }],
    ['all instances', { response_fields: ALL }, {}, { 'set-cookie': ['c=3', 'd=4'], server: ['edge'] }],
    [
      'all instances if one of several rules says so',
      [response('server'), { response_fields: ALL }, response('set-cookie')],
      {},
      { 'set-cookie': ['c=3', 'd=4'], server: ['edge'] },
    ],
    [
      'all of originals',
      { raw_response_fields: ALL },
      {},
      { 'set-cookie': ['a=1', 'b=2'], server: ['origin'] },
    ],
    ['both side by side', { ...response('server'), ...raw('etag') }, {}, { server: 'edge', etag: '"1"' }],
  ])('%s', (_name, rule, RequestHeaders = {}, ResponseHeaders = {}) => {
    expect(logged(REQUEST, [rule].flat(), 'today')).toEqual({ RequestHeaders, Cookies: {}, ResponseHeaders });
  });

  it('log unchanged headers of a stage without transform rules', () => {
    const request: TrafficRequest = { headers: { a: '1' }, response: { headers: { b: '2' } } };
    const rule = { transformed_request_fields: named('a'), response_fields: named('b') };
    expect(logged(request, [rule], 'today')).toEqual({
      RequestHeaders: { a: '1' },
      Cookies: {},
      ResponseHeaders: { b: '2' },
    });
  });
});

describe('docs/internals/service.md 8: 8 KB for request headers, cookies and response headers combined', () => {
  const text = (length: number) => 'x'.repeat(length);

  const AFTER = { a: text(8190), b: 'xxx', c: '1', cookie: 'd=1' };
  const OF_ALL: Rule = { ...request('a', 'b', 'c'), ...cookies('d'), ...response('e') };

  /** What is left of the request header a. */
  it.each<[string, TrafficRequest['headers'], Rule, string]>([
    ['keeps what fits exactly, names counted', { a: text(8191) }, request('a'), text(8191)],
    ['cuts the value that crosses the limit', { a: text(9000) }, request('a'), text(8191)],
    ['leaves out everything after it, also what would be small enough', AFTER, OF_ALL, text(8190)],
    ['breaks no character', { a: `${text(8190)}é` }, request('a'), text(8190)],
    ['counts nothing that is not configured', { z: text(9000), a: '1' }, request('a'), '1'],
  ])('%s', (_name, headers, rule, a) => {
    const sent = { ...(headers && { headers }), response: { headers: { e: '' } } };
    expect(logged(sent, [rule])).toEqual({ ...NOTHING, RequestHeaders: { a } });
  });

  it('gives room to request headers, then cookies, then response headers', () => {
    const headers = { a: text(4000), cookie: `b=${text(4000)}` };
    const rule = { response_fields: named('c'), cookie_fields: named('b'), request_fields: named('a') };
    expect(logged({ headers, response: { headers: { c: text(4000) } } }, [rule])).toEqual({
      RequestHeaders: { a: text(4000) },
      Cookies: { b: text(4000) },
      ResponseHeaders: { c: text(8192 - 8002 - 1) },
    });
  });

  it('apply to each log entry separately', () => {
    const sent = { headers: { a: text(8191) } };
    const line = `{"RequestHeaders":{"a":"${text(8191)}"}}`;
    const job = { logpull_options: 'fields=RequestHeaders' };
    expect(logZone(job, [request('a')]).logged(sent, sent)).toEqual([line, line]);
  });

  it('cut within a list of instances', () => {
    const response = { headers: { 'set-cookie': [text(8000), text(8000), text(1)] } };
    const rule = { raw_response_fields: [{ name: 'set-cookie', preserve_duplicates: true }] };
    expect(logged({ response }, [rule], 'today')).toEqual({
      ...NOTHING,
      ResponseHeaders: { 'set-cookie': [text(8000), text(8192 - 8000 - 'set-cookie'.length)] },
    });
  });
});
