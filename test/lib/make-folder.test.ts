import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../../lib/provider/make-folder';

const root = mkdtempSync(join(tmpdir(), 'zonewright-lib-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('makes a folder with all above it, and is content when it is there', () => {
  const folder = join(root, 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
});

test.each([
  ['below a folder that takes none', '/proc/zonewright/plugins'],
  ['below a file', join(root, 'file', 'below')],
])('says so at once when it cannot: %s', (_where, folder) => {
  writeFileSync(join(root, 'file'), '');
  expect(() => makeFolder(folder)).toThrow(/ENOENT|ENOTDIR|EACCES|EROFS|EPERM/);
});
