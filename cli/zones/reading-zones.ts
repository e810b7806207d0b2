import { setMaxListeners } from 'node:events';
import { CommandFailure, EXIT_USAGE } from '../terminal/failure';
import { readInputFile } from '../files/input-file';
import { packageVersion } from '../../lib/provider/package-root';
import {
  openService,
  ServiceError,
  type AdoptionService,
  type ListedZone,
  type WantedZones,
} from '../../provider-shim/zone-reader';
import { interruptedExitCode, listenForInterruption } from '../terminal/interruption';
import type { CommandContext, Terminal } from '../terminal/terminal';
import { titleOf } from '../text/words';

/** How messages name the command. */
interface ZonesCommand {
  /** What it does with the zones, to follow "which zones": `to adopt`. */
  readonly what: string;
  /** A whole command line. */
  readonly example: string;
  /** The option that names a file with zones; null if there is none. @default '--zones <file>' */
  readonly file?: null;
}

/**
 * The zones of the arguments and of the file with a zone in each line, each once, or all.
 *
 * @throws CommandFailure
 */
export function wantedZones(
  { all, zones: file }: { readonly zones?: string; readonly all?: true },
  named: readonly string[],
  command: ZonesCommand,
): WantedZones {
  if (all && named.length > 0) throw wrongZones('--all, and zones by name', command);
  if (all && file !== undefined) throw wrongZones(`--all, and --zones ${file}`, command);
  if (all) return 'all';
  const wanted = [...named, ...(file === undefined ? [] : linesOf(file))];
  if (wanted.length === 0) throw wrongZones(file === undefined ? 'no zone' : `no zone in ${file}`, command);
  return [...new Set(wanted)];
}

/** One zone in each line; `#` begins a comment. */
function linesOf(file: string): readonly string[] {
  const lines = readInputFile(file, {
    what: 'the list of zones',
    option: '--zones <file>',
    allowed: ['a text file with the name or the id of a zone in each line'],
    exitCode: EXIT_USAGE,
  }).split('\n');
  return lines.map((line) => (line.split('#', 1)[0] ?? '').trim()).filter((line) => line !== '');
}

function wrongZones(seen: string, { what, example, file }: ZonesCommand): CommandFailure {
  return new CommandFailure(
    {
      message: `it is not clear which zones ${what}`,
      seen: [seen],
      allowed: [
        `names or ids of zones, ${file === null ? '' : 'a file with them (--zones <file>), '}or --all`,
      ],
      hints: [`for example: ${example}`],
    },
    EXIT_USAGE,
  );
}

/** A problem of a zone, for reports: without the place in a configuration. */
export interface ReportedProblem {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export function reported({ code, message, hint }: ReportedProblem): ReportedProblem {
  return { code, message, hint };
}

/** Gives the hint of a problem with the first one that has it, and not again. */
export function hintsOnce(): (hint: string) => readonly string[] {
  const told = new Set<string>();
  return (hint) => (told.has(hint) ? [] : [...told.add(hint)].slice(-1));
}

/** What the headers of an answer say of the service's limit and clock. */
export type Answered = Parameters<NonNullable<Parameters<typeof openService>[0]['onAnswer']>>[0];

/** What a command reads zones with. */
export interface ZoneReading {
  readonly service: AdoptionService;
  /** Aborted when the user or the system ends the command. */
  readonly signal: AbortSignal;
  /** Shows how far the command is. */
  readonly shown: ReturnType<typeof zoneProgress>;
}

/**
 * Runs a command that reads many zones of the service that the environment names, until it ends or is interrupted.
 *
 * @param next what becomes of what was read when it ends early, and how to go on; nothing where there is nothing
 * @param read returns the exit code
 * @param onAnswer called for each answer
 * @throws CommandFailure if the environment has no usable address or credentials, or the service ends the reading
 */
export async function readingZones(
  { terminal, env }: CommandContext,
  next: () => readonly string[],
  read: (reading: ZoneReading) => Promise<number>,
  onAnswer?: (answered: Answered) => void,
): Promise<number> {
  const service = connectedService(env, terminal, onAnswer);
  const interruption = listenForInterruption();
  const { signal } = interruption;
  // Every request under way listens to it.
  setMaxListeners(0, signal);
  const shown = zoneProgress(terminal);
  try {
    return await read({ service, signal, shown });
  } catch (thrown) {
    shown.end();
    const interrupted = interruptedExitCode(signal);
    if (interrupted === undefined) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      const { message, hint } = thrown.toProblem();
      const why = 'the zones could not be read to the end';
      throw new CommandFailure({ message: why, seen: [message], hints: [hint, ...next()] });
    }
    terminal.err(`${['Interrupted', ...next()].join('; ')}.`);
    terminal.err(`Requests sent: ${service.requests()}`);
    return interrupted;
  } finally {
    interruption.release();
    await service.close();
  }
}

