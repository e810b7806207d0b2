import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Emulator } from '../../emulator';

/** Sends the calls, with a folder for the files that they write and read; returns the failures. */
export async function failuresOf(emulator: Emulator, calls: readonly CurlCall[]): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'page-'));
  const failed: string[] = [];
  try {
    for (const { method, url, headers, body, output } of calls) {
      const file = body?.startsWith('@') ? readFileSync(join(folder, body.slice(1)), 'utf8') : body;
      const init = { method, headers: [...headers], ...(file !== undefined && { body: file }) };
      const response = await emulator.handle(new Request(url, init));
      const text = await response.text();
      if (output !== undefined) writeFileSync(join(folder, output), text);
      if (!response.ok || text === '[]') failed.push(`${method} ${url}: ${response.status} ${text}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return failed;
}

export interface CurlCall {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly [string, string][];
  readonly body?: string;
  readonly output?: string;
}

/** The `curl` calls in a script. A shell parses their words; nothing is sent. */
export function curlCalls(script: string): readonly CurlCall[] {
  const told = `curl() { printf '%s\\0' "$@" $'\\n'; }\n${script}`;
  const env = { PATH: process.env['PATH'], ZONEWRIGHT_CONTROL_TOKEN: 'control-token' };
  const words = execFileSync('bash', ['-euc', told], { encoding: 'utf8', env });
  return words
    .split('\n\0')
    .slice(0, -1)
    .map((call) => curlCall(call.split('\0').slice(0, -1)));
}

function curlCall(words: readonly string[]): CurlCall {
  const rest = [...words];
  const headers: [string, string][] = [];
  let call: Omit<CurlCall, 'headers'> = { method: 'GET', url: '' };
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    switch (word) {
      case '-X':
        call = { ...call, method: rest.shift() ?? '' };
        break;
      case '-H': {
        const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(rest.shift() ?? '') ?? [];
        headers.push([name, value]);
        break;
      }
      case '-d':
      case '--data-binary':
        call = { ...call, body: rest.shift() ?? '' };
        break;
      case '-o':
        call = { ...call, output: rest.shift() ?? '' };
        break;
      default: {
        if (!word.startsWith('http://')) throw new Error(`The test does not know curl ${word}.`);
        // As curl sends the password in an address.
        const url = new URL(word);
        if (url.password !== '') headers.push(['authorization', `Basic ${btoa(`:${url.password}`)}`]);
        call = { ...call, url: word.replace(`${url.username}:${url.password}@`, '') };
      }
    }
  }
  return { ...call, headers };
}
