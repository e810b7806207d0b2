import { join } from 'node:path';
import { type Release, type ReleasePlatform, programName } from './release';

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

/** A release for a platform and the cache that it belongs in. */
export interface Cached {
  readonly release: Release;
  readonly platform: ReleasePlatform;
  /** Folder of the user's cache. */
  readonly cacheFolder: string;
}

/** Where a fetched release is (or would be) in the cache. */
export function cachedProgram({ release, platform, cacheFolder }: Cached): string {
  const folder = `opentofu-${release.version}-${platform}`;
  return join(cacheFolder, 'engines', folder, programName(platform));
}
