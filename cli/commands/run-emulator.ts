import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Clock, JournalEntry, RunningEmulator } from '../../emulator';
import {
  decodeSeed,
  runningClock,
  SeedError,
  StateFileError,
  startEmulator,
  virtualClock,
} from '../../emulator';
import { EXIT_OK } from '../terminal/failure';
import { listenForInterruption } from '../terminal/interruption';
import type { CommandContext } from '../terminal/terminal';
import { announce, type EmulatorOptions } from './emulator-announcement';
import { startFailure, stateFileFailure, unreadableSeed, unusableSeed } from './emulator-failures';
import { openRequestLog } from './request-log';

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
