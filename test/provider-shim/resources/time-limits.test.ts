import type { FaultEffect } from '../../../emulator';
import {
  durationMs,
  logpushDeliverySchema,
  logpushDestinationCheckSchema,
  managedRulesMigrationSchema,
  type ObjectSchema,
} from '../../../schema';
import { Stopped } from '../../../provider-shim/sdk/framework/diagnostics';
import { systemTime, type Time } from '../../../provider-shim/api/pacing/time';
import { emulatedZone, ZONE } from '../api/emulated-zone';
import { shownDiagnostics } from '../sdk/framework/connected';
import { encoded, valueOf, type Plain } from '../sdk/framework/plain';
import { NOTHING, objectCalls, type Stored } from './stored-object';

/**
 * Where two limits of time meet: that of an action or of the wait for a migration, that of a request, its repetitions, the
 * waits that the service asks for, and the engine, which ends everything.
 */

const SECOND = 1000;

/** One clock for all of them, which goes on to what comes next while something waits. */
function oneClock(): Time {
  jest.useFakeTimers({
    now: Date.UTC(2026, 0, 1),
    doNotFake: [
      ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
      ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
    ],
  });
  return {
    now: Date.now,
    async sleep(ms, signal) {
      let isOver = false;
      const goOn = (): void => {
        if (isOver) return;
        jest.advanceTimersToNextTimer();
        setImmediate(goOn);
      };
      setImmediate(goOn);
      await systemTime.sleep(ms, signal);
      isOver = true;
    },
  };
}

interface Given {
  /** The limit itself; null for its default. @default '20s' */
  readonly limit?: string | null;
  /** Seconds that a request has. @default 30 */
  readonly request?: number;
  /** How often one is repeated. @default never */
  readonly retries?: number;
  /** Seconds that pass with each request, which the service never answers. @default it answers at once */
  readonly silent?: number;
  /** What it answers. @default what it has */
  readonly answers?: FaultEffect;
  /** Seconds after which the engine ends it. */
  readonly stop?: number;
}

/** @param saves after how many saves of rules the case begins @param otherwise the default of the limit */
async function limited(schema: ObjectSchema, operation: string, given: Given, otherwise: string, saves = 0) {
  const { request = 30, retries = 0, silent, answers, stop } = given;
  const time = oneClock();
  const caller = new AbortController();
  const { limit = '20s' } = given;
  const limitMs = durationMs(limit ?? otherwise) ?? 0;
  let [since, sent, puts] = [0, 0, 0];
  const begin = (): void => {
    [since, sent] = [Date.now(), 0];
    const delayed = { delayMs: (silent ?? 0) * SECOND, effect: { kind: 'none' } } as const;
    if (silent !== undefined) emulator.control.faults.put([{ match: { operation }, ...delayed }]);
    if (answers) emulator.control.faults.put([{ match: { operation }, effect: answers }]);
    if (stop !== undefined) setTimeout(() => caller.abort(new Stopped()), stop * SECOND);
  };
  const { emulator, client, reads } = await emulatedZone(
    { plan: 'enterprise', logpush: { jobs: [{ id: 1, enabled: true, destination_conf: DESTINATION }] } },
    { finishSeconds: 1_000_000 },
    {
      ...{ time, requestTimeoutMs: request * SECOND, maxRetries: retries },
      // One after the other, so that no time passes for one while another is under way.
      pacing: { maxConcurrent: 1 },
      onRequest: () => void (sent += 1),
    },
    {
      onRequest: ({ method }) => void (method === 'PUT' && (puts += 1) === saves && begin()),
      wait: (ms) => {
        // No further than to the limit, unless that is over and a last look is taken.
        const left = since + limitMs - Date.now();
        jest.advanceTimersByTime(left > 0 ? Math.min(ms, left) : ms);
        return new Promise(() => undefined);
      },
    },
  );
  const calls = objectCalls(schema, emulator, (configured) => ({ ...configured, api: client, reads, time }));
  const spent = (): string => `${(Date.now() - since) / SECOND} s, ${sent} requests`;
  return { limit, calls, begin, caller, spent, emulator };
}
afterEach(() => jest.useRealTimers());

const DESTINATION = 'https://logs.example.com/';
const MIGRATION = { zone_id: ZONE, target_state: 'finished', acknowledge_irreversible: ZONE };

