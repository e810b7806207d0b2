import { gunzipSync } from 'node:zlib';
import type { Clock } from '../determinism/clock';
import { timestamp } from '../determinism/clock';
import type { DeliveredFile, DestinationRefusal, Destinations, Upload, UploadOutcome } from './destinations';
import type { Destination } from './parse-destination';
import { isLoopbackHost, parseDestination, schemeRules } from './parse-destination';
import { postFile, receiverUrl } from './post-file';
import { publicDestination } from './redact-destination';
import { storeFile } from './store-file';

interface DestinationOptions {
  readonly clock: Clock;
  /** Where object stores keep their files, too. @default - in memory alone */
  readonly folder?: string | undefined;
  /** How long a web receiver may take to answer, in milliseconds. @default 10000 */
  readonly timeoutMs?: number;
}

/** How many of the files that arrived are kept for tests to look at. */
const KEPT_FILES = 10_000;

const ANSWER_TIMEOUT_MS = 10_000;

/** The destinations of this emulator. */
export function createDestinations(options: DestinationOptions): Destinations {
  const { clock, folder, timeoutMs = ANSWER_TIMEOUT_MS } = options;
  let files: DeliveredFile[] = [];
  let refusals: readonly DestinationRefusal[] = [];

  const deliver = async (destination: Destination, upload: Upload): Promise<UploadOutcome> => {
    if (schemeRules(destination.scheme).receiver === 'objects') {
      const { scheme, authority, path } = destination;
      const key = [scheme, authority, path, upload.name];
      return folder === undefined ? { ok: true } : storeFile(folder, key, upload.content);
    }
    const isHere = isLoopbackHost(receiverUrl(destination).hostname);
    return isHere ? postFile(destination, upload, timeoutMs) : { ok: true };
  };

  return {
    upload: async (upload) => {
      const at = clock.now();
      const parsed = parseDestination(upload.destination);
      if (!parsed.ok) return { ok: false, message: `the destination is refused because ${parsed.reason}` };
      const destination = { ...parsed.destination, path: fillDate(parsed.destination.path, at) };
      const shown = publicDestination(destination);
      const refusal = refusals.find(
        ({ prefix }) => shown.startsWith(prefix) || upload.destination.startsWith(prefix),
      );
      if (refusal !== undefined) return { ok: false, message: refusal.message };
      const outcome = await deliver(destination, upload);
      if (outcome.ok) {
        const { name, content } = upload;
        files.push({ destination: shown, name, at: timestamp(at), text: unpackedText(content) });
        if (files.length > KEPT_FILES) files.shift();
      }
      return outcome;
    },
    files: (prefix = '') => files.filter((file) => file.destination.startsWith(prefix)),
    refuse: (prefix, message) => {
      refusals = [...refusals.filter((known) => known.prefix !== prefix), { prefix, message }];
    },
    accept: (prefix) => {
      refusals = prefix === undefined ? [] : refusals.filter((known) => known.prefix !== prefix);
    },
    refusals: () => refusals,
    forgetFiles: () => {
      files = [];
    },
    clear: () => {
      files = [];
      refusals = [];
    },
  };
}

/** The content as text; gzip is unpacked. What only looks like gzip is taken as it is. */
function unpackedText(content: Uint8Array): string {
  const isGzip = content[0] === 0x1f && content[1] === 0x8b;
  try {
    return Buffer.from(isGzip ? gunzipSync(content) : content).toString();
  } catch {
    return Buffer.from(content).toString();
  }
}

/** Fills `{DATE}` in with the UTC day, `YYYYMMDD` (docs/service.md 5.6). @param time milliseconds since the Unix epoch */
export function fillDate(text: string, time: number): string {
  return text.replaceAll('{DATE}', new Date(time).toISOString().slice(0, 10).replaceAll('-', ''));
}
