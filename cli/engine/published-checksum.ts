import type { Dispatcher } from 'undici';
import { download } from './download';
import type { Release, ReleasePlatform } from './release';

/** The SHA-256 of the release's archive for a platform: the pinned one, or else the one in the list published with the release, which is trusted only if it agrees with every pinned checksum.
 *
 * @throws Error with a plain reason
 */
export async function publishedChecksum(
  release: Release,
  platform: ReleasePlatform,
  dispatcher: Dispatcher,
): Promise<string> {
  const pinned = release.sha256[platform];
  if (pinned) return pinned;
  if (!release.platforms.includes(platform)) throw new Error(`the release has no archive for ${platform}`);
  const url = new URL(`tofu_${release.version}_SHA256SUMS`, release.baseUrl).href;
  const listed = readList(Buffer.from(await download(url, dispatcher)).toString('utf8'));
  for (const [known, hash] of Object.entries(release.sha256)) {
    if (listed.get(archiveName(release, known as ReleasePlatform)) !== hash) {
      throw new Error(`the list of checksums ${url} disagrees with the pinned checksum for ${known}`);
    }
  }
  const found = listed.get(archiveName(release, platform));
  if (!found) throw new Error(`the list of checksums ${url} has none for ${platform}`);
  return found;
}

/** The file name of a platform's archive. */
export function archiveName(release: Release, platform: ReleasePlatform): string {
  return `tofu_${release.version}_${platform}.zip`;
}

/** Lines of `sha256sum`: 64 hexadecimal digits, two spaces, the file's name. */
function readList(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/^([0-9a-f]{64}) [ *](\S+)$/gm)].map(([, hash = '', file = '']) => [file, hash]),
  );
}
