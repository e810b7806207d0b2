import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEngine } from '../../cli/engine/find';
import { createEngine, type RunResult } from '../../cli/engine/run';
import { startEmulator } from '../../emulator';
import { placeProvider } from '../../lib/provider/provider-package';
import { LOG_CUSTOM_FIELDS } from './log-custom-fields';
import { LOGPUSH_JOBS } from './logpush-jobs';
import { MIGRATIONS } from './migrations';
import { FILES, rootModule, type Expected, type StateSet } from './state-set';

export const STATE_SETS: readonly StateSet[] = [LOG_CUSTOM_FIELDS, LOGPUSH_JOBS, MIGRATIONS];

/**
 * Applies a set with the built provider and the real engine against the emulator, and writes configuration, state and
 * service into a folder of the set's name. It never touches what is there already.
 */
export async function recordStates(release: string, set: StateSet): Promise<void> {
  const folder = join(release, set.name);
  mkdirSync(folder, { recursive: true });
  const files = await recorded(set);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { flag: 'wx' });
}

const NOTHING: Expected = { plan: {}, refreshOnly: {}, refusesToDestroy: {} };

async function recorded(set: StateSet): Promise<Readonly<Record<string, string>>> {
  const emulator = await startEmulator({ seed: set.seed });
  const cwd = mkdtempSync(join(tmpdir(), 'zonewright-record-'));
  try {
    const { binary } = await findEngine({ fetch: false });
    const env = {
      PATH: process.env['PATH'],
      HOME: cwd,
      CHECKPOINT_DISABLE: '1',
      ZONEWRIGHT_BASE_URL: emulator.baseUrl,
      ZONEWRIGHT_API_TOKEN: emulator.credentials.token,
    };
    const engine = createEngine({ binary, cwd, env });
    placeProvider(join(cwd, 'terraform.d', 'plugins'));
    const configuration = rootModule(await set.blocks(emulator));
    writeFileSync(join(cwd, FILES.configuration), configuration);
    const imports = Object.entries(set.imports?.(emulator) ?? {});
    const blocks = imports.map(([to, id]) => `import {\n  to = ${to}\n  id = "${id}"\n}\n`);
    writeFileSync(join(cwd, 'import.tf'), blocks.join('\n'));
    succeeded(await engine.init());
    succeeded(await engine.apply());
    set.afterApply?.(emulator);
    rmSync(join(cwd, 'import.tf'));
    succeeded(await engine.apply({ args: ['-refresh-only'] }));
    return {
      [FILES.configuration]: configuration,
      [FILES.state]: readFileSync(join(cwd, FILES.state), 'utf8'),
      [FILES.service]: `${JSON.stringify(emulator.control.snapshot(), null, 2)}\n`,
      [FILES.expected]: `${JSON.stringify({ ...NOTHING, ...set.expected }, null, 2)}\n`,
    };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
    await emulator.close();
  }
}

function succeeded({ exitCode, stdout, stderr }: RunResult): void {
  if (exitCode !== 0) throw new Error(`the engine failed:\n${stdout}\n${stderr}`);
}
