import type { ChildProcess } from 'node:child_process';
import { command } from './built-command';

/** A `zonewright emulator` that listens. */
export interface RunningCommand {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  /** Headers for its control API. */
  readonly control: { readonly authorization: string };
  /** What it printed so far. */
  output(): string;
}

const started: ChildProcess[] = [];
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')));

/** Starts `zonewright emulator`, until the end of the test. */
export async function start(...args: readonly string[]): Promise<RunningCommand> {
  const child = command.start(['emulator', ...args]);
  started.push(child);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  await until(() => output.includes('Ctrl-C ends it.'));
  const [, baseUrl = ''] = /listens on (\S+)/.exec(output) ?? [];
  const [, controlToken = ''] = /export ZONEWRIGHT_CONTROL_TOKEN=(\S+)/.exec(output) ?? [];
  return { child, baseUrl, control: { authorization: `Bearer ${controlToken}` }, output: () => output };
}

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A list of the zone's rulesets, as a client asks for it. */
export function rulesets(baseUrl: string, zoneId: string, token: string): Promise<Response> {
  return fetch(`${baseUrl}/zones/${zoneId}/rulesets`, { headers: { authorization: `Bearer ${token}` } });
}

/** The lines to paste into a shell. */
export function shellLines(output: string): readonly string[] {
  return output.split('\n').filter((line) => /^ {2}(?:export|#) /.test(line));
}
