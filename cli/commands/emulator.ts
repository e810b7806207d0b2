import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RunningEmulator } from '../../emulator';
import { SeedError, startEmulator } from '../../emulator';
import { EXIT_OK } from '../exit-codes';
import { codeOf, CommandFailure, reasonOf } from '../failure';
import { listenForInterruption } from '../interruption';
import type { CommandContext, EmulatorOptions } from '../program';
import type { Terminal } from '../terminal';
import { logRequests } from './request-log';

/** `zonewright emulator`: runs the zone service until the user ends it. Ctrl-C is its regular end, exit code 0. */
export async function emulatorCommand(context: CommandContext, options: EmulatorOptions): Promise<number> {
  const interruption = listenForInterruption();
  try {
    const emulator = await start(options);
    const stopLog = options.quiet ? () => undefined : logRequests(emulator.control, context.terminal);
    try {
      announce(emulator, context.terminal, options);
      await aborted(interruption.signal);
    } finally {
      stopLog();
      await emulator.close();
    }
    context.terminal.err('The emulator has ended; what it held is gone.');
    return EXIT_OK;
  } finally {
    interruption.release();
  }
}

async function start({ port, seed }: EmulatorOptions): Promise<RunningEmulator> {
  const text = seed === undefined ? undefined : readSeed(seed);
  try {
    return await startEmulator({ port, ...(text === undefined ? {} : { seed: text }) });
  } catch (thrown) {
    throw startFailure(thrown, port, seed);
  }
}

function readSeed(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    throw new CommandFailure({
      code: 'seed_unreadable',
      message: `the seed file ${path} cannot be read`,
      seen: [reasonOf(thrown)],
      allowed: ['a YAML or JSON file with zones'],
      hints: [`look whether ${resolve(path)} is the file that you mean`],
    });
  }
}

function startFailure(thrown: unknown, port: number, seed: string | undefined): unknown {
  if (thrown instanceof SeedError) {
    const [, ...problems] = thrown.message.split('\n');
    return new CommandFailure({
      code: 'seed_invalid',
      message: `the seed file ${seed} cannot be used`,
      seen: problems.map((line) => line.trim()),
      hints: ['correct the places above; docs/emulator.md describes the file'],
    });
  }
  switch (codeOf(thrown)) {
    case 'EADDRINUSE':
      return new CommandFailure({
        code: 'port_in_use',
        message: `port ${port} is already in use`,
        seen: [reasonOf(thrown)],
        hints: ['take any port that is free: zonewright emulator --port 0', 'or end what listens there'],
      });
    case 'EACCES':
      return new CommandFailure({
        code: 'port_refused',
        message: `this user may not listen on port ${port}`,
        seen: [reasonOf(thrown)],
        allowed: ['on most systems, ports from 1024'],
        hints: ['take any port that is free: zonewright emulator --port 0'],
      });
    default:
      return thrown;
  }
}

function announce(emulator: RunningEmulator, { out, colors }: Terminal, { quiet }: EmulatorOptions): void {
  const { token, email, key } = emulator.credentials;
  const zones = emulator.control.zones();
  out(`The zone service listens on ${colors.bold(emulator.baseUrl)}`);
  out('');
  for (const zone of zones) out(`  zone     ${zone.id}  ${zone.name}, ${zone.plan}`);
  out(`  token    ${token}`);
  if (email !== '') out(`  or       ${email} with key ${key}`);
  out('');
  out('In the shell that runs terraform:');
  out('');
  out(`  export ZONEWRIGHT_BASE_URL=${emulator.baseUrl}`);
  out(`  export ZONEWRIGHT_API_TOKEN=${token}`);
  out(`  export ZONE_ID=${zones[0]?.id ?? ''} TF_VAR_zone_id=${zones[0]?.id ?? ''}`);
  out('');
  out(quiet ? 'Ctrl-C ends it.' : 'Ctrl-C ends it. Requests:');
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
