import type { Time } from '../../../../provider-shim/api';
import {
  MigrationProblem,
  awaitState,
  type Awaited as ToAwait,
  type Status,
} from '../../../../provider-shim/resources/migration/status';
import { emulatedZone, ZONE, type EmulatedZone } from '../../api/emulated-zone';
import type { LogLine } from '../../sdk/framework/connected';
import { deployed, withEntryPoint } from './computed-transition';

let zone: EmulatedZone;
const DEPLOYED = withEntryPoint(deployed());

/** A zone that finishes after so many seconds. */
const finishingIn = (seconds: number): Promise<EmulatedZone> =>
  emulatedZone(
    { ...DEPLOYED, migration: { state: 'finishing', since: '2025-01-01T00:00:00.000Z' } },
    { finishSeconds: seconds },
    { maxRetries: 0 },
  );

/** Time that passes at the service while somebody sleeps. */
function timeOf(waits: number[]): Time {
  let now = 0;
  return {
    now: () => now,
    sleep: async (ms) => {
      waits.push(ms);
      const before = Math.floor(now);
      now += ms;
      zone.emulator.control.clock.advance(Math.floor(now) - before);
    },
  };
}

interface Waited {
  readonly outcome: unknown;
  /** Milliseconds of each wait. */
  readonly waits: readonly number[];
  readonly log: readonly LogLine[];
}

async function waited(
  awaited: Partial<ToAwait> = {},
  signal = new AbortController().signal,
): Promise<Waited> {
  const [waits, log]: [number[], LogLine[]] = [[], []];
  const outcome: Promise<unknown> = awaitState(
    { api: zone.client, time: timeOf(waits) },
    { zoneId: ZONE, reached: 'finished', limitMs: 90 * 60_000, ...awaited },
    { signal, log: (level, message, fields) => log.push({ level, message, ...(fields && { fields }) }) },
  );
  return { outcome: await outcome.catch((error: unknown) => error), waits, log };
}

const problemOf = ({ outcome }: Waited): unknown =>
  outcome instanceof MigrationProblem ? outcome.toProblem() : outcome;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

test('a slow zone is polled often at first, then less often, with its progress in the log', async () => {
  zone = await finishingIn(1);
  const { outcome, waits, log } = await waited();
  expect(outcome).toMatchObject({ state: 'finished' });
  expect(waits).toEqual([250, 400, 640]);
  expect(log).toEqual(
    [0, 0, 1].map((seconds) => ({
      level: 'info',
      message: `waiting for zone ${ZONE} to reach finished`,
      fields: { state: 'finishing', reported: 'pending', seconds, limit_seconds: 5400 },
    })),
  );
});

test('a zone that needs an hour is found finished within 15 seconds', async () => {
  zone = await finishingIn(3600);
  const { outcome, waits } = await waited();
  expect(outcome).toMatchObject({ state: 'finished' });
  expect(Math.max(...waits)).toBe(15_000);
  expect(sum(waits)).toBeLessThan(3600_000 + 15_000);
  expect(waits.length).toBeLessThan(260);
});

test('while waiting for a zone, a failing service is polled again', async () => {
  zone = await finishingIn(1);
  zone.emulator.control.faults.put([
    { match: { operation: 'migration.status' }, times: 1, effect: { kind: 'html-page' } },
    { match: { operation: 'migration.status' }, times: 1, effect: { kind: 'cut', moment: 'before-write' } },
    { match: { operation: 'migration.status' }, times: 1, effect: { kind: 'rate-limit' } },
  ]);
  const { outcome, log } = await waited();
  expect(outcome).toMatchObject({ state: 'finished' });
  expect(log.map(({ level }) => level)).toEqual(['warn', 'info', 'warn', 'info', 'warn', 'info']);
  expect(log[0]).toEqual({
    level: 'warn',
    message: `the state of zone ${ZONE} could not be read; trying again`,
    fields: { error: expect.stringContaining('502') },
  });
  expect(log[1]?.fields).toMatchObject({ state: 'not known', reported: '' });
});

test('while waiting for a zone, nothing is polled again after a permanent failure', async () => {
  zone = await finishingIn(1);
  zone.emulator.control.faults.put([{ effect: { kind: 'answer', status: 403 } }]);
  const { outcome, waits } = await waited();
  expect([outcome, waits]).toEqual([expect.objectContaining({ kind: 'authorization' }), []]);
});

test.each([
  ['validation', ['validation', 'migration_not_in_time', 'migration_not_in_time']],
  ['finishing', ['migration_overtaken', 'finishing', 'migration_not_in_time']],
  ['finished', ['migration_overtaken', 'finished', 'finished']],
] as const)(
  'a zone that is already %s is awaited in validation, finishing and finished: %j',
  async (state, come) => {
    zone = await emulatedZone({ ...DEPLOYED, migration: { state } }, { finishSeconds: 3600 });
    const looks = (['validation', 'finishing', 'finished'] as const).map(async (reached) => {
      const { outcome } = await waited({ reached, limitMs: 0 });
      return outcome instanceof MigrationProblem ? outcome.toProblem().code : (outcome as Status).state;
    });
    expect(await Promise.all(looks)).toEqual(come);
  },
);

test('a zone beyond the target state ends the waiting', async () => {
  zone = await finishingIn(3600);
  const found = await waited({ reached: 'validation' });
  expect(found.waits).toEqual([]);
  expect(problemOf(found)).toEqual({
    code: 'migration_overtaken',
    path: ['target_state'],
    message: `The migration of zone ${ZONE} was planned to be in validation, but is already finishing.`,
    hint:
      `Zone ${ZONE} is finishing its migration (the service says "pending"): it can no longer be ` +
      'stopped. Somebody else advanced it during this apply. Make a new plan.',
  });
});
