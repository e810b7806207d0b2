import { setTimeout as sleep } from 'node:timers/promises';
import type { JournalEntry } from '../../emulator';
import { startService, type TestService, type Workspace } from '../support/workspace';
import type { Kill } from './migration-kills';
import { runningPrograms } from './running-programs';

/** How long the service takes to finish a migration; its clock is moved only when somebody looks. */
const FINISH_SECONDS = 60;

/** Reads of an apply with several zones, of which one is chosen. */
const READS = 40;

/** Milliseconds: from a first write until several zones are through; of waiting; from a zone's end to its state. */
const AFTER_A_WRITE_MS = 250;
const WAITING_MS = 300;
const STATE_IS_WRITTEN_MS = 30;

/** Until the body of a request is there, whose head has come. */
const WRITE_ARRIVES_MS = 20;

/**
 * How often to look, 5 ms apart, until a request that was let go on is carried out. One that lost its client before its
 * body came never is. Looks and not time: this process answers it, and a busy machine makes both slower.
 */
const MOST_LOOKS = 200;

/** What is told of each request: when a delayed one came, and when any is about to be answered. */
interface Watch {
  readonly held: (goOn: () => void) => void;
  readonly answered: (entry: JournalEntry) => void;
}

/** An emulator in which an apply can be met at any request. */
export interface WatchedService extends TestService {
  watch: Watch | undefined;
  /** Requests that are carried out when everything else is over. */
  readonly late: (() => void)[];
}

type Options = NonNullable<Parameters<typeof startService>[0]>;

export async function startWatchedService(options: Pick<Options, 'seed'>): Promise<WatchedService> {
  let watched: WatchedService | undefined = undefined;
  const current = (): Watch | undefined => watched?.watch;
  const service = await startService({
    ...options,
    settings: { finishSeconds: FINISH_SECONDS },
    wait: () => new Promise<void>((goOn) => current()?.held(goOn) ?? goOn()),
    onRequest: (entry) => current()?.answered(entry),
  });
  watched = { ...service, watch: undefined, late: [] };
  return watched;
}

/** Lets time pass for the service whenever somebody asks where a zone stands. */
export function letTimePass({ emulator }: TestService, { operation }: JournalEntry): void {
  if (operation === 'migration.status') void emulator.control.clock.advance(FINISH_SECONDS * 1000);
}

export interface Outcome {
  /** Where the apply was killed, in words; undefined when it ended before. */
  readonly hit: string | undefined;
  readonly exitCode: number;
  readonly output: string;
}

export interface ToKill {
  readonly service: WatchedService;
  readonly workspace: Workspace;
  /** Milliseconds that an apply takes when nobody kills it and its provider runs already. */
  readonly lifeMs: number;
  readonly planFile: string | undefined;
}

/** An apply that is killed, unless it ends before. Everything is let go on afterwards, but for what is to come late. */
export async function killedApply(
  { service, workspace, lifeMs, planFile }: ToKill,
  kill: Kill,
): Promise<Outcome> {
  const { control } = service.emulator;
  const { moment } = kill;
  let engine: number | undefined;
  let isOver = false;
  let isComing = false;
  let hit: string | undefined;
  const held: (() => void)[] = [];
  const requests: JournalEntry[] = [];

  const strike = (): void => {
    if (hit !== undefined || isOver || engine === undefined) return;
    const victims = victimsOf(kill.victim, engine);
    if (victims.length === 0 && kill.victim !== 'nobody') return;
    hit = whereabouts(requests, held.length);
    victims.forEach(killNow);
  };

  const mostDelayMs = longestDelay(kill, lifeMs);
  const strikeAfter = async (milliseconds: number): Promise<void> => {
    if (milliseconds > 0) await sleep(milliseconds);
    // The provider does not run all the time.
    for (; hit === undefined && !isOver; await sleep(3)) strike();
  };

  service.watch = {
    held: (goOn) => {
      held.push(goOn);
      setTimeout(strike, WRITE_ARRIVES_MS);
    },
    answered: (entry) => {
      requests.push(entry);
      if (!isComing && isDue(kill, requests, service)) {
        isComing = true;
        void strikeAfter(kill.fraction * mostDelayMs);
      }
      if (moment.kind !== 'waiting') letTimePass(service, entry);
    },
  };
  control.faults.put(faultsFor(kill));
  const end = workspace.apply({
    ...(planFile === undefined ? {} : { planFile }),
    ...(kill.oneByOne ? { args: ['-parallelism=1'] } : {}),
    onStart: (pid) => (engine = pid),
  });

  const { exitCode, stdout, stderr } = await end;
  isOver = true;
  control.faults.clear();
  service.watch = undefined;
  if (moment.kind === 'write sent' && moment.carriedOut === 'late') service.late.push(...held);
  else await carriedOut(service, held);
  // A provider that was killed when its work was done is not missed.
  const isMissed = kill.victim !== 'nobody' && exitCode === 0;
  return { hit: isMissed ? undefined : hit, exitCode, output: `${stdout}\n${stderr}` };
}