/** What is said of an action, then the seconds and the requests that it took. */
const invoking = (schema: ObjectSchema, operation: string, config: Plain) => async (given: Given) => {
  const { limit, calls, begin, caller, spent } = await limited(schema, operation, given, '10m');
  const all = { zone_id: ZONE, timeout: limit, ...config };
  const walk = await calls.begin();
  begin();
  const said: string[] = [];
  await walk.stream(
    'InvokeAction',
    { actionType: schema.type, config: encoded(schema, valueOf(schema, all)) },
    ({ completed }) => {
      for (const { summary, detail } of completed ? shownDiagnostics(completed.diagnostics) : [])
        said.push(`${summary} ${detail}`);
    },
    caller,
  );
  return [...said, spent()];
};

/** The same of the wait for a migration, once its rules are saved; nothing is in the state while it has not ended. */
async function migrating(given: Given): Promise<readonly string[]> {
  const { limit, calls, caller, spent } = await limited(
    managedRulesMigrationSchema,
    'migration.status',
    given,
    '90m',
    1,
  );
  const config = { ...MIGRATION, timeouts: limit && { create: limit } };
  const plan = await calls.plan(NOTHING, config);
  const { stored, said, details } = await calls.apply(NOTHING, config, plan, caller);
  expect(stored.state).toBeNull();
  return [...said.map((one, index) => `${one.replace('error: ', '')} ${details[index]}`), spent()];
}

const WAITS = {
  check: invoking(logpushDestinationCheckSchema, 'logpush.validate.destination', {
    destination_conf: DESTINATION,
  }),
  delivery: invoking(logpushDeliverySchema, 'logpush.jobs.get', { job_id: 1 }),
  migration: migrating,
};

const LATER = 'Try again later, or increase timeout.';
const unchecked = (limit: string): string =>
  `The service has not checked the destination for zone ${ZONE} within ${limit}. ${LATER}`;
const unshown = (limit: string): string =>
  `The service has not shown the job 1 of zone ${ZONE} within ${limit}. ${LATER}`;
const CUT =
  `POST /zones/${ZONE}/logpush/validate/destination: no complete answer within 9800 ms. The service or the network is ` +
  'slow. Try again, or allow a longer request timeout.';
const UNDELIVERED =
  `The log push job 1 of zone example.com (${ZONE}) has neither delivered nor failed within 20s. Without traffic there is ` +
  'nothing to deliver. Send a request, and wait again by -invoke.';
const unfinished = (seconds: number, status: string): string =>
  `The migration of zone example.com (${ZONE}) did not reach finished within ${seconds} s. ${status} Nothing is lost: the ` +
  'next apply sends nothing again, and waits on. The service can take up to an hour; timeouts sets how long apply waits.';
const FINISHING = `Zone example.com (${ZONE}) is finishing its migration (the service says "pending"): it can no longer be stopped.`;
const unread = (why: string): string =>
  `The status of zone example.com (${ZONE}) could not be read: GET /zones/${ZONE}/waf_migration/status (zone example.com): ${why}.`;
const CANCELLED = 'the request was cancelled before its answer was complete';
const STOPPED_ACTION =
  'The run was stopped before this action finished. The next apply does not invoke it again, unless its resource changes: ' +
  'use -invoke.';
const STOPPED = `GET /zones/${ZONE}/waf_migration/status (zone example.com): ${CANCELLED}. The program was interrupted or told to stop.`;

const OVERLOADED: FaultEffect = { kind: 'rate-limit', retryAfterSeconds: 60 };
const OUTAGE: FaultEffect = { kind: 'answer', status: 503 };

type Said = readonly string[];

