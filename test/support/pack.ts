import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTemporaryFolder } from './temporary-folder';

/** Packs the package as it is published, once for all tests; `ZONEWRIGHT_TARBALL` is where it is. */
export default function globalSetup(): void {
  makeTemporaryFolder();
  const folder = mkdtempSync(join(tmpdir(), 'zonewright-packed-'));
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: join(__dirname, '..', '..'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename, size }] = JSON.parse(packed.slice(packed.indexOf('['))) as [
    { readonly filename: string; readonly size: number },
  ];
  process.env['ZONEWRIGHT_TARBALL'] = join(folder, filename);
  process.stdout.write(`${filename}: ${size} bytes\n`);
}
