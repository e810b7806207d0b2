import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type Clock,
  type JournalEntry,
  type RunningEmulator,
  decodeSeed,
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
import { EXIT_OK, codeOf, CommandFailure, reasonOf } from '../terminal/failure';
import { listenForInterruption } from '../terminal/interruption';
import type { CommandContext } from '../terminal/terminal';
import { announce, type EmulatorOptions, openRequestLog } from './emulator-announcement';

/** `zonewright emulator`: runs the zone service until the user ends it. Ctrl-C ends it normally, with exit code 0. */
export async function emulatorCommand(context: CommandContext, options: EmulatorOptions): Promise<number> {
  const { terminal } = context;
  const interruption = listenForInterruption();
  const log = options.quiet ? undefined : openRequestLog(terminal);
  try {
    const emulator = await start(options, log?.add);
    try {
      announce(emulator, terminal, options);
      await Promise.race([aborted(interruption.signal), emulator.ended]);
    } finally {
      log?.end();
      await emulator.close();
    }
    const { persist } = options;
    const rest = persist === undefined ? 'its data is gone' : `its data is in ${resolve(persist)}`;
    terminal.err(`The emulator has ended; ${rest}.`);
    return EXIT_OK;
  } catch (thrown) {
    throw thrown instanceof StateFileError ? stateFileFailure(thrown) : thrown;
  } finally {
    log?.end();
    interruption.release();
  }
}

async function start(
  options: EmulatorOptions,
  onRequest: ((entry: JournalEntry) => void) | undefined,
): Promise<RunningEmulator> {
  const { port, seed, persist, destinations, tls, clock, model } = options;
  const text = seed === undefined ? undefined : readSeed(seed);
  const started = await startEmulator({
    port,
    clock: clockOf(clock),
    defaultModel: 'today',
    ...(model !== undefined && { settings: { model } }),
    ...(text !== undefined && { seed: text }),
    ...(persist !== undefined && { persistTo: persist }),
    ...(destinations !== undefined && { destinationFolder: resolve(destinations) }),
    ...(tls && { tls }),
    ...(onRequest && { onRequest }),
  }).catch((thrown: unknown) => {
    throw startFailure(thrown, options);
  });
  if (persist !== undefined && clock === 'running') await catchUp(started);
  return started;
}

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

function readSeed(path: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (thrown) {
    throw unreadableSeed(path, thrown);
  }
  try {
    return decodeSeed(bytes);
  } catch (thrown) {
    throw thrown instanceof SeedError ? unusableSeed(path, thrown) : thrown;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** The seed file cannot be read. */
function unreadableSeed(path: string, thrown: unknown): CommandFailure {
  return new CommandFailure({
    code: 'seed_unreadable',
    message: `the seed file ${path} cannot be read`,
    seen: [reasonOf(thrown)],
    allowed: ['a YAML or JSON file with zones'],
    hints: [`check that ${resolve(path)} is the file that you mean`],
  });
}

/** The seed file is not a valid state. */
function unusableSeed(path: string, thrown: SeedError): CommandFailure {
  return new CommandFailure({
    code: 'seed_invalid',
    message: `the seed file ${path} cannot be used`,
    seen: linesBelow(thrown.message),
    hints: ['correct the places above; docs/guides/emulator.md describes the file'],
  });
}

/** The path of `--destinations` is not a folder, or cannot be created or written to. */
function folderFailure({ folder, cause }: DestinationFolderError): CommandFailure {
  return new CommandFailure({
    code: 'destination_folder',
    message: `the folder ${folder} cannot hold the files of --destinations`,
    seen: [reasonOf(cause)],
    allowed: ['a folder that this user may write to; it is created if needed'],
    hints: ['use another folder, or leave out --destinations to keep files in memory'],
  });
}

/** A file of the certificate of `--tls` could not be read, used or written. */
function certificateFailure(thrown: CertificateFileError): CommandFailure {
  const [headline = ''] = thrown.message.split('\n');
  return new CommandFailure({
    code: 'certificate_file',
    message: headline.replace(/^The /, 'the ').replace(/:$/, ''),
    seen: [thrown.reason],
    hints:
      thrown.what === 'used'
        ? [`remove ${thrown.file} to get a new certificate, which clients trust by the same lines`]
        : ['check that its folder exists and that this user may read and write there'],
  });
}

/** Why the emulator could not start; returns errors on which nobody can act unchanged. */
function startFailure(
  thrown: unknown,
  { port, seed, model }: Pick<EmulatorOptions, 'port' | 'seed' | 'model'>,
): unknown {
  if (thrown instanceof StateFileError) return stateFileFailure(thrown, model);
  if (thrown instanceof SeedError) return unusableSeed(seed ?? '', thrown);
  if (thrown instanceof DestinationFolderError) return folderFailure(thrown);
  if (thrown instanceof CertificateFileError) return certificateFailure(thrown);
  switch (codeOf(thrown)) {
    case 'EADDRINUSE':
      return new CommandFailure({
        code: 'port_in_use',
        message: `port ${port} is already in use`,
        seen: [reasonOf(thrown)],
        hints: ['use any free port: zonewright emulator --port 0', 'or stop the program that listens there'],
      });
    case 'EACCES':
      return new CommandFailure({
        code: 'port_refused',
        message: `this user may not listen on port ${port}`,
        seen: [reasonOf(thrown)],
        allowed: ['on most systems, ports from 1024'],
        hints: ['use any free port: zonewright emulator --port 0'],
      });
    default:
      return thrown;
  }
}

/** The file of `--persist` could not be read, used or written. @param model what `--model` asks for */
function stateFileFailure(thrown: StateFileError, model?: Model): CommandFailure {
  const [headline = ''] = thrown.message.split('\n');
  return new CommandFailure({
    code: 'state_file',
    message: headline.replace(/^The /, 'the ').replace(/:$/, ''),
    seen: linesBelow(thrown.message),
    hints: stateFileHints(thrown, model),
  });
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

function linesBelow(message: string): readonly string[] {
  return message
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
}
