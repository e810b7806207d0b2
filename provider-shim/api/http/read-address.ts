import { createDispatcher } from './dispatcher';
import { exchange, type Exchange } from './exchange';
import type { Environment } from '../address/proxy';

export interface AddressOptions {
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
    return textOf(
      await exchange(
        setup.dispatcher,
        {
          origin: address.origin,
          method: 'GET',
          path: `${address.pathname}${address.search}`,
          headers: { accept: '*/*' },
        },
        limits,
      ),
    );
  } finally {
    await setup.dispatcher.destroy();
  }
}

/** Object stores answer 403 for what is not there to those who may not list. */
const PERHAPS_LATER: ReadonlySet<number> = new Set([403, 404, 408, 425, 429]);

function textOf(result: Exchange): AddressText {
  switch (result.type) {
    case 'answer':
      if (!Buffer.isBuffer(result.body))
        return { type: 'failure', seen: 'the answer is longer than any token', again: false };
      if (result.status === 200) return { type: 'text', text: result.body.toString() };
      return {
        type: 'failure',
        seen: `the answer has the status ${result.status}`,
        again: PERHAPS_LATER.has(result.status) || result.status >= 500,
      };
    case 'timeout':
      return { type: 'failure', seen: 'no answer came in time', again: true };
    case 'cancelled':
      return { type: 'failure', seen: 'the run was stopped', again: false };
    case 'lost':
      return { type: 'failure', seen: `the connection failed (${codeOf(result.error)})`, again: true };
  }
}

function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : 'no reason given';
}
