import os from 'node:os';
import { cacheFolder, homeFolder } from '../../../provider-shim/records/cache-folder';

afterEach(() => jest.restoreAllMocks());

test('the home folder is that of the environment, else that of the system', () => {
  jest.spyOn(os, 'homedir').mockReturnValue('/home/of-the-system');
  expect(homeFolder({ HOME: '/home/jo' })).toBe('/home/jo');
  expect(homeFolder({})).toBe('/home/of-the-system');
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
