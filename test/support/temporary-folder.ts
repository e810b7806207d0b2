import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of this run, and what TMPDIR was before; Jest loads the set-up and the tear-down apart. */
const state = globalThis as { testTemporaryFolder?: { readonly path: string; readonly before?: string } };

/**
 * Makes the folder for the temporary files of this run and of all that it starts: `Testing.synth` of cdktf leaves a folder
 * each time, and they would become tens of thousands.
 */
export function makeTemporaryFolder(): void {
  const path = mkdtempSync(join(tmpdir(), 'tests-'));
  const { TMPDIR: before } = process.env;
  state.testTemporaryFolder = { path, ...(before === undefined ? {} : { before }) };
  process.env['TMPDIR'] = path;
}

/** Removes that folder, if this run has one. */
export function removeTemporaryFolder(): void {
  const { testTemporaryFolder: folder } = state;
  if (folder === undefined) return;
  delete state.testTemporaryFolder;
  if (folder.before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = folder.before;
  rmSync(folder.path, { recursive: true, force: true });
}

const ends: (() => unknown)[] = [];
const isTest = typeof afterAll === 'function';
if (isTest)
  afterAll(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

/** Ends what a test file has opened after its tests, the last first. Programs end what they open by themselves. */
export function endsWithTests(end: () => unknown): void {
  if (isTest) ends.push(end);
}

/** A temporary folder of a test file, removed after its tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zonewright-test-'));
  endsWithTests(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
