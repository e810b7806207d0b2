import { join } from 'node:path';
import type { Release, ReleasePlatform } from './release';
import { programName } from './release';

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
