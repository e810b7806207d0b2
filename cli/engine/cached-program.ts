import { join } from 'node:path';
import type { Release, ReleasePlatform } from './release';
import { programName } from './release';

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
