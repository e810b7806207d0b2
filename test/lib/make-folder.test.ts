import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../lib/provider/make-folder';
import { temporaryFolder } from '../support/temporary-folder';

const root = temporaryFolder();

test('makeFolder creates a folder with its parents, and accepts an existing one', () => {
  const folder = join(root, 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
});

test.each([
  ['below a folder that takes none', '/proc/zonewright/plugins'],
  ['below a file', join(root, 'file', 'below')],
  ['in the place of a file', join(root, 'file')],
])('makeFolder fails at once when it cannot create one: %s', (_where, folder) => {
  writeFileSync(join(root, 'file'), '');
  expect(() => makeFolder(folder)).toThrow(/ENOENT|ENOTDIR|EACCES|EROFS|EPERM|EEXIST/);
});