/** Lets the service carry out requests that it held, though nobody waits for the answers any more. */
export async function carriedOut(
  { emulator: { control } }: TestService,
  held: readonly (() => void)[],
): Promise<void> {
  const writes = (): number => control.journal().filter(({ method }) => method !== 'GET').length;
  const before = writes();
  for (const goOn of held) goOn();
  for (let look = 0; look < MOST_LOOKS && writes() < before + held.length; look += 1) await sleep(5);
}

/** Whether the moment has come, by the requests of this apply so far; the last one is about to be answered. */
function isDue(
  { moment, fraction }: Kill,
  requests: readonly JournalEntry[],
  { emulator: { control } }: TestService,
): boolean {
  const entry = requests.at(-1);
  if (entry === undefined) return false;
  const isLook = entry.operation === 'migration.status' && entry.zoneId !== null;
  const state = (): string | undefined => control.zone(entry.zoneId ?? '').migration.state;
  switch (moment.kind) {
    case 'some time':
      return true;
    case 'write sent':
      return false;
    case 'some time after a write':
    case 'reading':
      return requests.filter(isRead).length > fraction * READS;
    case 'write in effect':
      return isEffective(entry);
    case 'cut':
      return entry.fault === 'cut';
    case 'waiting':
      return isLook && state() === 'finishing';
    case 'reached':
      return isLook && state() !== 'finishing' && wasWritten(requests, entry.zoneId);
  }
}

/** Milliseconds between the moment and the latest kill. */
function longestDelay({ moment }: Kill, lifeMs: number): number {
  switch (moment.kind) {
    case 'some time':
      return lifeMs;
    case 'some time after a write':
      return AFTER_A_WRITE_MS;
    case 'waiting':
      return WAITING_MS;
    case 'reached':
      return STATE_IS_WRITTEN_MS;
    case 'reading':
    case 'write sent':
    case 'write in effect':
    case 'cut':
      return 0;
  }
}

/** The first write of the apply is met, be it the deletion of an override or a step of the migration. */
function faultsFor({ moment }: Kill): Parameters<TestService['emulator']['control']['faults']['put']>[0] {
  const matches = ['PUT', 'DELETE'].map((method) => ({ match: { method } }));
  switch (moment.kind) {
    case 'write sent':
      return matches.map((match) => ({ ...match, nth: 1, delayMs: 1 }));
    case 'cut':
      return matches.map((match) => ({
        ...match,
        times: moment.times,
        effect: { kind: 'cut', moment: moment.moment },
      }));
    default:
      return [];
  }
}

function victimsOf(victim: Kill['victim'], engine: number): readonly number[] {
  switch (victim) {
    case 'nobody':
      return [];
    case 'engine':
      return [engine];
    case 'provider':
      return runningPrograms()
        .filter(({ parent, command }) => parent === engine && command.includes('terraform-provider-zone'))
        .map(({ pid }) => pid);
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended in the meantime.
  }
}

function whereabouts(requests: readonly JournalEntry[], held: number): string {
  const last = requests.at(-1);
  if (held > 0) return 'a write under way';
  if (last === undefined) return 'before any request';
  if (!isRead(last)) return isEffective(last) ? 'a write in effect, nobody knows' : 'a write lost';
  if (!requests.some(isEffective)) return 'reading, nothing written';
  return wasWritten(requests, last.zoneId) ? 'written, looking' : 'some zones written, others not';
}

function isRead({ method }: JournalEntry): boolean {
  return method === 'GET';
}

function isEffective(entry: JournalEntry): boolean {
  return !isRead(entry) && entry.servedStatus === 200;
}

function wasWritten(requests: readonly JournalEntry[], zoneId: string | null): boolean {
  return requests.some((entry) => isEffective(entry) && entry.zoneId === zoneId);
}
