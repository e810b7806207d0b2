import { entryFilter, recordsFor } from '../../../emulator/logs/make-records';
import { entryOf, exchangeOf, jobOf, START } from './log-zone';

const ENTRY = entryOf({
  exchange: exchangeOf({ uri: '/static/app.js?v=1', status: 404, durationMs: 10 }),
  customFields: { RequestHeaders: { a: '1' }, Cookies: {}, ResponseHeaders: {} },
});

const leaf = (key: string, operator: string, value: unknown) => ({ key, operator, value });

const YES = leaf('EdgeResponseStatus', 'eq', 404);
const NO = leaf('EdgeResponseStatus', 'eq', 200);

const passes = (where: unknown, format: 'unixnano' | 'unix' | 'rfc3339' = 'unixnano'): boolean =>
  entryFilter(JSON.stringify({ where }), format)(ENTRY);

describe('docs/internals/service.md 5.5: operators of a filter', () => {
  it.each<[string, string, unknown, boolean]>([
    ['ClientRequestPath', 'eq', '/static/app.js', true],
    ['ClientRequestPath', 'eq', '/STATIC/app.js', false],
    ['EdgeResponseStatus', 'eq', 404, true],
    ['EdgeResponseStatus', 'eq', '404', true],
    ['EdgeResponseStatus', 'eq', '', false],
    ['WAFAttackScore', 'eq', '', false],
    ['WorkerSubrequest', 'eq', false, true],
    ['WorkerSubrequest', 'eq', 'true', false],
    ['RequestHeaders', 'eq', '[object Object]', false],
    ['ClientRequestHost', '!eq', 'example.com', false],
    ['ClientRequestHost', '!eq', 'example.org', true],
    ['EdgeResponseStatus', 'lt', 404, false],
    ['EdgeResponseStatus', 'lt', '405', true],
    ['EdgeResponseStatus', 'leq', 404, true],
    ['EdgeResponseStatus', 'leq', 403, false],
    ['EdgeResponseStatus', 'gt', 404, false],
    ['EdgeResponseStatus', 'gt', 403, true],
    ['EdgeResponseStatus', 'geq', '404', true],
    ['EdgeResponseStatus', 'geq', 405, false],
    ['ClientRequestHost', 'gt', 1, false],
    ['ClientRequestPath', 'startsWith', '/static', true],
    ['ClientRequestPath', 'startsWith', 'static', false],
    ['ClientRequestPath', '!startsWith', '/static', false],
    ['ClientRequestPath', '!startsWith', '/api', true],
    ['ClientRequestPath', 'endsWith', '.js', true],
    ['ClientRequestPath', 'endsWith', '.css', false],
    ['ClientRequestPath', '!endsWith', '.js', false],
    ['ClientRequestPath', '!endsWith', '.css', true],
    ['ClientRequestURI', 'contains', 'app', true],
    ['ClientRequestURI', 'contains', 'v=2', false],
    ['ClientRequestURI', '!contains', 'app', false],
    ['ClientRequestURI', '!contains', 'v=2', true],
    ['BotTags', 'contains', 'api', false],
    ['BotTags', '!contains', 'api', true],
    ['EdgeResponseStatus', 'in', [200, 404], true],
    ['EdgeResponseStatus', 'in', ['404'], true],
    ['EdgeResponseStatus', 'in', [], false],
    ['ClientRequestMethod', 'in', ['POST', 'PUT'], false],
    ['ClientRequestMethod', '!in', ['POST', 'PUT'], true],
    ['EdgeResponseStatus', '!in', [404], false],
    ['EdgeStartTimestamp', 'geq', START * 1_000_000, true],
    ['EdgeEndTimestamp', 'gt', START * 1_000_000, true],
  ])('%s %s %j: %p', (key, operator, value, expected) => {
    expect(passes(leaf(key, operator, value))).toBe(expected);
  });

  it.each([
    ['unix', 'lt', START / 1000 + 1],
    ['rfc3339', 'eq', '2025-01-01T00:00:00Z'],
  ] as const)('compare a time in the format of the job: %s', (format, operator, value) => {
    expect(passes(leaf('EdgeStartTimestamp', operator, value), format)).toBe(true);
  });
});

describe('docs/internals/service.md 5.5: conditions of a filter', () => {
  it.each<[string, unknown, boolean]>([
    ['and, all hold', { and: [YES, YES] }, true],
    ['and, one does not', { and: [YES, NO] }, false],
    ['or, one holds', { or: [NO, YES] }, true],
    ['or, none holds', { or: [NO, NO] }, false],
    ['or within and', { and: [YES, { or: [NO, YES] }] }, true],
    ['and within or', { or: [{ and: [YES, NO] }, NO] }, false],
    ['three levels', { and: [{ or: [{ and: [YES, YES] }, NO] }] }, true],
  ])('%s', (_name, where, expected) => {
    expect(passes(where)).toBe(expected);
  });

  it.each([null, ''])('let everything pass without a filter: %j', (filter) => {
    expect(entryFilter(filter, 'unixnano')(ENTRY)).toBe(true);
  });

  it('decide on records by fields that the job does not log', () => {
    const filter = JSON.stringify({ where: leaf('EdgeResponseStatus', 'geq', 500) });
    const entries = [200, 503, 404, 500].map((status, index) =>
      entryOf({ rayId: String(index).repeat(16), exchange: exchangeOf({ status }) }),
    );
    const records = recordsFor(jobOf({ filter }), entries);
    expect(records).toEqual([
      { at: START, text: '{"RayID":"1111111111111111"}\n' },
      { at: START, text: '{"RayID":"3333333333333333"}\n' },
    ]);
  });
});
