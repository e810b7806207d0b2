import { createHash, randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { unzip } from 'fflate';
import { Agent, type Dispatcher, fetch } from 'undici';
import { makeFolder } from '../../lib/provider/make-folder';
import { connectionsTo, keepCertificatesChecked, proxyFor } from '../../provider-shim/zone-reader';
import { type Cached, cachedProgram, RELEASE_PROGRAM } from '../engine/release';
import type { Terminal } from '../terminal/terminal';

/** Downloads the pinned release and shows the progress on a terminal. @returns the program's path */
export async function fetchShown({ err, progress }: Terminal, wanted: Cached): Promise<string> {
  const ignored = keepCertificatesChecked(process.env);
  if (ignored) err(`${ignored.message} ${ignored.hint}`);
  const proxyOf = (origin: string | URL) => proxyFor(new URL(origin), process.env);
  const proxy = proxyOf(wanted.release.baseUrl);
  const through = typeof proxy === 'object' ? `, through the proxy ${proxy.shown}` : '';
  const what = `downloading OpenTofu ${wanted.release.version} for ${wanted.platform}`;
  err(`${what}, once, into ${wanted.cacheFolder}${through}`);
  const amount = (received: number, total: number | undefined): string => {
    const read = `  ${(received / 1e6).toFixed(1)}`;
    if (total === undefined) return `${read} MB`;
    return `${read} of ${(total / 1e6).toFixed(1)} MB, ${Math.floor((100 * received) / total)} %`;
  };
  const program = await fetchRelease({
    ...wanted,
    connections: (origin, options) => connectionsTo(String(origin), proxyOf(origin), options),
    onProgress: (received, total) => progress?.(amount(received, total)),
  }).finally(() => progress?.(''));
  err('its SHA-256 matches the published one');
  return program;
}

/** What to download, where to keep it and how to connect. */
export interface FetchOptions extends Cached {
  /** Makes the connections to a server; the download may be redirected to another one. @default without a proxy */
  readonly connections?: (origin: string | URL, options: object) => Dispatcher;
  /** Called with the bytes that are read, and with all of them if the server says how many there are. */
  readonly onProgress?: (received: number, total: number | undefined) => void;
}

/**
 * Downloads the release for a platform into the cache.
 *
 * The program appears in one step (written beside its place, then renamed), and only if the archive has the published
 * SHA-256. So any number of simultaneous downloads end with one whole program.
 *
 * @returns the program's path
 * @throws Error with a plain reason
 */
export async function fetchRelease(options: FetchOptions): Promise<string> {
  const program = cachedProgram(options);
  const { release, platform, connections, onProgress } = options;
  const url = new URL(archiveName(release.version, platform), release.baseUrl).href;
  // It does not wait forever.
  const limits = { connectTimeout: 15_000, headersTimeout: 30_000, bodyTimeout: 30_000 };
  const dispatcher = new Agent({ ...limits, ...(connections && { factory: connections }) });
  try {
    const expected = await publishedChecksum(options, dispatcher);
    const archive = await download(url, dispatcher, onProgress);
    const actual = createHash('sha256').update(archive).digest('hex');
    if (actual !== expected)
      throw new Error(
        `its SHA-256 is ${actual}, and the published one is ${expected}; nothing of it was kept`,
      );
    await place(await unpackOne(archive, RELEASE_PROGRAM), program);
  } catch (thrown) {
    throw new Error(`${url} could not be used`, { cause: thrown });
  } finally {
    await dispatcher.close();
  }
  return program;
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

/** Extracts one file from a zip archive. @throws Error if the archive is damaged or has no such file */
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

/** The largest archive to read, in bytes: a release has about 30 MB. */
const SIZE_LIMIT = 300_000_000;

/**
 * Reads an address into memory. Follows redirects.
 *
 * @throws Error without the address, for a status other than 200 and for a body that is truncated or too large; the system's error if there is no connection
 */
async function download(
  url: string,
  dispatcher: Dispatcher,
  onProgress?: FetchOptions['onProgress'],
): Promise<Buffer> {
  const response = await fetch(url, { dispatcher, redirect: 'follow' });
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel();
    throw new Error(`the server answered ${response.status} ${response.statusText}`.trimEnd());
  }
  const total = Number(response.headers.get('content-length')) || undefined;
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    received += chunk.byteLength;
    if (received > SIZE_LIMIT) throw new Error(`the answer is larger than ${SIZE_LIMIT} bytes`);
    chunks.push(chunk);
    onProgress?.(received, total);
  }
  return Buffer.concat(chunks);
}

/** The SHA-256 of the release's archive for a platform: the pinned one, or else the one in the list published with the release, which is trusted only if it agrees with every pinned checksum.
 *
 * @throws Error with a plain reason
 */
async function publishedChecksum({ release, platform }: Cached, dispatcher: Dispatcher): Promise<string> {
  const { version, sha256 } = release;
  const pinned = sha256[platform];
  if (pinned) return pinned;
  const url = new URL(`tofu_${version}_SHA256SUMS`, release.baseUrl).href;
  const text = (await download(url, dispatcher)).toString('utf8');
  // Lines of `sha256sum`: 64 hexadecimal digits, two spaces, the file's name.
  const lines = text.matchAll(/^([0-9a-f]{64}) [ *](\S+)$/gm);
  const listed = new Map([...lines].map(([, hash, file]) => [file, hash]));
  for (const [known, hash] of Object.entries(sha256))
    if (listed.get(archiveName(version, known)) !== hash)
      throw new Error(`the list of checksums ${url} disagrees with the pinned checksum for ${known}`);
  const found = listed.get(archiveName(version, platform));
  if (!found) throw new Error(`the list of checksums ${url} has none for ${platform}`);
  return found;
}

function archiveName(version: string, platform: string): string {
  return `tofu_${version}_${platform}.zip`;
}
