import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type Clock,
  type JournalEntry,
  type RunningEmulator,
  runningClock,
  SeedError,
  StateFileError,
  startEmulator,
  virtualClock,
  type Model,
  type SeedOptions,
  CertificateFileError,
  DestinationFolderError,
} from '../../emulator';
import { readInputFile, type InputFile } from '../files/input-file';
import { EXIT_OK, codeOf, CommandFailure, reasonOf, type Problem } from '../terminal/failure';
import { untilInterrupted } from '../terminal/interruption';
import type { CommandContext } from '../terminal/terminal';
import { announce, type EmulatorOptions, requestLine } from './emulator-announcement';

/** `zonewright emulator`: runs the zone service until the user ends it. Ctrl-C ends it normally, with exit code 0. */
export async function emulatorCommand(context: CommandContext, options: EmulatorOptions): Promise<number> {
  const { terminal } = context;
  const log = (entry: JournalEntry): void => terminal.out(requestLine(entry, terminal.colors));
  return untilInterrupted(async (signal) => {
    try {
      const emulator = await start(options, options.quiet ? undefined : log);
      try {
        announce(emulator, terminal, options);
        await Promise.race([aborted(signal), emulator.ended]);
      } finally {
        await emulator.close();
      }
    } catch (thrown) {
      throw failureOf(thrown, options);
    }
    const { persist } = options;
    const rest = persist === undefined ? 'its data is gone' : `its data is in ${resolve(persist)}`;
    terminal.err(`The emulator has ended; ${rest}.`);
    return EXIT_OK;
  });
}

async function start(
  options: EmulatorOptions,
  onRequest: ((entry: JournalEntry) => void) | undefined,
): Promise<RunningEmulator> {
  const { port, seed, persist, destinations, tls, clock, model } = options;
  const started = await startEmulator({
    port,
    clock: clockOf(clock),
    defaultModel: 'today',
    ...(model !== undefined && { settings: { model } }),
    ...(seed !== undefined && { seed: readInputFile(seed, SEED_FILE) }),
    ...(persist !== undefined && { persistTo: persist }),
    ...(destinations !== undefined && { destinationFolder: resolve(destinations) }),
    ...(tls && { tls }),
    ...(onRequest && { onRequest }),
  });
  if (persist !== undefined && clock === 'running') await catchUp(started);
  return started;
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

/** A persisted state has the time of its last change; moves the clock to now, as for the real service. */
async function catchUp({ control }: RunningEmulator): Promise<void> {
  const behind = Date.now() - Date.parse(control.clock.now());
  if (behind > 0) await control.clock.advance(behind);
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

function problemOf(thrown: unknown, { port, seed, model }: EmulatorOptions): Problem | undefined {
  if (thrown instanceof SeedError)
    return {
      code: 'seed_invalid',
      message: `the seed file ${seed} cannot be used`,
      seen: linesBelow(thrown),
      hints: ['correct the places above; docs/guides/emulator.md describes the file'],
    };
  if (thrown instanceof StateFileError)
    return { code: 'state_file', ...saidBy(thrown), hints: stateFileHints(thrown, model) };
  if (thrown instanceof DestinationFolderError)
    return {
      code: 'destination_folder',
      ...saidBy(thrown),
      allowed: ['a folder that this user may write to; it is created if needed'],
      hints: ['use another folder, or leave out --destinations to keep files in memory'],
    };
  if (thrown instanceof CertificateFileError)
    return {
      code: 'certificate_file',
      ...saidBy(thrown),
      hints:
        thrown.what === 'used'
          ? [`remove ${thrown.file} to get a new certificate, which clients trust by the same lines`]
          : ['check that its folder exists and that this user may read and write there'],
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

function stateFileHints(
  { file, problems, inUse }: StateFileError,
  model: Model | undefined,
): readonly string[] {
  if (inUse !== undefined)
    return [
      'stop that emulator, or use another file',
      `if process ${inUse.pid} is not an emulator, remove ${inUse.lock}`,
    ];
  const ofFile = model === undefined ? undefined : modelOf(file);
  if (problems.length > 0 && ofFile !== undefined && ofFile !== model)
    return [
      `leave out --model ${model} to continue it with its own model, ${ofFile}: this file is unchanged`,
      `or use another file, or remove ${file} to start from the seed`,
    ];
  if (problems.length > 0)
    return [
      'correct the places above, or use another file: this one is unchanged',
      `or remove ${file} to start from the seed`,
    ];
  return ['check that its folder exists and is writable, and that the disk has space'];
}

/** The model of a state file; `undefined` if the file is not one. A file without a model is older than the models. */
function modelOf(file: string): Model | undefined {
  try {
    const { options } = JSON.parse(readFileSync(file, 'utf8')) as { readonly options?: SeedOptions };
    return options?.model ?? 'specification';
  } catch {
    return undefined;
  }
}

function linesBelow({ message }: Error): readonly string[] {
  return message
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
}
