import { chmod, copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/** What runs from `dist/` as it stands in the tree. The provider is built apart. */
const FOLDERS = [
  'lib',
  'emulator',
  'cli',
  'examples',
  'provider-shim/sdk/text',
  'provider-shim/sdk/protocol',
  'testing',
];

/** Compiles the schema objects, from which a part of `lib` is written. */
export function buildSchema(root, dist) {
  return compile(root, dist, ['schema']);
}

/** Compiles each source file to CommonJS, one to one. */
async function compile(root, dist, folders) {
  const files = await Promise.all(folders.map((folder) => sources(join(root, folder))));
  await build({
    entryPoints: files.flat(),
    outdir: dist,
    outbase: root,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    sourcemap: false,
    logLevel: 'warning',
  });
}

export async function buildLibraries(root, dist) {
  await compile(root, dist, FOLDERS);
  // The framework, and what the command takes from the provider's sources, as one file each: the provider is built apart.
  await build({
    entryPoints: ['sdk', 'zone-reader'].map((name) => join(root, 'provider-shim', name, 'index.ts')),
    outdir: dist,
    outbase: root,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'warning',
  });
  // Vitest can only be imported, so what registers with it is a module of that kind.
  await build({
    entryPoints: [join(root, 'testing', 'vitest.mts')],
    outdir: join(dist, 'testing'),
    outExtension: { '.js': '.mjs' },
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
  });
  const page = join('emulator', 'control', 'status-page.html');
  await copyFile(join(root, page), join(dist, page));
  await chmod(join(dist, 'cli', 'main.js'), 0o755).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

async function sources(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /(?<!\.d|\.test)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
