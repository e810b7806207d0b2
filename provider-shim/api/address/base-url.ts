import type { Explanation } from '../../../schema/description/problem';
import { isLoopback } from '../../../schema/zone/loopback';

const GIVE =
  'Give the address of the API with its version prefix, such as https://api.example.com/client/v4.';

/**
 * Reads the API's base address (docs/internals/service.md 1.1: it already includes the version prefix).
 *
 * @returns a URL whose path ends in exactly one slash and that has no credentials, query or fragment; or the
 *   problem, on the path `['base_url']` unless the text may hold a password. `http` is accepted only for loopback, so that credentials never cross a
 *   network unencrypted.
 */
export function parseBaseUrl(text: string): URL | Explanation {
  const url = parse(text);
  const fault = faultOf(text, url);
  if (url !== undefined && fault === undefined) {
    url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/`;
    return url;
  }
  const [message = '', hint = GIVE] = fault ?? [];
  // The engine quotes the line of the path.
  return { path: mayHoldSecret(text) ? [] : ['base_url'], message, hint };
}

/** What is wrong with a base URL, and what to do if it is more than to give one. */
function faultOf(text: string, url: URL | undefined): readonly [message: string, hint?: string] | undefined {
  if (text === '') return ['The base URL is empty.'];
  if (!/^[\x21-\x7e]+$/.test(text))
    return [
      'The base URL has a space, a line break or another character that a URL cannot contain.',
      `Remove it, or write it percent-encoded. ${GIVE}`,
    ];
  if (url === undefined) return [`The base URL ${quote(text)} is not an absolute URL.`];
  const { protocol, origin } = url;
  if (url.username !== '' || url.password !== '')
    return [
      `The base URL for the host ${quote(url.host)} contains a user name or a password.`,
      'Remove the part before "@"; set api_token, or email and api_key.',
    ];
  if (protocol !== 'https:' && protocol !== 'http:')
    return [
      `The base URL has the scheme ${quote(protocol.slice(0, -1))}; allowed are https, and http for this machine.`,
    ];
  if (protocol === 'http:' && !isLoopback(url.hostname))
    return [
      `The base URL ${quote(origin)} would send the credentials over the network unencrypted.`,
      'Use https. Plain http is allowed only for this machine: 127.0.0.0/8, [::1], localhost, *.localhost.',
    ];
  if (text.includes('?') || text.includes('#'))
    return [
      `The base URL ${quote(origin + url.pathname)} has a query or a fragment.`,
      'Remove everything from "?" or "#" on. The client appends the path of each operation to the base URL.',
    ];
  return undefined;
}

function parse(text: string): URL | undefined {
  // The URL parser accepts "https:host" and "https:/host", but they are typing mistakes.
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Whether a text may hold a password (before "@") or a token (in a query), so that its line must not be shown. */
function mayHoldSecret(text: string): boolean {
  return /[@?#]/.test(text);
}

/** Quotes a text without what may be a user name and a password, a query or a fragment. */
function quote(text: string): string {
  return JSON.stringify(text.replace(/^.*@/s, '…@').replace(/[?#].*$/s, '?…'));
}
