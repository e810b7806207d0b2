import { homedir } from 'node:os';
import { join } from 'node:path';
import { Failure } from './failure';
import { type Release, type ReleasePlatform, programName } from './release';

/** This user's home folder. @throws Failure when there is none, as for a container's user who is only a number */
export function homeFolder(): string {
  try {
    return homedir();
  } catch {
    throw new Failure({
      code: 'home_folder',
      message: 'this user has no home folder',
      seen: ['HOME is not set, and the system knows no home folder of this user'],
      hints: ['set HOME to a folder in which this user can write'],
    });
  }
}

/**
 * This user's folder for files that can be downloaded again.
 *
 * @returns e.g. `~/.cache/zonewright`; XDG_CACHE_HOME, macOS and Windows have their own places
 */
export function cacheFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: () => string): string {
  if (platform === 'win32') {
    return join(env['LOCALAPPDATA'] ?? join(home(), 'AppData', 'Local'), 'zonewright', 'cache');
  }
  // The standard ignores a relative XDG_CACHE_HOME: https://specifications.freedesktop.org/basedir-spec
  const xdg = env['XDG_CACHE_HOME'];
  if (xdg?.startsWith('/')) return join(xdg, 'zonewright');
  return platform === 'darwin'
    ? join(home(), 'Library', 'Caches', 'zonewright')
    : join(home(), '.cache', 'zonewright');
}

/** A release for a platform, and the cache for it. */
export interface Cached {
  readonly release: Release;
  readonly platform: ReleasePlatform;
  /** Folder of the user's cache. */
  readonly cacheFolder: string;
}

/** The path of a downloaded release in the cache, whether it exists or not. */
export function cachedProgram({ release, platform, cacheFolder }: Cached): string {
  const folder = `opentofu-${release.version}-${platform}`;
  return join(cacheFolder, 'engines', folder, programName(platform));
}