/**
 * Connects to the service that the environment names. Waits for the service's limit are notes on the terminal.
 *
 * @throws CommandFailure if the environment has no usable address or credentials
 */
export function connectedService(
  env: NodeJS.ProcessEnv,
  { err, colors, progress, secrets }: Terminal,
  onAnswer?: (answered: Answered) => void,
): AdoptionService {
  const service = openService({
    environment: env,
    version: packageVersion(),
    folder: process.cwd(),
    secrets,
    ...(onAnswer && { onAnswer }),
    onWait: (message) => {
      progress?.('');
      err(colors.dim(message));
    },
  });
  if (!Array.isArray(service)) return service as AdoptionService;
  throw new CommandFailure({
    message: 'the service cannot be used',
    seen: service.map(({ message }) => message),
    allowed: [
      'ZONEWRIGHT_BASE_URL with ZONEWRIGHT_API_TOKEN, or with ZONEWRIGHT_EMAIL and ZONEWRIGHT_API_KEY',
    ],
    hints: [
      'set the variables; to try it without an account: npx zonewright emulator',
      'to check them: npx zonewright doctor',
    ],
  });
}

const BAR_WIDTH = 24;

/** Shows how far a command is that reads many zones: a bar on a terminal, else a line for each zone. */
export function zoneProgress({ err, progress, width }: Pick<Terminal, 'err' | 'progress' | 'width'>) {
  let [all, count] = [0, 0];
  const bar = (title: string): string => {
    const filled = all === 0 ? BAR_WIDTH : Math.round((BAR_WIDTH * count) / all);
    const line = `[${'#'.repeat(filled).padEnd(BAR_WIDTH)}] ${count}/${all} ${title}`;
    return line.length < width ? line : `${line.slice(0, width - 2)}…`;
  };
  return {
    begin(total: number, done: number): void {
      [all, count] = [total, done];
      if (done > 0) err(`${done} of ${total} zones are done already`);
      progress?.(bar(''));
    },
    /** @param result what became of the zone, in a few words */
    add(title: string, result: string): void {
      count += 1;
      if (progress) progress(bar(title));
      else err(`[${String(count).padStart(String(all).length)}/${all}] ${title}: ${result}`);
    },
    end: () => progress?.(''),
  };
}

/** Zones that are read at a time. The client sends no more than sixteen requests at a time anyway. */
const ZONES_AT_A_TIME = 4;

/** How a command reads a zone. */
interface ReadZone<T> {
  /** What an earlier run has of it: then it is not read again. */
  readonly earlier: (zone: ListedZone) => T | undefined;
  /** @param at the place of the zone @returns with what became of it, in a few words */
  readonly read: (zone: ListedZone, at: number) => Promise<readonly [T, result: string]>;
}

/** Reads zones, but for those that an earlier run has, and shows how far it is. */
export function readEach<T>(
  zones: readonly ListedZone[],
  { signal, shown }: ZoneReading,
  { earlier, read }: ReadZone<T>,
): Promise<readonly T[]> {
  const before = zones.map(earlier);
  shown.begin(zones.length, before.filter((each) => each !== undefined).length);
  return concurrently(zones, ZONES_AT_A_TIME, async (zone, at) => {
    const known = before[at];
    if (known !== undefined) return known;
    signal.throwIfAborted();
    const [content, result] = await read(zone, at);
    shown.add(titleOf(zone), result);
    return content;
  });
}

/**
 * Does something for each of several items, at most `most` at a time. After a failure nothing else begins, and what is
 * under way ends before the failure is thrown: nothing goes on behind the caller's back.
 *
 * @returns the results in the order of the items
 * @throws the first failure
 */
export async function concurrently<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<readonly R[]> {
  const results = new Map<number, R>();
  const failures: unknown[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    try {
      while (next < items.length && failures.length === 0) {
        const index = next++;
        results.set(index, await work(items[index] as T, index));
      }
    } catch (thrown) {
      failures.push(thrown);
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
  return items.map((_item, index) => results.get(index) as R);
}
