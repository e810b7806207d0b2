import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { cacheFolder, homeFolder, makeOwnFolder } from '../../../provider-shim/records/cache-folder';
import { temporaryFolder } from '../../support/temporary-folder';

afterEach(() => jest.restoreAllMocks());

test('the home folder is that of the environment, else that of the system', () => {
  jest.spyOn(os, 'homedir').mockReturnValue('/home/of-the-system');
  expect(homeFolder({ HOME: '/home/jo' })).toBe('/home/jo');
  for (const none of [{}, { HOME: '' }]) expect(homeFolder(none)).toBe('/home/of-the-system');
});

test.each<readonly [string, boolean, (folder: string) => void]>([
  ['that is made', true, () => undefined],
  ['that others may read', true, (folder) => mkdirSync(folder, 0o755)],
  ['that a group may write', false, (folder) => chmodSync((mkdirSync(folder), folder), 0o770)],
  ['that is a link to one', false, (folder) => symlinkSync(temporaryFolder(), folder)],
  ['that is a file', false, (folder) => writeFileSync(folder, '')],
])('a folder %s is of this user alone: %j', (_what, isOwn, prepare) => {
  const folder = join(temporaryFolder(), 'own');
  prepare(folder);
  if (isOwn) makeOwnFolder(folder);
  else expect(() => makeOwnFolder(folder)).toThrow();
});

test('a user without a home folder has no cache folder, unless the environment names one', () => {
  jest.spyOn(os, 'homedir').mockImplementation(() => {
    throw new Error('A system error occurred: uv_os_homedir returned ENOENT (no such file or directory)');
  });
  const home = homeFolder({});
  expect(home).toBe('');
  expect(cacheFolder({}, 'linux', home)).toBe('.cache/zonewright');
  expect(cacheFolder({ XDG_CACHE_HOME: '/var/cache' }, 'linux', home)).toBe('/var/cache/zonewright');
});
