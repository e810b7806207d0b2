/** The built emulator as a user starts it: a process of its own, driven over its control API. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './machine.mjs';

const COMMAND = join(ROOT, 'dist', 'cli', 'main.js');

/** Starts the emulator, with further arguments of `zonewright emulator`. */
export async function startEmulator(args = []) {
  const child = spawn(
    process.execPath,
    [COMMAND, 'emulator', '--port', '0', '--quiet', '--model', 'specification', ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise((resolve) => child.once('close', resolve));
  const close = async () => {
    process.off('exit', kill);
    kill();
    await ended;
  };
  let output = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk;
    if (output.includes('Ctrl-C')) break;
  }
  const [, baseUrl] = /BASE_URL=(\S+)/.exec(output);
  const [, token] = /API_TOKEN=(\S+)/.exec(output);
  const [, controlToken] = /CONTROL_TOKEN=(\S+)/.exec(output);
  const headers = { authorization: `Bearer ${controlToken}` };
  const control = async (method, path, body) => {
    const url = new URL(`/_control/${path}`, baseUrl);
    const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok)
      throw new Error(`${method} ${url} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  return {
    ...{ baseUrl, token, close },
    /** Resets to the seed, with every answer delayed by this many milliseconds from then on. */
    begin: async (delayMs) => {
      await control('POST', 'reset');
      await control('PUT', 'faults', delayMs === 0 ? [] : [{ delayMs }]);
    },
    /** A piece of work and how many requests it sent: `{ requests, result }`. */
    during: async (work) => {
      await control('DELETE', 'journal');
      const result = await work();
      return { result, requests: await countRequests(baseUrl, control) };
    },
  };
}

/** The journal numbers all requests but keeps only the last ones, so our own request is found by its method. */
async function countRequests(baseUrl, control) {
  await fetch(`${baseUrl}/`, { method: 'OPTIONS' });
  const [{ number }] = await control('GET', 'journal?method=OPTIONS');
  return number - 1;
}
