/** The built emulator as a user starts it: a process of its own, driven over its control API. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './machine.mjs';
import { ownCpuMs } from './processes.mjs';

export const COMMAND = join(ROOT, 'dist', 'cli', 'main.js');

/**
 * Starts the emulator.
 *
 * @param args further arguments of `zonewright emulator`
 */
export async function startEmulator(args = []) {
  const { child, output, close } = await startNode(
    [COMMAND, 'emulator', '--port', '0', '--quiet', '--model', 'specification', ...args],
    /Ctrl-C/,
  );
  const [, baseUrl] = /BASE_URL=(\S+)/.exec(output);
  const [, token] = /API_TOKEN=(\S+)/.exec(output);
  const [, zoneId] = /ZONE_ID=(\S+)/.exec(output);
  const control = async (method, path, body) => {
    const url = new URL(`/_control/${path}`, baseUrl);
    const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok)
      throw new Error(`${method} ${url} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  return {
    ...{ baseUrl, token, zoneId, pid: child.pid, close },
    /** Resets to the seed, with every answer delayed by this many milliseconds from then on. */
    begin: async (delayMs) => {
      await control('POST', 'reset');
      await control('PUT', 'faults', delayMs === 0 ? [] : [{ delayMs }]);
    },
    /** The requests of a piece of work and the emulator's CPU time for it: `{ requests, emulatorCpuMs, result }`. */
    during: async (work) => {
      await control('DELETE', 'journal');
      const before = ownCpuMs(child.pid);
      const result = await work();
      const after = ownCpuMs(child.pid);
      return {
        result,
        requests: await countRequests(baseUrl, control),
        emulatorCpuMs: after === undefined ? undefined : after - before,
      };
    },
  };
}

/** The journal numbers all requests but keeps only the last ones, so our own request is found by its method. */
async function countRequests(baseUrl, control) {
  await fetch(`${baseUrl}/`, { method: 'OPTIONS' });
  const [{ number }] = await control('GET', 'journal?method=OPTIONS');
  return number - 1;
}

/** Starts a Node program and waits until its output matches; it ends with this process at the latest. */
export async function startNode(args, pattern, input = '') {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.stdin.end(input);
  const close = async () => {
    process.off('exit', kill);
    kill();
    await ended;
  };
  let output = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk;
    if (pattern.test(output)) return { child, output, close };
  }
  throw new Error(`${args[0]} ended before it printed ${pattern}: ${output}`);
}
