import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharedSetup from '../support/global-setup';

/** Makes the release twice; `ZONEWRIGHT_RELEASES` is the folder with both. */
export default async function globalSetup(): Promise<void> {
  await sharedSetup();
  const root = join(__dirname, '..', '..');
  const folder = mkdtempSync(join(tmpdir(), 'zonewright-releases-'));
  for (const name of ['first', 'second']) {
    execFileSync('npm', ['run', '--silent', 'release'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    execFileSync('mv', [join(root, 'release'), join(folder, name)]);
  }
  process.env['ZONEWRIGHT_RELEASES'] = folder;
}
