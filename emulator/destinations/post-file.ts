import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type Destination, isLoopbackHost } from './parse-destination';
import { HEADER_PARAMETER, IBM_KEY } from './schemes';

/** A file on its way to a destination. */
export interface Upload {
  /** The job's whole `destination_conf`. */
  readonly destination: string;
  /** Path of the file below the destination's own path. */
  readonly name: string;
  /** The bytes to send or store; gzip for batches. */
  readonly content: Uint8Array;
  readonly contentType: string;
  readonly contentEncoding?: 'gzip';
}

export type UploadOutcome = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** Accepts an untrusted certificate; this parameter is not part of the receiver's address. */
const SKIP_VERIFY = 'insecure-skip-verify';

/** Headers that the request itself sets. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The receiver's address, with the parameters that are not headers. */
export function receiverUrl({ scheme, userInfo, authority, path, query }: Destination): URL {
  const url = new URL(`${scheme === 'http' ? 'http' : 'https'}://${userInfo}${authority}/${path}`);
  for (const [name, value] of query) {
    const isAddress = name !== SKIP_VERIFY && !(scheme === 'ibmcl' && name === IBM_KEY);
    if (isAddress && !name.startsWith(HEADER_PARAMETER)) url.searchParams.append(name, value);
  }
  return url;
}

/** Posts a file to a receiver on this machine. Follows no redirect; every failure is an outcome. */
export async function postFile(
  destination: Destination,
  upload: Upload,
  timeoutMs: number,
): Promise<UploadOutcome> {
  const url = receiverUrl(destination);
  if (!isLoopbackHost(url.hostname)) return { ok: false, message: 'the destination is not on this machine' };
  const signal = AbortSignal.timeout(timeoutMs);
  const options: RequestOptions & { readonly rejectUnauthorized: boolean } = {
    method: 'POST',
    headers: headersOf(destination, upload),
    signal,
    agent: false,
    lookup: loopbackLookup,
    rejectUnauthorized: destination.query.get(SKIP_VERIFY) !== 'true',
  };
  try {
    const { statusCode = 0 } = await send(url, options, upload.content);
    const ok = statusCode >= 200 && statusCode < 300;
    return ok ? { ok } : { ok, message: `the destination answered with status ${statusCode}` };
  } catch (error) {
    if (signal.aborted)
      return { ok: false, message: `the destination did not answer within ${timeoutMs / 1000} seconds` };
    const { code, message } = error as NodeJS.ErrnoException;
    return { ok: false, message: `the destination could not be reached: ${code ?? message}` };
  }
}

async function send(url: URL, options: RequestOptions, content: Uint8Array): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const start = url.protocol === 'http:' ? requestHttp : requestHttps;
    const request = start(url, options, (response) => {
      // The head decides; an error in the body no longer matters.
      response.on('error', () => {});
      response.resume();
      resolve(response);
    });
    request.on('error', reject);
    request.end(content);
  });
}

function headersOf({ scheme, query }: Destination, upload: Upload): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': upload.contentType };
  const ibmKey = query.get(IBM_KEY);
  // The service exchanges the key for a token; without IBM, the key itself stands in for it.
  if (scheme === 'ibmcl' && ibmKey !== null) headers['authorization'] = `Bearer ${ibmKey}`;
  for (const [parameter, value] of query) {
    if (!parameter.startsWith(HEADER_PARAMETER)) continue;
    const name = parameter.slice(HEADER_PARAMETER.length).toLowerCase();
    if (!OWN_HEADERS.has(name)) headers[name] = value;
  }
  if (upload.contentEncoding !== undefined) headers['content-encoding'] = upload.contentEncoding;
  headers['content-length'] = String(upload.content.length);
  return headers;
}

/** Names of this machine are not resolved: whatever a resolver says, they are loopback. */
const loopbackLookup: LookupFunction = (_hostname, options, callback) => {
  if (options.all === true)
    callback(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
  else callback(null, '127.0.0.1', 4);
};
