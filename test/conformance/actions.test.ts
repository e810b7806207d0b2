import { DEFAULT_ZONE_ID } from '../../emulator';
import { until } from '../provider-shim/sdk/plugin/engine';
import { callProvider, type CalledProvider } from './called-provider';
import type { Reply } from './provider-client';
import { wireValue } from './wire-value';

/** What an engine from Terraform 1.14 on does with the actions, in its calls. */
let provider: CalledProvider;

const DESTINATION = 'https://logs.example.com/http?header_X-Key=planted-secret';
const ZONE = `example.com (${DEFAULT_ZONE_ID})`;

beforeAll(async () => {
  provider = await callProvider();
  await provider.configure();
  provider.emulator.control.editZone(DEFAULT_ZONE_ID, ({ logpush }) => {
    const job = { dataset: 'http_requests', destination_conf: DESTINATION };
    Object.assign(logpush, { jobs: [true, false].map((enabled) => ({ ...job, enabled })) });
  });
});
afterAll(() => provider.end());
afterEach(() => {
  provider.emulator.control.destinations.accept();
});

/** The texts of the progress, then the errors. */
async function invoked(actionType: string, config: object): Promise<readonly unknown[]> {
  const given = wireValue({ zone_id: DEFAULT_ZONE_ID, timeout: null, ...config });
  const { diagnostics } = await provider.call('PlanAction', { actionType, config: given });
  expect(diagnostics).toEqual([]);
  const events = await provider.stream('InvokeAction', { actionType, config: given });
  return events.flatMap(({ progress, completed }) =>
    completed
      ? ((completed as Reply)['diagnostics'] as Reply[]).map(({ summary }) => summary)
      : [(progress as Reply)['message']],
  );
}

const CHECK = 'Asking the service whether the destination accepts log entries';

test.each<readonly [string, () => void, object, readonly string[]]>([
  ['accepts logs', () => undefined, {}, [CHECK]],
  [
    'refuses them, without its secrets',
    () => provider.emulator.control.destinations.refuse(DESTINATION, 'HTTP 403: planted-secret'),
    {},
    [CHECK, `The service cannot deliver the logs of zone ${ZONE} there: HTTP 403: (redacted).`],
  ],
  [
    'is ephemeral, invoked by hand',
    () => undefined,
    { destination_conf: null },
    ['The destination has an ephemeral value, which the engine does not keep for -invoke.'],
  ],
])('a destination that %s', async (_case, prepare, config, events) => {
  prepare();
  expect(
    await invoked('zone_logpush_destination_check', { destination_conf: DESTINATION, ...config }),
  ).toEqual(events);
});

const ASKED = expect.stringMatching(/^Waiting for a delivery of log push job \d+ \(\d+ s of \w+\)$/);

test.each<readonly [string, object, string]>([
  ['that is not there', { job_id: 99 }, `The log push job 99 of zone ${ZONE} is not there.`],
  ['that is off', { job_id: 2 }, `The log push job 2 of zone ${ZONE} is off.`],
])('a job %s fails at once', async (_case, config, error) => {
  expect(await invoked('zone_logpush_delivery', config)).toEqual([ASKED, error]);
});

/** What a wait comes to once the job has been asked twice and something happens. */
async function awaited(happens: () => void): Promise<unknown> {
  const { control } = provider.emulator;
  control.clearJournal();
  const waiting = invoked('zone_logpush_delivery', { job_id: 1, timeout: '1h' });
  await until(() => control.journal({ operation: 'logpush.jobs.get' }).length > 1);
  control.clock.advance(1_000);
  happens();
  return (await waiting).filter((event) => !ASKED.asymmetricMatch(event));
}

test('the first delivery or failure after the start ends the wait, and no one before it', async () => {
  const { traffic, destinations } = provider.emulator.control;
  const deliver = (): void => void traffic.send(DEFAULT_ZONE_ID, [{ path: '/' }]);
  const fail = (): void => {
    destinations.refuse(DESTINATION, 'HTTP 500: planted-secret');
    deliver();
  };
  const failure = expect.stringMatching(
    /^The log push job 1 of zone .* failed to deliver at 2\S+Z: HTTP 500: \(redacted\)\.$/,
  );
  expect([await awaited(deliver), await awaited(fail), await awaited(fail)]).toEqual([
    [],
    [failure],
    [failure],
  ]);
  destinations.accept();
  expect(await awaited(deliver)).toEqual([]);
});
