import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { TrafficRequest } from '../../../emulator';
import { EXAMPLE_BUCKET, EXAMPLE_LOG_FIELDS } from '../example';
import { expectEqual } from '../expectations';
import type { Step } from '../stage';

/** A request with more than the zone logs: a repeated header, headers that are not configured, three cookies. */
const REQUEST: TrafficRequest = {
  path: '/checkout',
  headers: [
    ['User-Agent', 'demo'],
    ['X-Request-Id', '4f1c'],
    ['X-Request-Id', 'a second one'],
    ['Content-Type', 'application/json'],
    ['Authorization', 'not for the log'],
    ['Cookie', 'session_id=s-81; SESSION_ID=other; cart_id=c-7; theme=dark'],
  ],
  response: {
    status: 201,
    headers: [
      ['Server-Timing', 'db;dur=12'],
      ['Set-Cookie', 'theme=light'],
    ],
  },
};

/** The part of it that the zone's configuration logs. */
const LOGGED = {
  RequestHeaders: { 'content-type': 'application/json', 'x-request-id': '4f1c' },
  ResponseHeaders: { 'server-timing': 'db;dur=12' },
  Cookies: { cart_id: 'c-7', session_id: 's-81' },
};

export const logEntryStep: Step = {
  title: 'A request through the zone',
  why: 'It produces a log entry with the configured headers and cookies.',
  async run({ story, emulator, zoneId, logFolder }) {
    await emulator.control.traffic.send(zoneId, [REQUEST]);
    const delivered = deliveredEntries(join(logFolder, EXAMPLE_BUCKET));
    const [entry] = delivered;
    expectEqual('the number of log entries', delivered.length, 1);
    story.output(JSON.stringify(entry, undefined, 2).split('\n'));
    expectEqual(
      'the log fields of the entry',
      Object.keys(entry ?? {}).sort(),
      [...EXAMPLE_LOG_FIELDS].sort(),
    );
    const { RequestHeaders, ResponseHeaders, Cookies } = entry ?? {};
    expectEqual('the content of the entry', { RequestHeaders, ResponseHeaders, Cookies }, LOGGED);
    story.check('read from the delivered file: only what is configured');
  },
};

/** The log entries of all files in a folder of the object store. */
function deliveredEntries(folder: string): readonly Readonly<Record<string, unknown>>[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.log.gz'))
    .flatMap((entry) =>
      gunzipSync(readFileSync(join(entry.parentPath, entry.name)))
        .toString()
        .trim()
        .split('\n'),
    )
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
