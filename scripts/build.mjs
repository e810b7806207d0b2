/**
 * Builds everything into `dist/`: the libraries and the command line as CommonJS, the provider as two files, and the
 * constructs once more for cdktn; before them what follows of `lib` from the schema.
 * `--release` begins with an empty folder and adds the type declarations (slower; done when the package is packed).
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildForCdktn } from './build-cdktn.mjs';
import { buildLibraries, buildSchema } from './build-libraries.mjs';
import { buildProvider } from './build-provider.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const release = process.argv.includes('--release');

if (release) rmSync(dist, { recursive: true, force: true });
await buildSchema(root, dist);
await import('./props.mjs');
const [notices] = await Promise.all([
  buildProvider(root, join(dist, 'provider'), version),
  buildLibraries(root, dist),
]);
writeFileSync(join(dist, 'THIRD-PARTY-NOTICES'), notices);
if (release) {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.types.json')], { stdio: 'inherit' });
}
await buildForCdktn(dist);
