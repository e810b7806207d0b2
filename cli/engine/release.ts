import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { Failure } from './failure';

/** A platform as the engine's releases name it: `linux_amd64`. */
export type ReleasePlatform = `${string}_${string}`;

/** A published version of OpenTofu, with the SHA-256 of the archives that we take. */
export interface Release {
  readonly version: string;
  /** Address of the folder that holds the archives of this version. */
  readonly baseUrl: string;
  /** The platforms for which the release has an archive that we can name. */
  readonly platforms: readonly ReleasePlatform[];
  /** Pinned: platform to the archive's SHA-256, 64 lower-case hexadecimal digits. */
  readonly sha256: Readonly<Partial<Record<ReleasePlatform, string>>>;
}

/** The release to download if the machine has no engine. A checksum is pinned if a package collection that follows the release has it (AUR `opentofu-bin` for Linux); for the other platforms the list published with the release is used, and trusted only if it agrees with the pinned ones.
 */
export const PINNED_RELEASE: Release = {
  version: '1.10.6',
  baseUrl: 'https://github.com/opentofu/opentofu/releases/download/v1.10.6/',
  platforms: ['linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64'],
  sha256: {
    linux_amd64: '15b7bed76420b50da3e121769c43341df8cd57d751ca14e6dbe9c850124c6dac',
    linux_arm64: 'a32f653d686a8cad9b9be82101eb5b5e834fbfa8d095842fa1820c5d27fad967',
  },
};

/** The release's name for a platform of Node.js, e.g. `windows_amd64` for `win32` and `x64`. */
export function releasePlatform(platform: string, arch: string): ReleasePlatform {
  return `${platform === 'win32' ? 'windows' : platform}_${arch === 'x64' ? 'amd64' : arch}`;
}

/** The name of the program inside the archive. */
export const RELEASE_PROGRAM = 'tofu';

/**
 * This user's home folder: one that exists.
 *
 * @throws Failure when there is none, as for a container's user who is only a number. An empty or relative HOME would name
 *   a place in the current folder.
 */
export function homeFolder(): string {
  let home: string | undefined;
  try {
    home = homedir();
  } catch {
    // The system knows none.
  }
  if (home !== undefined && isAbsolute(home) && existsSync(home)) return home;
  const is = `HOME is ${home || 'empty'}${home && isAbsolute(home) ? ', which does not exist' : ''}`;
  throw new Failure({
    code: 'home_folder',
    message: 'this user has no home folder',
    seen: [home === undefined ? 'HOME is not set, and the system knows no home folder of this user' : is],
    allowed: ['the absolute path of a folder that exists'],
    hints: ['set HOME to a folder in which this user can write'],
  });
}

/**
 * This user's folder for files that can be downloaded again.
 *
 * @returns e.g. `~/.cache/zonewright`; XDG_CACHE_HOME and macOS have their own places
 */
export function cacheFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: () => string): string {
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
  return join(cacheFolder, 'engines', folder, RELEASE_PROGRAM);
}
