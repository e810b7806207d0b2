import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findEngine } from '../../cli/engine/find';
import { TEST_ENGINE, WITHOUT_COLLECTION } from './engine';
import { makeTemporaryFolder } from './temporary-folder';

/**
 * Builds `dist/` once before the tests, so that what is started as a user starts it is what the sources say, and looks up
 * the engine, so that a test file knows at once which one it has. Without an engine only the tests that start one fail.
 * Engines that inherit this environment do not collect garbage.
 */
export default async function globalSetup(): Promise<void> {
  const root = join(__dirname, '..', '..');
  execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { cwd: root, stdio: 'inherit' });
  Object.assign(process.env, WITHOUT_COLLECTION);
  makeTemporaryFolder();
  const found = await findEngine({ fetch: false }).catch(() => undefined);
  if (found) process.env[TEST_ENGINE] = `${found.flavor} ${found.version}`;
}
