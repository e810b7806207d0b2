import { resolve } from 'node:path';
import type { Model, RunningEmulator, JournalEntry } from '../../emulator';
import { shellWord } from '../terminal/shell-word';
import type { Terminal } from '../terminal/terminal';
import { oneLine } from '../text/words';

export interface EmulatorOptions {
  readonly port: number;
  readonly seed?: string;
  readonly save?: string;
  readonly destinations?: string;
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
  { destinations, save, quiet }: EmulatorOptions,
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
  out(`  logs     ${logsText(destinations)}`);
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

function logsText(folder: string | undefined): string {
  return folder === undefined ? 'in memory, shown on the status page' : `in ${resolve(folder)}`;
}

/** A request that the emulator answered. Like the journal, it contains no secrets. */
export function requestLine(entry: JournalEntry, colors: Terminal['colors']): string {
  const status =
    entry.status === null ? colors.red('cut') : statusColor(entry.status, colors)(`${entry.status}`);
  const operation = entry.operation === null ? '' : colors.dim(`  ${entry.operation}`);
  const fault = entry.fault === null ? '' : colors.yellow(`  fault: ${entry.fault}${servedText(entry)}`);
  return `  ${status}  ${entry.method.padEnd(6)} ${oneLine(entry.path)}${operation}${fault}`;
}

/** The service's own answer, if the client saw something else. */
function servedText({ status, servedStatus }: JournalEntry): string {
  if (servedStatus === status) return '';
  return servedStatus === null ? ', not served' : `, served ${servedStatus}`;
}

function statusColor(status: number, colors: Terminal['colors']): (text: string) => string {
  return status < 400 ? colors.green : colors.red;
}
