import fc from 'fast-check';
import type { Model } from '../../../emulator';
import {
  configuredNames,
  CUSTOM_FIELD_BYTES,
  customFieldsOf,
  customFieldSources,
} from '../../../emulator/logs/custom-fields';
import type { NamedValue } from '../../../emulator/logs/exchange';
import type { TrafficRequest } from '../../../emulator/logs/traffic';
import { exchangeOf, logFields, logZone } from './log-zone';

type Rule = Parameters<typeof logFields>[1];
const named = (...names: readonly string[]) => names.map((name) => ({ name }));

/** The custom fields of the request's log entry. */
async function logged(request: TrafficRequest, rules: readonly Rule[], model: Model = 'specification') {
  const fields = logZone([{ logpull_options: 'fields=RequestHeaders,Cookies,ResponseHeaders' }], { model });
  logFields(fields, ...rules);
  await fields.traffic.send(fields.zone.id, [request]);
  return JSON.parse(fields.texts()[0] ?? '') as unknown;
}

const NOTHING = { RequestHeaders: {}, Cookies: {}, ResponseHeaders: {} };

const REQUEST: TrafficRequest = {
  headers: [
    ['X-Id', 'first'],
    ['x-id', 'second'],
    ['Accept', '*/*'],
    ['Cookie', 'Session=a=b; session=lower; theme="dark mode"; Session=again'],
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

describe('docs/internals/service.md 1.1, 4.1, 8: a log entry has only the configured headers and cookies', () => {
  it.each<[string, readonly Rule[], object]>([
    ['nothing without rules', [], {}],
    [
      'a request header in any case: its first instance, its original value',
      [{ request_fields: named('x-id') }],
      { RequestHeaders: { 'x-id': 'first' } },
    ],
    [
      'a response header with its first instance and its original value',
      [{ response_fields: named('set-cookie', 'server') }],
      { ResponseHeaders: { 'set-cookie': 'a=1', server: 'origin' } },
    ],
    [
      'cookies in the same case only, from every Cookie line',
      [{ cookie_fields: named('Session', 'SESSION', 'theme', 'late') }],
      { Cookies: { Session: 'a=b', theme: '"dark mode"', late: '1' } },
    ],
    [
      'nothing that was not sent',
      [{ request_fields: named('x-other', 'server'), cookie_fields: named('x') }],
      {},
    ],
    [
      'all three lists',
      [{ request_fields: named('accept'), response_fields: named('etag'), cookie_fields: named('session') }],
      { RequestHeaders: { accept: '*/*' }, Cookies: { session: 'lower' }, ResponseHeaders: { etag: '"1"' } },
    ],
    [
      'the names of all enabled rules, each once',
      [
        { request_fields: named('accept') },
        { enabled: false, request_fields: named('x-id'), cookie_fields: named('theme') },
        { request_fields: named('accept'), cookie_fields: named('late') },
      ],
      { RequestHeaders: { accept: '*/*' }, Cookies: { late: '1' } },
    ],
    [
      'the whole Cookie header, its first line, when it is listed as a header',
      [{ request_fields: named('cookie') }],
      { RequestHeaders: { cookie: 'Session=a=b; session=lower; theme="dark mode"; Session=again' } },
    ],
  ])('%s', async (_name, rules, expected) => {
    expect(await logged(REQUEST, rules)).toEqual({ ...NOTHING, ...expected });
  });

  it('in the order of the configuration', async () => {
    const fields = logZone([{ logpull_options: 'fields=RequestHeaders' }]);
    logFields(fields, { request_fields: named('b', 'a') });
    await fields.traffic.send(fields.zone.id, [{ headers: { a: '1', b: '2' } }]);
    expect(fields.texts()).toEqual(['{"RequestHeaders":{"b":"2","a":"1"}}\n']);
  });

  it('even with names that every object has', async () => {
    const headers = JSON.parse('{ "__proto__": "a" }') as Record<string, string>;
    const fields = logZone([{ logpull_options: 'fields=RequestHeaders' }]);
    logFields(fields, { request_fields: named('__proto__', 'constructor') });
    await fields.traffic.send(fields.zone.id, [{ headers }]);
    expect(fields.texts()).toEqual(['{"RequestHeaders":{"__proto__":"a"}}\n']);
  });

  it('with what is configured when the request is made', async () => {
    const fields = logZone([{ logpull_options: 'fields=RequestHeaders' }]);
    const send = () => fields.traffic.send(fields.zone.id, [REQUEST], { push: false });
    logFields(fields, { request_fields: named('accept') });
    await send();
    logFields(fields);
    await send();
    await fields.traffic.push();
    expect(fields.texts()).toEqual(['{"RequestHeaders":{"accept":"*/*"}}\n{"RequestHeaders":{}}\n']);
  });
});

describe('docs/internals/service.md 1.2 and 4.2: the five lists of the production service', () => {
  it.each<[string, Rule, object]>([
    ['request_fields: originals', { request_fields: named('x-id') }, { RequestHeaders: { 'x-id': 'first' } }],
    [
      'transformed_request_fields: what transform rules made',
      { transformed_request_fields: named('x-id') },
      { RequestHeaders: { 'x-id': 'made' } },
    ],
    [
      'response_fields: what transform rules made of them, if anything',
      { response_fields: named('set-cookie', 'server', 'etag') },
      { ResponseHeaders: { 'set-cookie': 'c=3', server: 'edge' } },
    ],
    [
      'raw_response_fields: originals',
      { raw_response_fields: named('set-cookie', 'etag') },
      { ResponseHeaders: { 'set-cookie': 'a=1', etag: '"1"' } },
    ],
    [
      'preserve_duplicates: all instances, also when there is one',
      {
        response_fields: [
          { name: 'set-cookie', preserve_duplicates: true },
          { name: 'server', preserve_duplicates: true },
        ],
      },
      { ResponseHeaders: { 'set-cookie': ['c=3', 'd=4'], server: ['edge'] } },
    ],
    [
      'preserve_duplicates of originals',
      { raw_response_fields: [{ name: 'set-cookie', preserve_duplicates: true }] },
      { ResponseHeaders: { 'set-cookie': ['a=1', 'b=2'] } },
    ],
    [
      'raw and transformed ones side by side',
      { response_fields: named('server'), raw_response_fields: named('etag') },
      { ResponseHeaders: { server: 'edge', etag: '"1"' } },
    ],
    ['cookie_fields', { cookie_fields: named('late') }, { Cookies: { late: '1' } }],
  ])('%s', async (_name, rule, expected) => {
    expect(await logged(REQUEST, [rule], 'today')).toEqual({ ...NOTHING, ...expected });
  });

  it('log unchanged headers of a stage without transform rules', async () => {
    const request: TrafficRequest = { headers: { a: '1' }, response: { headers: { b: '2' } } };
    const rule = { transformed_request_fields: named('a'), response_fields: named('b') };
    expect(await logged(request, [rule], 'today')).toEqual({
      RequestHeaders: { a: '1' },
      Cookies: {},
      ResponseHeaders: { b: '2' },
    });
  });
});

describe('docs/internals/service.md 8: 8 KB for request headers, cookies and response headers combined', () => {
  const text = (length: number) => 'x'.repeat(length);

  const OF_A: Rule = { request_fields: named('a') };
  const AFTER = { a: text(8190), b: 'xxx', c: '1', cookie: 'd=1' };
  const OF_ALL: Rule = {
    request_fields: named('a', 'b', 'c'),
    cookie_fields: named('d'),
    response_fields: named('e'),
  };

  /** What is left of the request header a. */
  it.each<[string, TrafficRequest, Rule, string]>([
    ['keeps what fits exactly, names counted', { headers: { a: text(8191) } }, OF_A, text(8191)],
    ['cuts the value that crosses the limit', { headers: { a: text(9000) } }, OF_A, text(8191)],
    [
      'leaves out everything after it, also what would be small enough',
      { headers: AFTER, response: { headers: { e: '' } } },
      OF_ALL,
      text(8190),
    ],
    ['breaks no character', { headers: { a: `${text(8190)}é` } }, OF_A, text(8190)],
    ['counts nothing that is not configured', { headers: { z: text(9000), a: '1' } }, OF_A, '1'],
  ])('%s', async (_name, request, rule, a) => {
    expect(await logged(request, [rule])).toEqual({ ...NOTHING, RequestHeaders: { a } });
  });

  it('gives room to request headers, then cookies, then response headers', async () => {
    const headers = { a: text(4000), cookie: `b=${text(4000)}` };
    const rule = { response_fields: named('c'), cookie_fields: named('b'), request_fields: named('a') };
    expect(await logged({ headers, response: { headers: { c: text(4000) } } }, [rule])).toEqual({
      RequestHeaders: { a: text(4000) },
      Cookies: { b: text(4000) },
      ResponseHeaders: { c: text(8192 - 8002 - 1) },
    });
  });

  it('apply to each log entry separately', async () => {
    const fields = logZone([{ logpull_options: 'fields=RequestHeaders' }]);
    logFields(fields, { request_fields: named('a') });
    const request = { headers: { a: text(8191) } };
    await fields.traffic.send(fields.zone.id, [request, request]);
    expect(fields.texts()).toEqual([`{"RequestHeaders":{"a":"${text(8191)}"}}\n`.repeat(2)]);
  });

  it('cut within a list of instances', async () => {
    const response = { headers: { 'set-cookie': [text(8000), text(8000), text(1)] } };
    const rule = { raw_response_fields: [{ name: 'set-cookie', preserve_duplicates: true }] };
    expect(await logged({ response }, [rule], 'today')).toEqual({
      ...NOTHING,
      ResponseHeaders: { 'set-cookie': [text(8000), text(8192 - 8000 - 'set-cookie'.length)] },
    });
  });

  it('hold for any headers: never more, never a broken character, always a prefix of what was sent', () => {
    const names = ['a', 'bb', 'ccc', 'dddd'];
    const value = fc.oneof(
      // A broken character would become the replacement character.
      fc.string({ unit: 'grapheme', maxLength: 60 }).filter((text) => !text.includes('\ufffd')),
      fc
        .tuple(fc.constantFrom('x', 'é', '漢', '😀', 'e\u0301'), fc.integer({ min: 0, max: 9000 }))
        .map(([unit, times]) => unit.repeat(times)),
    );
    const lines = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 12 });
    const zone = logZone([]);
    const all = names.map((name) => ({ name, preserve_duplicates: true }));
    logFields(zone, { request_fields: named(...names), response_fields: all });
    const configured = configuredNames(zone.zone, customFieldSources('today'));
    fc.assert(
      fc.property(lines, lines, (request: NamedValue[], response: NamedValue[]) => {
        const headers = {
          request,
          'transformed request': request,
          response,
          'transformed response': response,
        };
        const data = customFieldsOf(exchangeOf({ headers }), configured);
        const kept = [...Object.entries(data.RequestHeaders), ...Object.entries(data.ResponseHeaders)];
        const values = kept.flatMap(([, held]) => held);
        const bytes = [...kept.map(([name]) => name), ...values].reduce(
          (sum, part) => sum + Buffer.byteLength(part),
          0,
        );
        expect(bytes).toBeLessThanOrEqual(CUSTOM_FIELD_BYTES);
        for (const part of values) expect(part).not.toMatch(/\p{Surrogate}|\ufffd/u);
        for (const [name, held] of Object.entries(data.RequestHeaders)) {
          const sent = request.find(([candidate]) => candidate === name)?.[1];
          expect(sent?.startsWith(held as string)).toBe(true);
        }
        const firsts = new Map([...request].reverse());
        const whole = [...firsts].reduce((sum, line) => sum + Buffer.byteLength(line.join('')), 0);
        if (whole <= CUSTOM_FIELD_BYTES) expect(new Map(Object.entries(data.RequestHeaders))).toEqual(firsts);
        // A character has at most four bytes, so at most three bytes are left if something is cut.
        else
          expect(bytes).toBeGreaterThan(
            CUSTOM_FIELD_BYTES - 4 - Math.max(...names.map((name) => name.length)),
          );
      }),
      { numRuns: 300 },
    );
  });
});
