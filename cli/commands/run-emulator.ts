import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import {
  type JournalEntry,
  type RunningEmulator,
  type Snapshot,
  runningClock,
  SeedError,
  startEmulator,
  virtualClock,
  type Model,
} from '../../emulator';
import { readInputFile, type InputFile } from '../files/input-file';
import { removeUnfinished, replaceFile, SECRET_MODE } from '../files/outputs';
import { EXIT_OK, codeOf, CommandFailure, notWritable, reasonOf, type Problem } from '../terminal/failure';
import { listenForInterruption } from '../terminal/interruption';
import type { CommandContext, Terminal } from '../terminal/terminal';
import { shellWord, oneLine } from '../text/words';

/** `zonewright emulator`: runs the zone service until the user ends it. Ctrl-C ends it normally, with exit code 0. */
export async function emulatorCommand(context: CommandContext, options: EmulatorOptions): Promise<number> {
  const { terminal } = context;
  const save = options.save === undefined ? undefined : resolve(options.save);
  if (save !== undefined) checkPlace(save);
  const log = (entry: JournalEntry): void => terminal.out(requestLine(entry, terminal.colors));
  const { signal, release } = listenForInterruption();
  try {
    const { port, seed, clock, model, quiet } = options;
    const emulator = await startEmulator({
      port,
      clock: clock === 'running' ? runningClock() : virtualClock(),
      defaultModel: 'today',
      ...(model !== undefined && { settings: { model } }),
      ...(seed !== undefined && { seed: readInputFile(seed, SEED_FILE) }),
      ...(!quiet && { onRequest: log }),
    });
    try {
      announce(emulator, terminal, options);
      if (!signal.aborted) await once(signal, 'abort');
    } finally {
      await emulator.close();
    }
    if (save !== undefined) writeSnapshot(save, emulator.control.snapshot());
  } catch (thrown) {
    const problem = problemOf(thrown, options);
    throw problem === undefined ? thrown : new CommandFailure(problem);
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
    replaceFile(file, text, SECRET_MODE);
  } catch (error) {
    // The emulator has ended: what is not written now is lost.
    const elsewhere = join(mkdtempSync(join(tmpdir(), 'zonewright-')), basename(file));
    replaceFile(elsewhere, text, SECRET_MODE);
    const { message, seen } = notWritable('the snapshot', file, '--save <file>', error).problem;
    throw new CommandFailure({
      ...{ message, seen: seen ?? [] },
      hints: [`it is in ${elsewhere}: move it, and begin with it: --seed <file>`],
    });
  }
}

const SEED_FILE: InputFile = {
  what: 'the seed file',
  option: '--seed <file>',
  allowed: ['a YAML or JSON file with zones'],
};

/** What the user can do about an error; undefined for any other one. */
function problemOf(thrown: unknown, { port, seed }: EmulatorOptions): Problem | undefined {
  const seen = [reasonOf(thrown)];
  const anyPort = 'use any free port: npx zonewright emulator --port 0';
  if (thrown instanceof SeedError) {
    // The first line is a sentence with a colon, and the others say why.
    const [, ...lines] = thrown.message.split('\n').map((line) => line.trim());
    return {
      message: `the seed file ${seed} cannot be used`,
      seen: lines,
      hints: ['correct the places above; docs/guides/emulator.md describes the file'],
    };
  }
  switch (codeOf(thrown)) {
    case 'EADDRINUSE':
      return {
        message: `port ${port} is already in use`,
        seen,
        hints: [anyPort, 'or stop the program that listens there'],
      };
    case 'EACCES':
      return {
        message: `this user may not listen on port ${port}`,
        seen,
        allowed: ['on most systems, ports from 1024'],
        hints: [anyPort],
      };
    default:
      return undefined;
  }
}

interface EmulatorOptions {
  readonly port: number;
  readonly seed?: string;
  readonly save?: string;
  readonly clock: 'running' | 'virtual';
  /** @default - the model of the seed, or today */
  readonly model?: Model;
  readonly quiet?: true;
}

/** More zones than these are only counted. */
const SHOWN = 10;

/** Says what runs, and prints the lines for a shell in which clients reach it. */
export function announce(
  emulator: RunningEmulator,
  { out, colors }: Terminal,
  { save, quiet }: EmulatorOptions,
): void {
  const { control } = emulator;
  const zones = control.zones();
  const { token, email, key } = emulator.credentials;
  out(`The zone service listens on ${colors.bold(emulator.baseUrl)}`);
  out(`Status page: ${emulator.url.replace('//', `//emulator:${emulator.controlToken}@`)}/`);
  out('');
  for (const { id, name, plan } of zones.slice(0, SHOWN)) out(`  zone     ${id}  ${oneLine(name)}, ${plan}`);
  if (zones.length > SHOWN) out(`           and ${zones.length - SHOWN} more`);
  if (token !== '') out(`  token    ${token}`);
  if (key !== '') out(`  key      ${key} of ${email}`);
  const { model = 'specification', ...differing } = control.options();
  out(`  model    ${model}`);
  const options = Object.entries(differing).map(([name, value]) => `${name}: ${String(value)}`);
  if (options.length > 0) out(`  options  ${options.join(', ')}`);
  out('  logs     shown on the status page');
  out(`  state    ${save === undefined ? 'lost when it ends' : `saved in ${resolve(save)} when it ends`}`);
  out('');
  out('In the shell that runs terraform:');
  out('');
  for (const line of shellLines(emulator, zones[0]?.id)) out(`  ${line}`);
  out('');
  out(quiet ? 'Ctrl-C ends it.' : 'Ctrl-C ends it. Requests:');
}

function shellLines(
  { baseUrl, control, controlToken, credentials: { token, email, key } }: RunningEmulator,
  zone: string | undefined,
): string[] {
  return [
    `export ZONEWRIGHT_BASE_URL=${shellWord(baseUrl)}`,
    token === ''
      ? `export ZONEWRIGHT_EMAIL=${shellWord(email)} ZONEWRIGHT_API_KEY=${shellWord(key)}`
      : `export ZONEWRIGHT_API_TOKEN=${shellWord(token)}`,
    `export ZONEWRIGHT_CONTROL_TOKEN=${controlToken}`,
    // Without a limit of its own, the emulator needs none of the published one, which the provider keeps to.
    ...(control.settings().rateLimit === 0 ? ['export ZONEWRIGHT_MAX_REQUESTS_PER_SECOND=1000'] : []),
    ...(zone === undefined ? [] : [`export ZONE_ID=${zone} TF_VAR_zone_id=${zone}`]),
  ];
}

/** A request that the emulator answered. Like the journal, it contains no secrets. */
export function requestLine(entry: JournalEntry, { red, green, dim, yellow }: Terminal['colors']): string {
  const { status, servedStatus, fault, operation } = entry;
  const answer = status === null ? red('cut') : (status < 400 ? green : red)(`${status}`);
  // The service's own answer, if the client saw something else.
  const own = servedStatus === null ? ', not served' : `, served ${servedStatus}`;
  const cause = fault === null ? '' : yellow(`  fault: ${fault}${servedStatus === status ? '' : own}`);
  const called = operation === null ? '' : dim(`  ${operation}`);
  return `  ${answer}  ${entry.method.padEnd(6)} ${oneLine(entry.path)}${called}${cause}`;
}
