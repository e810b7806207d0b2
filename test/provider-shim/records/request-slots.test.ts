import { join } from 'node:path';
import { cacheFolder } from '../../../cli/engine/cache';
import { requestFolders } from '../../../provider-shim/records/request-slots';

const HOME = '/home/jo';

test.each<[string, NodeJS.ProcessEnv, NodeJS.Platform]>([
  ['Linux', {}, 'linux'],
  ['Linux with XDG_CACHE_HOME', { XDG_CACHE_HOME: '/var/cache/jo' }, 'linux'],
  ['Linux with a relative XDG_CACHE_HOME', { XDG_CACHE_HOME: 'cache' }, 'linux'],
  ['Linux with LOCALAPPDATA', { LOCALAPPDATA: '/c/Local' }, 'linux'],
  ['macOS', {}, 'darwin'],
  ['macOS with XDG_CACHE_HOME', { XDG_CACHE_HOME: '/tmp/c' }, 'darwin'],
  ['Windows', { LOCALAPPDATA: '/c/Local' }, 'win32'],
  ['Windows with XDG_CACHE_HOME', { LOCALAPPDATA: '/c/Local', XDG_CACHE_HOME: '/tmp/c' }, 'win32'],
  ['Windows without LOCALAPPDATA', {}, 'win32'],
])('requests are counted in the cache folder of the command: %s', (_case, environment, platform) => {
  const [folder] = requestFolders(environment, platform, HOME);
  expect(folder).toBe(
    join(
      cacheFolder(environment, platform, () => HOME),
      'requests',
    ),
  );
});
