import { open, stat } from 'node:fs/promises';
import { isChallengeToken, MAX_TOKEN_LENGTH, type Explanation, parseReadFrom } from '../../schema';
import { backOff, type BackOff } from '../api/http/retry';
import { systemTime, type Time } from '../api/pacing/time';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAddress, type AddressText } from '../api/http/read-address';
import { isPathInBucket } from '../resources/logpush-ownership-challenge';

const BACK_OFF: BackOff = { firstMs: 200, longestMs: 3_000, growth: 2 };

interface ReadTokenOptions {
  /** How long to wait for the file: an object store may show it late. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** @default the system's clock */
  readonly time?: Time;
}

export type FoundToken =
  { readonly ok: true; readonly token: string } | { readonly ok: false; readonly problem: Explanation };

/** Reads the token from its file, repeatedly until it is there or the time is up. */
export async function readToken(place: TokenPlace, options: ReadTokenOptions): Promise<FoundToken> {
  const { timeoutMs, signal, time = systemTime } = options;
  const deadline = time.now() + timeoutMs;
  const waits = backOff(BACK_OFF);
  for (;;) {
    const read = await readOnce(place, { ...options, timeoutMs: Math.max(1, deadline - time.now()) });
    const token = read.type === 'text' ? read.text.trim() : '';
    if (token !== '')
      return isChallengeToken(token) ? { ok: true, token } : { ok: false, problem: notToken(place) };
    const left = deadline - time.now();
    const { seen, again } = read.type === 'text' ? { seen: 'it is empty', again: true } : read;
    if (!again || left <= 0 || signal.aborted) {
      return { ok: false, problem: unreadable(place, seen, again ? timeoutMs : undefined) };
    }
    await time.sleep(Math.min(waits.next().value, left), signal);
  }
}

function readOnce(
  place: TokenPlace,
  { environment, timeoutMs, signal }: ReadTokenOptions,
): Promise<AddressText> {
  return place.kind === 'file'
    ? readFile(place.path)
    : readAddress(place.address, { environment, timeoutMs, signal, maxBytes: 2 * MAX_TOKEN_LENGTH });
}

async function readFile(path: string): Promise<AddressText> {
  const failure = (seen: string, again = false): AddressText => ({ type: 'failure', seen, again });
  try {
    // Opening a pipe would wait for its writer.
    if (!(await stat(path)).isFile()) return failure('it is not a file');
    const file = await open(path, 'r');
    try {
      const buffer = Buffer.alloc(2 * MAX_TOKEN_LENGTH);
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
      return { type: 'text', text: buffer.subarray(0, bytesRead).toString() };
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code = 'no reason given' } = error as NodeJS.ErrnoException;
    // The folder may appear together with the file.
    return code === 'ENOENT' ? failure('it does not exist', true) : failure(`it cannot be read (${code})`);
  }
}

function unreadable(place: TokenPlace, seen: string, waitedMs: number | undefined): Explanation {
  const waited = waitedMs === undefined ? '' : ` after ${Math.round(waitedMs / 1000)} s`;
  return {
    path: ['read_from'],
    message: `The file of the ownership challenge, ${shown(place)}, cannot be read: ${seen}${waited}.`,
    hint:
      'The service has written it to the destination. Check that read_from is the root of the bucket, not a path in it, ' +
      'and is readable; allow more time with read_timeout; or remove read_from and read the file by its filename in ' +
      'another way.',
  };
}

/** Does not show the content, which may be somebody's secret. */
function notToken(place: TokenPlace): Explanation {
  return {
    path: ['read_from'],
    message: `The file of the ownership challenge, ${shown(place)}, does not hold a token.`,
    hint:
      `A token is at most ${MAX_TOKEN_LENGTH} letters, digits, "/", "+", ".", "-" and "_". The file may hold a sign-in or error ` +
      'page instead: look at it.',
  };
}

/** An address is shown without its query, which may be a signature. */
function shown(place: TokenPlace): string {
  return place.kind === 'file' ? place.path : `${place.address.origin}${place.address.pathname}`;
}

/** Where one file of a bucket is read. */
export type TokenPlace =
  { readonly kind: 'file'; readonly path: string } | { readonly kind: 'address'; readonly address: URL };

/**
 * The place of a file below a `read_from`; undefined when the name leads out of it, or there is no such place.
 *
 * @param root the folder that a path is relative to
 * @param filename as the service names it: the path in the bucket
 */
export function tokenPlace(readFrom: string, root: string, filename: string): TokenPlace | undefined {
  const from = parseReadFrom(readFrom);
  const parts = filename.split('/').filter((part) => part !== '');
  if (!('kind' in from) || !isPathInBucket(filename)) return undefined;
  if (from.kind === 'folder') {
    const folder = typeof from.folder === 'string' ? from.folder : fileURLToPath(from.folder.href);
    return { kind: 'file', path: resolve(root, folder, ...parts) };
  }
  const address = new URL(from.base.href);
  address.pathname = [address.pathname.replace(/\/+$/, ''), ...parts.map(encodeURIComponent)].join('/');
  address.hash = '';
  return { kind: 'address', address };
}
