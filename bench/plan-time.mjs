import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

const BUILT_IN = `resource "terraform_data" "one" {
  input = "x"
}
`;

const ours = (zoneId) => `terraform {
  required_providers {
    zone = { source = "zonewright/zone" }
  }
}

resource "zone_log_custom_fields" "one" {
  zone_id = "${zoneId}"
  cookies = ["session"]
}
`;

/**
 * Milliseconds of whole `plan` commands for one resource that is to be made, interleaved: of the engine's built-in
 * provider, which is no process, and of ours, which asks an emulator.
 */
export async function planTimes(rounds) {
  const { findEngine } = require('../dist/cli/engine/find.js');
  const { placeProvider } = require('../dist/lib/provider/provider-package.js');
  const { DEFAULT_ZONE_ID, startEmulator } = require('../dist/emulator/index.js');
  const { binary, flavor, version } = await findEngine({ fetch: false });
  const emulator = await startEmulator();
  const root = await mkdtemp(join(tmpdir(), 'bench-plan-'));
  const env = {
    PATH: process.env.PATH,
    HOME: root,
    CHECKPOINT_DISABLE: '1',
    ZONEWRIGHT_BASE_URL: emulator.baseUrl,
    ZONEWRIGHT_API_TOKEN: emulator.credentials.token,
    ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000',
  };
  const run = (folder, ...args) =>
    finish(binary, [...args, '-input=false', '-no-color'], { cwd: folder, env });
  const stack = async (name, text) => {
    const folder = join(root, name);
    await mkdir(folder);
    await writeFile(join(folder, 'main.tf'), text);
    placeProvider(join(folder, 'terraform.d', 'plugins'));
    await run(folder, 'init');
    return { name, folder, times: [] };
  };
  try {
    const stacks = [await stack('built-in', BUILT_IN), await stack('ours', ours(DEFAULT_ZONE_ID))];
    for (let round = 0; round < rounds; round++) {
      for (const { folder, times } of stacks) {
        const begun = performance.now();
        await run(folder, 'plan');
        times.push(performance.now() - begun);
      }
    }
    return { engine: `${flavor} ${version}`, builtIn: stacks[0].times, ours: stacks[1].times };
  } finally {
    await emulator.close();
    await rm(root, { recursive: true, force: true });
  }
}

function finish(program, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.stderr.on('data', (chunk) => (text += chunk));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ${args.join(' ')} failed:\n${text}`)),
    );
  });
}
