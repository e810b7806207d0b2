import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharedSetup from '../support/global-setup';

const ROOT = join(__dirname, '..', '..');

/**
 * Makes the release twice, the second time elsewhere, in another time zone and for a user who lets nobody else read files;
 * `ZONEWRIGHT_RELEASES` is the folder with both.
 */
export default async function globalSetup(): Promise<void> {
  if (process.platform !== 'linux' || process.arch !== 'x64' || process.getuid?.() !== 0)
    throw new Error(
      'The tests of the release make roots and a network of their own: run them as root, on Linux on x64.',
    );
  await sharedSetup();
  const folder = mkdtempSync(join(tmpdir(), 'zonewright-releases-'));
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  run('umask 077 && git ls-files -z | xargs -0 cp --parents -t "$0"', ROOT, elsewhere);
  symlinkSync(join(ROOT, 'node_modules'), join(elsewhere, 'node_modules'));
  run('npm run --silent release && mv release "$0"', ROOT, join(folder, 'first'));
  run('umask 077 && npm run --silent release && mv release "$0"', elsewhere, join(folder, 'second'));
  process.env['ZONEWRIGHT_RELEASES'] = folder;
}

function run(script: string, cwd: string, ...args: readonly string[]): void {
  const env = { ...process.env, ...(cwd === ROOT ? {} : { TZ: 'Pacific/Kiritimati' }) };
  execFileSync('sh', ['-c', script, ...args], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
}
