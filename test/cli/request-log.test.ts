import { createColors } from 'picocolors';
import { openRequestLog } from '../../cli/commands/emulator-announcement';
import type { JournalEntry } from '../../emulator';

const ENTRY: JournalEntry = {
  number: 1,
  at: '2025-01-01T00:00:00.000000Z',
  method: 'GET',
  path: '/client/v4/zones',
  query: {},
  headers: {},
  body: null,
  operation: null,
  zoneId: null,
  status: 404,
  fault: null,
  servedStatus: 404,
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function openLog() {
  const printed: string[] = [];
  const colors = createColors(false);
  const log = openRequestLog({ out: (text) => printed.push(text), err: () => undefined, colors, width: 80 });
  return { log, printed };
}

test('the request log prints requests a moment later, many at once', () => {
  const { log, printed } = openLog();
  log.add({ ...ENTRY, status: 200, operation: 'rulesets.list' });
  log.add({ ...ENTRY, method: 'DELETE', status: null, fault: 'cut', servedStatus: 200 });
  log.add({ ...ENTRY, method: 'POST', status: 429, fault: 'rate-limit', servedStatus: null });
  expect(printed).toEqual([]);
  jest.advanceTimersByTime(100);
  expect(printed).toEqual([
    '  200  GET    /client/v4/zones  rulesets.list\n  cut  DELETE /client/v4/zones  fault: cut, served 200\n' +
      '  429  POST   /client/v4/zones  fault: rate-limit, not served',
  ]);
  jest.advanceTimersByTime(1000);
  expect(printed).toHaveLength(1);
  log.end();
});

test('the request log prints how many more requests there were, each time', () => {
  const { log, printed } = openLog();
  for (const [round, count] of [1000, 201, 200].entries()) {
    for (let sent = 0; sent < count; sent += 1) log.add(ENTRY);
    jest.advanceTimersByTime(100);
    const lines = (printed[round] ?? '').split('\n');
    expect(lines.filter((line) => line.startsWith('  404  GET '))).toHaveLength(200);
    expect(lines.slice(200)).toEqual(count > 200 ? [`  … ${count - 200} more, in the journal`] : []);
  }
  log.end();
});

test('the request log prints the rest at its end, and nothing after that', () => {
  const { log, printed } = openLog();
  log.add(ENTRY);
  log.end();
  expect(printed).toEqual(['  404  GET    /client/v4/zones']);
  expect(jest.getTimerCount()).toBe(0);
});
