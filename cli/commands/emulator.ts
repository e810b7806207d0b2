import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Clock, JournalEntry, Model, RunningEmulator, TlsTrust } from '../../emulator';
import {
  decodeSeed,
  runningClock,
  SeedError,
  StateFileError,
  startEmulator,
  virtualClock,
} from '../../emulator';
import { EXIT_OK } from '../failure';
import { listenForInterruption } from '../interruption';
import type { CommandContext, EmulatorOptions } from '../program';
import type { Terminal } from '../terminal';
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
  { port, seed, persist, destinations, tls, clock, model }: EmulatorOptions,
  onRequest: ((entry: JournalEntry) => void) | undefined,
): Promise<RunningEmulator> {
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
    throw startFailure(thrown, port, seed);
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

const SHOWN_ZONES = 10;

function announce(emulator: RunningEmulator, { out, colors }: Terminal, options: EmulatorOptions): void {
  const { token, email, key } = emulator.credentials;
  const zones = emulator.control.zones();
  const { model, rateLimit, rateLimitPerAddress } = emulator.control.settings();
  out(`The zone service listens on ${colors.bold(emulator.baseUrl)}`);
  out(`Status page: ${emulator.url}/`);
  out('');
  for (const zone of zones.slice(0, SHOWN_ZONES)) out(`  zone     ${zone.id}  ${zone.name}, ${zone.plan}`);
  if (zones.length > SHOWN_ZONES) out(`           and ${zones.length - SHOWN_ZONES} more`);
  out(`  token    ${token}`);
  if (email !== '') out(`  or       ${email} with key ${key}`);
  out(`  model    ${modelText(model)}`);
  out(`  logs     ${logsText(options.destinations)}`);
  out(`  state    ${stateText(options.persist, emulator.continued)}`);
  if (emulator.tls) out(`  trust    ${emulator.tls.certificateFile}, the certificate of its authority`);
  out('');
  out('In the shell that runs terraform:');
  out('');
  out(`  export ZONEWRIGHT_BASE_URL=${emulator.baseUrl}`);
  out(`  export ZONEWRIGHT_API_TOKEN=${token}`);
  // Without a limit of its own, the emulator needs none of the published one, which the provider keeps to.
  if (rateLimit + rateLimitPerAddress === 0) out('  export ZONEWRIGHT_MAX_REQUESTS_PER_SECOND=1000');
  out(`  export ZONE_ID=${zones[0]?.id ?? ''} TF_VAR_zone_id=${zones[0]?.id ?? ''}`);
  if (emulator.tls) announceTrust(emulator.tls, out);
  out('');
  out(options.quiet ? 'Ctrl-C ends it.' : 'Ctrl-C ends it. Requests:');
}

/** The lines by which clients trust the emulator, each with whom it is for. */
function announceTrust({ environment }: TlsTrust, out: Terminal['out']): void {
  const trusting = {
    NODE_EXTRA_CA_CERTS: 'the provider, and everything on Node.js',
    SSL_CERT_FILE: 'Go, OpenSSL and most of Python',
    REQUESTS_CA_BUNDLE: 'Python with requests',
    CURL_CA_BUNDLE: 'curl',
  } as const satisfies Record<keyof TlsTrust['environment'], string>;
  out('');
  out('So that clients trust its certificate; the last three then trust no other authority:');
  out('');
  for (const [name, who] of Object.entries(trusting) as [keyof typeof trusting, string][])
    out(`  export ${name}=${quoted(environment[name])} # ${who}`);
}

/** A word for a POSIX shell. */
function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function modelText(model: Model): string {
  switch (model) {
    case 'today':
      return 'today; --model specification is the service of the specification';
    case 'specification':
      return 'specification; --model today is the service as it is today';
  }
}

function logsText(folder: string | undefined): string {
  return folder === undefined ? 'in memory, shown on the status page' : `in ${resolve(folder)}`;
}

function stateText(file: string | undefined, continued: boolean): string {
  if (file === undefined) return 'lost when it ends';
  return continued
    ? `continued from ${resolve(file)}, and kept there; the seed is not used`
    : `kept in ${resolve(file)}`;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
