import type { Dispatcher } from 'undici';
import { EnvHttpProxyAgent, fetch } from 'undici';

/** The progress of a download. `total`, in bytes, is absent if the server does not send it. */
export type OnProgress = (received: number, total: number | undefined) => void;

/** A failed download, in one sentence without the address. */
export class DownloadFailure extends Error {
  override readonly name = 'DownloadFailure';
}

/** The largest archive to read, in bytes: a release has about 30 MB. */
const SIZE_LIMIT = 300_000_000;

/**
 * Reads an address into memory. Follows redirects.
 *
 * @throws DownloadFailure for a status other than 200 and for a body that is truncated or too large; the system's error if there is no connection
 */
export async function download(
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
export function downloadDispatcher(): Dispatcher {
  return new EnvHttpProxyAgent({ connectTimeout: 15_000, headersTimeout: 30_000, bodyTimeout: 30_000 });
}
