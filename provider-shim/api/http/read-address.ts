import { createDispatcher } from './dispatcher';
import { exchange, type Exchange } from './exchange';
import type { Environment } from '../address/proxy';

interface AddressOptions {
  /** Read for the proxy and for additional certificates. */
  readonly environment: Environment;
  readonly timeoutMs: number;
  /** Bytes; a longer text is a failure. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** The text at an address, or why it cannot be read, without any part of the address. */
export type AddressText =
  | { readonly type: 'text'; readonly text: string }
  /** `again`: it may be there a little later. */
  | { readonly type: 'failure'; readonly seen: string; readonly again: boolean };

/** Reads a text from somewhere on the web that is not the zone service: without credentials, and once. */
export async function readAddress(address: URL, options: AddressOptions): Promise<AddressText> {
  const { environment, ...limits } = options;
  const setup = await createDispatcher({ origin: address.origin, connections: 1, environment });
  if (setup.type === 'fault') return { type: 'failure', seen: setup.seen, again: false };
  try {
    const { origin, pathname, search } = address;
    const request = { origin, method: 'GET', path: `${pathname}${search}`, headers: { accept: '*/*' } };
    return textOf(await exchange(setup.dispatcher, request, limits));
  } finally {
    await setup.dispatcher.destroy();
  }
}

/** Object stores answer 403 for what is not there to those who may not list. */
const PERHAPS_LATER: ReadonlySet<number> = new Set([403, 404, 408, 425, 429]);

function textOf(result: Exchange): AddressText {
  const failure = (seen: string, again: boolean): AddressText => ({ type: 'failure', seen, again });
  switch (result.type) {
    case 'answer': {
      const { body, status } = result;
      if (!Buffer.isBuffer(body)) return failure('the answer is longer than any token', false);
      if (status === 200) return { type: 'text', text: body.toString() };
      return failure(`the answer has the status ${status}`, PERHAPS_LATER.has(status) || status >= 500);
    }
    case 'timeout':
      return failure('no answer came in time', true);
    case 'cancelled':
      return failure('the run was stopped', false);
    case 'lost':
      return failure(`the connection failed (${codeOf(result.error)})`, true);
  }
}

function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : 'no reason given';
}
