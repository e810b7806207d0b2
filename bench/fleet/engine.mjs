import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/**
 * The engine, with the built provider, in stacks of `count` objects of one kind. Each command returns how long it took,
 * the CPU of the engine and of all providers that it started, and the peak memory of any of them.
 *
 * The CPU of the engine is read from `/proc`, so this needs Linux.
 */
export async function openEngine(folder) {
  const { findEngine } = require('../../dist/cli/engine/find.js');
  const { placeProvider } = require('../../dist/lib/provider/provider-package.js');
  const { binary, flavor, version } = await findEngine({ fetch: false });
  const usage = join(folder, 'usage');
  const plugins = join(folder, 'plugins');
  placeProvider(plugins);
  let stacks = 0;

  const stack = (service, kind, from, count, states = []) => {
    const home = join(folder, `stack-${(stacks += 1)}`);
    mkdirSync(home, { recursive: true });
    writeFileSync(
      join(home, 'main.tf.json'),
      JSON.stringify(kind.configuration(service, from, count), null, 1),
    );
    if (states.length > 0) writeFileSync(join(home, 'terraform.tfstate'), joined(states, count));
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      CHECKPOINT_DISABLE: '1',
      ZONEWRIGHT_BASE_URL: service.baseUrl,
      ZONEWRIGHT_API_TOKEN: service.token,
      FLEET_USAGE: usage,
      NODE_OPTIONS: `--require ${fileURLToPath(new URL('usage.cjs', import.meta.url))}`,
    };
    const run = async (...args) => {
      if (!ready) await finish(binary, ['init', `-plugin-dir=${plugins}`, '-no-color'], { cwd: home, env });
      ready = true;
      rmSync(usage, { recursive: true, force: true });
      mkdirSync(usage);
      const before = cpuOfChildren();
      const begun = performance.now();
      await finish(binary, [...args, '-input=false', '-no-color'], {
        cwd: home,
        env,
      });
      const ms = performance.now() - begun;
      const used = readdirSync(usage).map((name) => JSON.parse(readFileSync(join(usage, name), 'utf8')));
      const providerCpu = used.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
      return {
        ms,
        providerCpu,
        engineCpu: cpuOfChildren() - before - providerCpu,
        providerMegabytes: Math.max(0, ...used.map(({ megabytes }) => megabytes)),
      };
    };
    let ready = false;
    return {
      run,
      state: () => JSON.parse(readFileSync(join(home, 'terraform.tfstate'), 'utf8')),
      remove: () => rmSync(home, { recursive: true, force: true }),
    };
  };
  return { name: `${flavor} ${version}`, stack };
}

/** One state of the first `count` objects of several. */
function joined(states, count) {
  const resources = states.flatMap(({ resources }) => resources).slice(0, count);
  return JSON.stringify({ ...states[0], resources });
}

/** Milliseconds of CPU of the ended children of this process, and of their children. */
function cpuOfChildren() {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  // proc(5): cutime and cstime are the fields 16 and 17, in hundredths of a second.
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

function finish(program, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const text = [];
    child.stdout.on('data', (chunk) => text.push(chunk));
    child.stderr.on('data', (chunk) => text.push(chunk));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(
            new Error(`${program} ${args.join(' ')} failed:\n${Buffer.concat(text).toString().slice(-4000)}`),
          ),
    );
  });
}
