/**
 * Runs a TypeScript program of this checkout: `node scripts/run-typescript.mjs FILE [ARGUMENT …]`. The program is
 * bundled into a temporary file first; packages are taken from `node_modules`, and it can ask for garbage collection.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';

const [, , program, ...args] = process.argv;
const root = fileURLToPath(new URL('..', import.meta.url));
// Inside of the checkout, so that packages are found.
const folder = mkdtempSync(join(root, 'node_modules', '.run-'));
const outfile = join(folder, basename(program).replace(/\.ts$/, '.cjs'));

try {
  await build({
    entryPoints: [resolve(program)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    // A file finds its neighbours where they stand in the sources.
    define: { __dirname: JSON.stringify(join(root, program, '..')) },
    logLevel: 'warning',
  });
  const { status } = spawnSync(process.execPath, ['--enable-source-maps', '--expose-gc', outfile, ...args], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
