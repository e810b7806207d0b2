import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { TrafficRequest } from '../../../emulator';
import { CommandFailure } from '../../failure';
import { expectEqual } from '../expectations';
import type { Stage, Step } from '../stage';

/** Where the job delivers to; a scheme that needs no proof of ownership. */
const BUCKET = 'demo-logs';
const DESTINATION = `r2://${BUCKET}/http?account-id=demo&access-key-id=demo&secret-access-key=demo`;

/** A request with more than the zone logs: a header twice, ones that are not configured, three cookies. */
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

/** What of it the zone's configuration lets into the log. */
const LOGGED = {
  RequestHeaders: { 'content-type': 'application/json', 'x-request-id': '4f1c' },
  ResponseHeaders: { 'server-timing': 'db;dur=12' },
  Cookies: { cart_id: 'c-7', session_id: 's-81' },
};

export const logEntryStep: Step = {
  title: 'A request through the zone',
  why: 'It leaves a log entry with the configured headers and cookies, and no others.',
  async run(stage) {
    const { story, emulator, zoneId, logFolder } = stage;
    await createJob(stage);
    story.check('a log push job lists RequestHeaders, ResponseHeaders and Cookies');

    await emulator.control.traffic.send(zoneId, [REQUEST]);
    const delivered = deliveredEntries(join(logFolder, 'r2', BUCKET));
    const [entry] = delivered;
    expectEqual('the number of log entries', delivered.length, 1);
    story.output(JSON.stringify(entry, undefined, 2).split('\n'));
    const { RequestHeaders, ResponseHeaders, Cookies } = entry ?? {};
    expectEqual('what the entry holds', { RequestHeaders, ResponseHeaders, Cookies }, LOGGED);
    story.check('read from the delivered file: nothing that is not configured');
  },
};

/** Creates the job as a client of the API. */
async function createJob({ story, emulator, zoneId, env }: Stage): Promise<void> {
  story.command('curl -X POST $ZONEWRIGHT_BASE_URL/zones/$ZONE_ID/logpush/jobs -d @job.json');
  const response = await fetch(`${emulator.baseUrl}/zones/${zoneId}/logpush/jobs`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${env['ZONEWRIGHT_API_TOKEN'] ?? ''}`,
    },
    body: JSON.stringify({
      name: 'demo',
      destination_conf: DESTINATION,
      dataset: 'http_requests',
      enabled: true,
      logpull_options:
        'fields=RayID,EdgeStartTimestamp,RequestHeaders,ResponseHeaders,Cookies&timestamps=rfc3339',
    }),
  });
  if (response.ok) return;
  throw new CommandFailure({
    code: 'demo_job',
    message: 'the log push job was not created',
    seen: [`${response.status}: ${await response.text()}`],
    hints: ['run `zonewright demo --keep --verbose` and look into the folder that it names'],
  });
}

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
