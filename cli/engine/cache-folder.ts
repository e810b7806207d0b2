import { join } from 'node:path';

/**
 * The folder of this user for files that can be fetched again.
 *
 * @returns e.g. `~/.cache/zonewright`; XDG_CACHE_HOME, macOS and Windows have their own places
 */
export function cacheFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: string): string {
  if (platform === 'win32') {
    return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'zonewright', 'cache');
  }
  // A relative XDG_CACHE_HOME is to be ignored: https://specifications.freedesktop.org/basedir-spec
  const xdg = env['XDG_CACHE_HOME'];
  if (xdg?.startsWith('/')) return join(xdg, 'zonewright');
  return platform === 'darwin'
    ? join(home, 'Library', 'Caches', 'zonewright')
    : join(home, '.cache', 'zonewright');
}
