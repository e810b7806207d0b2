import { resolve } from 'node:path';
import type { CredentialView, Model, RunningEmulator, JournalEntry } from '../../emulator';
import { printable } from '../../provider-shim/sdk/text';
import { shellWord } from '../terminal/shell-word';
import type { Terminal } from '../terminal/terminal';

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

/** More zones and credentials than these are only counted. */
const SHOWN = 10;

/** Says what runs, and prints the lines for a shell in which clients reach it. */
export function announce(
  emulator: RunningEmulator,
  { out, colors }: Terminal,
  { destinations, save, quiet }: EmulatorOptions,
): void {
  const { control } = emulator;
  const zones = control.zones();
  const credentials = control.credentials();
  out(`The zone service listens on ${colors.bold(emulator.baseUrl)}`);
  out(`Status page: ${emulator.url.replace('//', `//emulator:${emulator.controlToken}@`)}/`);
  out('');
  for (const { id, name, plan } of zones.slice(0, SHOWN)) out(`  zone     ${id}  ${name}, ${plan}`);
  if (zones.length > SHOWN) out(`           and ${zones.length - SHOWN} more`);
  for (const each of credentials.slice(0, SHOWN)) out(`  ${credentialText(each, zones)}`);
  if (credentials.length > SHOWN) out(`           and ${credentials.length - SHOWN} more tokens and keys`);
  const { model = 'specification', ...differing } = control.options();
  out(`  model    ${model}`);
  const options = Object.entries(differing).map(([name, value]) => `${name}: ${String(value)}`);
  if (options.length > 0) out(`  options  ${options.join(', ')}`);
  out(`  logs     ${logsText(destinations)}`);
  out(`  state    ${save === undefined ? 'lost when it ends' : `saved in ${resolve(save)} when it ends`}`);
  out('');
  out('In the shell that runs terraform:');
  out('');
  for (const line of shellLines(emulator, credentials)) out(`  ${line}`);
  out('');
  out(quiet ? 'Ctrl-C ends it.' : 'Ctrl-C ends it. Requests:');
}

function shellLines(
  { baseUrl, control, controlToken }: RunningEmulator,
  credentials: readonly CredentialView[],
): string[] {
  const { rateLimit, rateLimitPerAddress } = control.settings();
  const chosen = usefulCredential(credentials);
  const zone = chosen?.zones[0];
  return [
    `export ZONEWRIGHT_BASE_URL=${baseUrl}`,
    ...(chosen ? credentialLines(chosen) : []),
    `export ZONEWRIGHT_CONTROL_TOKEN=${controlToken}`,
    // Without a limit of its own, the emulator needs none of the published one, which the provider keeps to.
    ...(rateLimit + rateLimitPerAddress === 0 ? ['export ZONEWRIGHT_MAX_REQUESTS_PER_SECOND=1000'] : []),
    zone === undefined
      ? '# no active token or key of the state reaches a zone'
      : `export ZONE_ID=${zone} TF_VAR_zone_id=${zone}`,
  ];
}

/** The first active token or key that reaches a zone; one with every permission if there is any. */
function usefulCredential(credentials: readonly CredentialView[]): CredentialView | undefined {
  const useful = credentials.filter(({ status, zones }) => status === 'active' && zones.length > 0);
  return useful.find(({ permissions }) => permissions === 'all') ?? useful[0];
}

function credentialLines({ sent }: CredentialView): readonly string[] {
  if ('token' in sent) return [`export ZONEWRIGHT_API_TOKEN=${sent.token}`];
  return [`export ZONEWRIGHT_EMAIL=${shellWord(sent.email)} ZONEWRIGHT_API_KEY=${sent.key}`];
}

/** A token or key, with what limits it. */
function credentialText(
  { sent, status, permissions, zones }: CredentialView,
  all: readonly unknown[],
): string {
  const limits = [
    ...(status === 'active' ? [] : [status]),
    ...(zones.length === all.length ? [] : [`${zones.length} of ${all.length} zones`]),
    ...(permissions === 'all' ? [] : [permissions.length === 0 ? 'no permission' : permissions.join(' ')]),
  ];
  const text = 'token' in sent ? `token    ${sent.token}` : `key      ${sent.key} of ${sent.email}`;
  return limits.length === 0 ? text : `${text}  ${limits.join('; ')}`;
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
  return `  ${status}  ${entry.method.padEnd(6)} ${printable(entry.path)}${operation}${fault}`;
}

/** The service's own answer, if the client saw something else. */
function servedText({ status, servedStatus }: JournalEntry): string {
  if (servedStatus === status) return '';
  return servedStatus === null ? ', not served' : `, served ${servedStatus}`;
}

function statusColor(status: number, colors: Terminal['colors']): (text: string) => string {
  return status < 400 ? colors.green : colors.red;
}
