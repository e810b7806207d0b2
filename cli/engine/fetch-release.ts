import { createHash, randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { unzip } from 'fflate';
import { type Dispatcher, EnvHttpProxyAgent, fetch } from 'undici';
import { type Cached, cachedProgram, RELEASE_PROGRAM, type Release, type ReleasePlatform } from './release';
import { isExecutable } from './find';
import { makeFolder } from '../../lib/provider/make-folder';

/** What to download, where to keep it and how to connect. */
export interface FetchOptions extends Cached {
  /** @default one that honours the proxy variables of the environment */
  readonly dispatcher?: Dispatcher;
  readonly onProgress?: OnProgress;
}

/**
 * Downloads the release for a platform into the cache, unless it is already there.
 *
 * The program appears in one step (written beside its place, then renamed), and only if the archive has the published
 * SHA-256. So any number of simultaneous downloads end with one whole program.
 *
 * @returns the program's path
 * @throws Error with a plain reason
 */
export async function fetchRelease(options: FetchOptions): Promise<string> {
  const program = cachedProgram(options);
  if (isExecutable(program)) return program;
  const { release, platform } = options;
  const url = new URL(archiveName(release, platform), release.baseUrl).href;
  const dispatcher = options.dispatcher ?? downloadDispatcher();
  try {
    const expected = await publishedChecksum(release, platform, dispatcher);
    const bytes = await download(url, dispatcher, options.onProgress);
    verify(bytes, expected);
    await place(await unpackOne(bytes, RELEASE_PROGRAM), program);
  } catch (thrown) {
    throw new Error(`${url} could not be used`, { cause: thrown });
  } finally {
    if (!options.dispatcher) await dispatcher.close();
  }
  return program;
}

function verify(bytes: Uint8Array, expected: string): void {
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual === expected) return;
  throw new Error(`its SHA-256 is ${actual}, and the published one is ${expected}; nothing of it was kept`);
}

async function place(content: Uint8Array, program: string): Promise<void> {
  makeFolder(dirname(program));
  const beside = `${program}.${process.pid}.${randomUUID()}.part`;
  try {
    await writeFile(beside, content, { mode: 0o755 });
    await rename(beside, program);
  } catch (thrown) {
    await rm(beside, { force: true });
    throw thrown;
  }
}

/**
 * Extracts one file from a zip archive.
 *
 * @throws Error if the archive is damaged or has no such file
 */
function unpackOne(archive: Uint8Array, name: string): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    unzip(archive, { filter: (file) => file.name === name }, (error, files) => {
      const content = files?.[name];
      if (error) reject(new Error(`the archive is damaged: ${error.message}`));
      else if (!content) reject(new Error(`the archive has no file ${name}`));
      else resolve(content);
    });
  });
}

/** The progress of a download. `total`, in bytes, is absent if the server does not send it. */
type OnProgress = (received: number, total: number | undefined) => void;

/** A failed download, in one sentence without the address. */
class DownloadFailure extends Error {
  override readonly name = 'DownloadFailure';
}

/** The largest archive to read, in bytes: a release has about 30 MB. */
const SIZE_LIMIT = 300_000_000;

/**
 * Reads an address into memory. Follows redirects.
 *
 * @throws DownloadFailure for a status other than 200 and for a body that is truncated or too large; the system's error if there is no connection
 */
async function download(
  url: string,
  dispatcher: Dispatcher,
  onProgress: OnProgress = () => undefined,
): Promise<Uint8Array> {
  const response = await fetch(url, { dispatcher, redirect: 'follow' });
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel();
    throw new DownloadFailure(`the server answered ${response.status} ${response.statusText}`.trimEnd());
  }
  const total = Number(response.headers.get('content-length') ?? NaN);
  const known = Number.isNaN(total) ? undefined : total;
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    received += chunk.byteLength;
    if (received > SIZE_LIMIT) throw new DownloadFailure(`the answer is larger than ${SIZE_LIMIT} bytes`);
    chunks.push(chunk);
    onProgress(received, known);
  }
  return Buffer.concat(chunks);
}

/** A dispatcher that honours HTTP_PROXY, HTTPS_PROXY and NO_PROXY, and that does not wait forever. */
function downloadDispatcher(): Dispatcher {
  return new EnvHttpProxyAgent({ connectTimeout: 15_000, headersTimeout: 30_000, bodyTimeout: 30_000 });
}

/** The SHA-256 of the release's archive for a platform: the pinned one, or else the one in the list published with the release, which is trusted only if it agrees with every pinned checksum.
 *
 * @throws Error with a plain reason
 */
async function publishedChecksum(
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
function archiveName(release: Release, platform: ReleasePlatform): string {
  return `tofu_${release.version}_${platform}.zip`;
}

/** Lines of `sha256sum`: 64 hexadecimal digits, two spaces, the file's name. */
function readList(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/^([0-9a-f]{64}) [ *](\S+)$/gm)].map(([, hash = '', file = '']) => [file, hash]),
  );
}
