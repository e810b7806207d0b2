import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const BEGINS = 'tests-';

/**
 * Makes the folder for the temporary files of this run and of all that it starts: `Testing.synth` of cdktf leaves a folder
 * each time, and they would become tens of thousands.
 */
export function makeTemporaryFolder(): void {
  process.env['TMPDIR'] = mkdtempSync(join(tmpdir(), BEGINS));
}

/** Removes that folder. */
export function removeTemporaryFolder(): void {
  const folder = tmpdir();
  if (basename(folder).startsWith(BEGINS)) rmSync(folder, { recursive: true, force: true });
}
