import { logpushDeliverySchema, logpushDestinationCheckSchema, logpushJobSchema } from '../../schema';
import { emulatedZone, ZONE } from './api/emulated-zone';
import { virtualTime } from './api/virtual-time';
import { objectCalls } from './resources/stored-object';
import { shownDiagnostics, type Connected } from './sdk/framework/connected';
import { encoded, valueOf } from './sdk/framework/plain';

/** What a wait for a delivery comes to: what the job has when the wait begins × what it has from the third question on. */

const [BEFORE, SINCE] = ['2025-01-01T00:00:00Z', '2025-01-02T00:00:00Z'];
const delivered = (last_complete: string) => ({ last_complete });
const failed = (last_error: string, error_message: string | null = 'HTTP 500: planted-secret') => ({
  last_error,
  error_message,
});
const DESTINATION = 'https://logs.example.com/?header_X-Key=planted-secret';
const OFF = { enabled: false };

/** What is said, and after how many questions. */
async function awaited(before: object | null, since: object | null): Promise<readonly [string, number]> {
  let asked = 0;
  const time = virtualTime();
  const edit = (job: object | null): void =>
    void emulator.control.editZone(ZONE, ({ logpush }) => {
      if (job) Object.assign(logpush.jobs?.[0] ?? {}, job);
      else logpush.jobs?.splice(0);
    });
  const onRequest = (): void => void ((asked += 1) === 3 && edit(since));
  const jobs = [{ id: 1, enabled: true, destination_conf: DESTINATION }];
  const { emulator, client, reads } = await emulatedZone({ logpush: { jobs } }, {}, { time, onRequest });
  edit(before);
  const calls = objectCalls(logpushJobSchema, emulator, (one) => ({ ...one, api: client, reads, time }));
  const said = await invoked(logpushDeliverySchema, { job_id: 1, timeout: '1m' }, await calls.begin());
  const questions = emulator.control.journal({ operation: 'logpush.jobs.get' }).length;
  return [said.replace(/^The log push job 1 of zone \S+ \(\w+\) /, ''), questions];
}

type Schema = Parameters<typeof valueOf>[0];

/** What an action says at its end. */
async function invoked(schema: Schema, given: object, { stream }: Connected): Promise<string> {
  const said: string[] = [];
  const config = encoded(schema, valueOf(schema, { zone_id: ZONE, ...given }));
  await stream('InvokeAction', { actionType: schema.type, config }, ({ completed }) => {
    said.push(...(completed ? shownDiagnostics(completed.diagnostics) : []).map(({ summary }) => summary));
  });
  return said.join();
}

test.each<readonly [string, object | null, object | null, says: string, asked: number]>([
  ['never did, and does', {}, delivered(SINCE), '', 3],
  ['did before, and does again', delivered(BEFORE), delivered(SINCE), '', 3],
  ['failed before, and delivers', failed(BEFORE), delivered(SINCE), '', 3],
  ['never did, and fails', {}, failed(SINCE), `failed to deliver at ${SINCE}: HTTP 500: (redacted).`, 3],
  [
    'failed before, and fails again',
    failed(BEFORE),
    failed(SINCE),
    `failed to deliver at ${SINCE}: HTTP 500: (redacted).`,
    3,
  ],
  [
    'did before, and fails without a reason',
    delivered(BEFORE),
    failed(SINCE, null),
    `failed to deliver at ${SINCE}: no reason given.`,
    3,
  ],
  [
    'did both before, and nothing else',
    { ...delivered(BEFORE), ...failed(BEFORE) },
    {},
    'has neither delivered nor failed within 1m.',
    12,
  ],
  ['is off', OFF, {}, 'is off.', 1],
  ['is turned off', {}, OFF, 'is off.', 3],
  ['is not there', null, {}, 'is not there.', 1],
  ['is deleted', {}, null, 'is not there.', 3],
])('a job that %s', async (_which, before, since, ...expected) => {
  expect(await awaited(before, since)).toEqual(expected);
});

const NOT_THERE = `The service cannot deliver the logs of zone example.com (${ZONE}) there: `;
const EPHEMERAL = 'The destination has an ephemeral value, which the engine does not keep for -invoke.';

test.each<readonly [string, string | null, string | undefined, says: string]>([
  ['accepts logs', DESTINATION, undefined, ''],
  ['refuses them', DESTINATION, 'HTTP 403: planted-secret', `${NOT_THERE}HTTP 403: (redacted).`],
  ['refuses them without a reason', DESTINATION, '', `${NOT_THERE}no reason given.`],
  ['is ephemeral, invoked by hand', null, undefined, EPHEMERAL],
])('a destination that %s', async (_which, destination_conf, reason, says) => {
  const { emulator } = await emulatedZone();
  if (reason !== undefined) emulator.control.destinations.refuse(DESTINATION, reason);
  const walk = await objectCalls(logpushJobSchema, emulator).begin();
  const given = { destination_conf, timeout: '1m' };
  expect(await invoked(logpushDestinationCheckSchema, given, walk)).toBe(says);
});
