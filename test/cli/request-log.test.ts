import { createColors } from 'picocolors';
import { requestLine } from '../../cli/commands/emulator-announcement';
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

test.each([
  [{}, '  404  GET    /client/v4/zones'],
  [{ status: 200, operation: 'rulesets.list' }, '  200  GET    /client/v4/zones  rulesets.list'],
  [
    { method: 'DELETE', status: null, fault: 'cut', servedStatus: 200 },
    '  cut  DELETE /client/v4/zones  fault: cut, served 200',
  ],
  [
    { method: 'POST', status: 429, fault: 'rate-limit', servedStatus: null },
    '  429  POST   /client/v4/zones  fault: rate-limit, not served',
  ],
] as const)('the request log prints %j', (entry, line) => {
  expect(requestLine({ ...ENTRY, ...entry }, createColors(false))).toBe(line);
});