describe.each<readonly [string, Given, Said, Said, Said]>([
  [
    'answers come at once',
    {},
    ['0 s, 1 requests'],
    [UNDELIVERED, '20 s, 10 requests'],
    [unfinished(20, FINISHING), '20 s, 10 requests'],
  ],
  [
    'the limit of each request is over first',
    { request: 9.8, silent: 9.8 },
    [CUT, '9.8 s, 1 requests'],
    [unshown('20s'), '20 s, 2 requests'],
    // The last look has its time, also when that of the wait is up.
    [unfinished(20, unread('no complete answer within 9800 ms')), '29.8 s, 3 requests'],
  ],
  [
    'the limit itself is over first, in a request',
    { silent: 20 },
    [unchecked('20s'), '20 s, 1 requests'],
    [unshown('20s'), '20 s, 1 requests'],
    [unfinished(20, unread(CANCELLED)), '20 s, 1 requests'],
  ],
  [
    'the limit itself is over first, in the wait before a repetition',
    { request: 6, silent: 6, retries: 20 },
    [unchecked('20s'), '20 s, 3 requests'],
    [unshown('20s'), '20 s, 3 requests'],
    [unfinished(20, unread(`${CANCELLED} (tried 3 times)`)), '20 s, 3 requests'],
  ],
  [
    'both are over at once',
    { request: 20, silent: 20 },
    [unchecked('20s'), '20 s, 1 requests'],
    [unshown('20s'), '20 s, 1 requests'],
    [unfinished(20, unread(CANCELLED)), '20 s, 1 requests'],
  ],
  [
    'the limit has its default, and a request as long',
    { limit: null, request: 600, silent: 600 },
    [unchecked('10m'), '600 s, 1 requests'],
    [unshown('10m'), '600 s, 1 requests'],
    [unfinished(5400, unread(CANCELLED)), '5400 s, 9 requests'],
  ],
  [
    'the service asks for a longer wait than the limit',
    { answers: OVERLOADED, retries: 20 },
    [unchecked('20s'), '20 s, 1 requests'],
    [unshown('20s'), '20 s, 1 requests'],
    [
      unfinished(
        20,
        unread(
          'the request was cancelled while it waited: the limit of 1200 requests for these credentials, over all programs ' +
            'that use them, is used up until 2026-01-01T00:01:01Z',
        ),
      ),
      '20 s, 1 requests',
    ],
  ],
  [
    'the service fails all the time',
    { answers: OUTAGE, retries: 20 },
    [unchecked('20s'), '20 s, 6 requests'],
    [unshown('20s'), '20 s, 6 requests'],
    [unfinished(20, unread(`${CANCELLED} (tried 6 times)`)), '20 s, 6 requests'],
  ],
  [
    'the engine ends it first',
    { silent: 7, stop: 7 },
    [STOPPED_ACTION, '7 s, 1 requests'],
    [STOPPED_ACTION, '7 s, 1 requests'],
    [STOPPED, '7 s, 1 requests'],
  ],
  [
    'the engine ends it at the limit',
    { silent: 20, stop: 20 },
    [STOPPED_ACTION, '20 s, 1 requests'],
    [STOPPED_ACTION, '20 s, 1 requests'],
    [STOPPED, '20 s, 1 requests'],
  ],
  [
    'the limit is longer than any timer, and the engine ends it in a wait',
    { limit: '99999h', request: 9.8, silent: 9.8, stop: 52 },
    [CUT, '9.8 s, 1 requests'],
    [STOPPED_ACTION, '52 s, 5 requests'],
    [
      'The run was stopped before this operation finished. What is known to exist stays in the state. Run the same command again to continue.',
      '52 s, 5 requests',
    ],
  ],
])('where %s', (_case, given, ...expected) => {
  test.each(Object.entries(WAITS).map(([name, wait], at) => [name, wait, expected[at]] as const))(
    'the %s says so',
    async (_name, wait, said) => {
      expect(await wait(given)).toEqual(said);
    },
  );
});

/** Which of the limits applies, and that the next apply goes on waiting. */
test.each<readonly ['made' | 'changed', object | null, number]>([
  ['made', null, 5400],
  ['made', { create: '20s', update: '40s' }, 20],
  ['made', { update: '40s' }, 5400],
  ['changed', { create: '20s', update: '40s' }, 40],
  ['changed', { create: '20s' }, 5400],
])('a migration that is %s, with the timeouts %j, has %d s', async (what, timeouts, seconds) => {
  const given = { request: 600, silent: 600, limit: `${seconds}s` };
  const saves = what === 'made' ? 1 : 2;
  const { calls, emulator } = await limited(
    managedRulesMigrationSchema,
    'migration.status',
    given,
    '',
    saves,
  );
  const apply = async (stored: Stored, config: Plain) => {
    const plan = await calls.plan(stored, config);
    return { plan, ...(await calls.apply(stored, config, plan)) };
  };
  const validated = { ...MIGRATION, target_state: 'validation' };
  const before = what === 'made' ? NOTHING : (await apply(NOTHING, validated)).stored;
  const config = { ...MIGRATION, timeouts };
  const late = await apply(before, config);
  expect([late.said, late.stored.state]).toEqual([
    [`error: The migration of zone example.com (${ZONE}) did not reach finished within ${seconds} s.`],
    before.state,
  ]);
  emulator.control.faults.clear();
  const now = before === NOTHING ? NOTHING : await calls.read(late.stored);
  const plan = await calls.plan(now, config);
  expect(plan.diagnostics.map(({ summary }) => summary)).toEqual([
    `The migration of zone example.com (${ZONE}) is already finishing: apply waits for its end.`,
  ]);
  emulator.control.clock.advance(1_000_000 * SECOND);
  const { stored, said } = await calls.apply(now, config, plan);
  expect([stored.state?.['migration_state'], said]).toEqual(['finished', []]);
  expect(emulator.control.journal({ method: 'PUT' })).toHaveLength(saves);
});
