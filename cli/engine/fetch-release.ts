import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { unzip } from 'fflate';
import type { Dispatcher } from 'undici';
import { type Cached, cachedProgram } from './cache';
import { type OnProgress, download, downloadDispatcher } from './download';
import { isExecutable } from './path-search';
import { archiveName, publishedChecksum } from './published-checksum';
import { programName } from './release';

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
    await place(await unpackOne(bytes, programName(platform)), program);
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
  await mkdir(dirname(program), { recursive: true });
  const beside = `${program}.${process.pid}.${randomUUID()}.part`;
  try {
    await writeFile(beside, content, { mode: 0o755 });
    await rename(beside, program);
  } catch (thrown) {
    await rm(beside, { force: true });
    // Windows refuses to replace a running program: then another download was faster, with the same content.
    if (!isExecutable(program)) throw thrown;
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
