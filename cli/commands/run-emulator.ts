import { accessSync, constants, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import {
  type Clock,
  type JournalEntry,
  type RunningEmulator,
  type Snapshot,
  runningClock,
  SeedError,
  startEmulator,
  virtualClock,
  DestinationFolderError,
} from '../../emulator';
import { readInputFile, type InputFile } from '../files/input-file';
import { removeUnfinished, replaceFile } from '../files/replace-file';
import { EXIT_OK, codeOf, CommandFailure, notWritable, reasonOf, type Problem } from '../terminal/failure';
import { listenForInterruption } from '../terminal/interruption';
import type { CommandContext } from '../terminal/terminal';
import { announce, type EmulatorOptions, requestLine } from './emulator-announcement';

/** `zonewright emulator`: runs the zone service until the user ends it. Ctrl-C ends it normally, with exit code 0. */
export async function emulatorCommand(context: CommandContext, options: EmulatorOptions): Promise<number> {
  const { terminal } = context;
  const save = options.save === undefined ? undefined : resolve(options.save);
  if (save !== undefined) checkPlace(save);
  const log = (entry: JournalEntry): void => terminal.out(requestLine(entry, terminal.colors));
  const { signal, release } = listenForInterruption();
  try {
    const emulator = await start(options, options.quiet ? undefined : log);
    try {
      announce(emulator, terminal, options);
      await aborted(signal);
    } finally {
      await emulator.close();
    }
    if (save !== undefined) writeSnapshot(save, emulator.control.snapshot());
  } catch (thrown) {
    throw failureOf(thrown, options);
  } finally {
    release();
  }
  terminal.err(`The emulator has ended; its data is ${save === undefined ? 'gone' : `in ${save}`}.`);
  return EXIT_OK;
}

/** Finds out at the start what would lose the data at the end. */
function checkPlace(file: string): void {
  try {
    removeUnfinished(dirname(file));
    accessSync(dirname(file), constants.W_OK);
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) throw new Error('it is not a file');
  } catch (error) {
    throw notWritable('the snapshot', file, '--save <file>', error);
  }
}

function writeSnapshot(file: string, snapshot: Snapshot): void {
  const text = `${JSON.stringify(snapshot, undefined, 1)}\n`;
  try {
    // It has credentials.
    replaceFile(file, text, 0o600);
  } catch (error) {
    // The emulator has ended: what is not written now is lost.
    const elsewhere = join(mkdtempSync(join(tmpdir(), 'zonewright-')), basename(file));
    replaceFile(elsewhere, text, 0o600);
    const { message, seen } = notWritable('the snapshot', file, '--save <file>', error).problem;
    throw new CommandFailure({
      ...{ code: 'output', message, seen: seen ?? [] },
      hints: [`it is in ${elsewhere}: move it, and begin with it: --seed <file>`],
    });
  }
}

async function start(
  options: EmulatorOptions,
  onRequest: ((entry: JournalEntry) => void) | undefined,
): Promise<RunningEmulator> {
  const { port, seed, destinations, clock, model } = options;
  return startEmulator({
    port,
    clock: clockOf(clock),
    defaultModel: 'today',
    ...(model !== undefined && { settings: { model } }),
    ...(seed !== undefined && { seed: readInputFile(seed, SEED_FILE) }),
    ...(destinations !== undefined && { destinationFolder: resolve(destinations) }),
    ...(onRequest && { onRequest }),
  });
}

const SEED_FILE: InputFile = {
  code: 'seed_unreadable',
  what: 'the seed file',
  option: '--seed <file>',
  allowed: ['a YAML or JSON file with zones'],
};

function clockOf(name: EmulatorOptions['clock']): Clock {
  switch (name) {
    case 'running':
      return runningClock();
    case 'virtual':
      return virtualClock();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** What the user can do about an error; any other one unchanged. */
function failureOf(thrown: unknown, options: EmulatorOptions): unknown {
  const problem = problemOf(thrown, options);
  return problem === undefined ? thrown : new CommandFailure(problem);
}

function problemOf(thrown: unknown, { port, seed }: EmulatorOptions): Problem | undefined {
  if (thrown instanceof SeedError)
    return {
      code: 'seed_invalid',
      message: `the seed file ${seed} cannot be used`,
      seen: linesBelow(thrown),
      hints: ['correct the places above; docs/guides/emulator.md describes the file'],
    };
  if (thrown instanceof DestinationFolderError)
    return {
      code: 'destination_folder',
      ...saidBy(thrown),
      allowed: ['a folder that this user may write to; it is created if needed'],
      hints: ['use another folder, or leave out --destinations to keep files in memory'],
    };
  switch (codeOf(thrown)) {
    case 'EADDRINUSE':
      return {
        code: 'port_in_use',
        message: `port ${port} is already in use`,
        seen: [reasonOf(thrown)],
        hints: ['use any free port: zonewright emulator --port 0', 'or stop the program that listens there'],
      };
    case 'EACCES':
      return {
        code: 'port_refused',
        message: `this user may not listen on port ${port}`,
        seen: [reasonOf(thrown)],
        allowed: ['on most systems, ports from 1024'],
        hints: ['use any free port: zonewright emulator --port 0'],
      };
    default:
      return undefined;
  }
}

/** An error of the emulator whose first line is a sentence with a colon, and whose other lines say why. */
function saidBy(error: Error): Pick<Problem, 'message' | 'seen'> {
  const [headline = ''] = error.message.split('\n');
  return { message: headline.replace(/^The /, 'the ').replace(/:$/, ''), seen: linesBelow(error) };
}

function linesBelow({ message }: Error): readonly string[] {
  return message
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
}
