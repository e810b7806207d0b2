import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readApprovals } from '../../lib';
import { AppError } from '../../lib/binding/app-error';
import { temporaryFolder } from './fake-provider';
import { ZONE } from './logpush-stack';

const folder = temporaryFolder();
const approved_digest = `v1/finished/${ZONE}/none/none/none`;

/** A file as its reader names it, relative to the working folder. */
function file(name: string, rows: readonly object[]): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(rows, null, 2));
  return relative('', path);
}

test('an app gets the rows of a file, each with its step', () => {
  const rows = [{ zone: ZONE, name: 'example.com', approved_digest, by: 'Ada', ticket: 'OPS-1', at: '' }];
  expect(readApprovals(file('good.json', rows))).toEqual([{ ...rows[0], step: 'finished' }]);
});

test.each<readonly [string, string, string]>([
  [
    'that is not in order',
    file('bad.json', [{ zone: ZONE, approved_digest, step: 'finished' }]),
    'bad.json:2: unknown member "step"',
  ],
  ['that is missing', relative('', join(folder, 'gone.json')), `open '${join(folder, 'gone.json')}'`],
])('a file %s is a mistake in the app that names it', (_what, name, says) => {
  let thrown: unknown;
  try {
    readApprovals(name);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(AppError);
  expect((thrown as Error).message).toContain(says);
});
