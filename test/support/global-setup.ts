import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds `dist/` once before the tests, so that what is started as a user starts it is what the sources say. */
export default function globalSetup(): void {
  const root = join(__dirname, '..', '..');
  execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { cwd: root, stdio: 'inherit' });
}
