import type { Problem } from '../../../schema/description/problem';
import { isLoopback } from '../../../schema/zone/loopback';

const EXAMPLE = 'https://api.example.com/client/v4';

/**
 * Reads the API's base address (docs/internals/service.md 1.1: it already includes the version prefix).
 *
 * @returns a URL whose path ends in exactly one slash and that has no credentials, query or fragment; or the
 *   problem, on the path `['base_url']` unless the text may hold a password. `http` is accepted only for loopback, so that credentials never cross a
 *   network unencrypted.
 */
export function parseBaseUrl(text: string): URL | Problem {
  const found = check(text);
  // The engine quotes the line of the path.
  return found instanceof URL || !mayHoldSecret(text) ? found : { ...found, path: [] };
}

function check(text: string): URL | Problem {
  if (text === '') return problem('base_url_empty', 'The base URL is empty.', give());
  if (!/^[\x21-\x7e]+$/.test(text)) {
    return problem(
      'base_url_characters',
      'The base URL has a space, a line break or another character that a URL cannot contain.',
      `Remove it, or write it percent-encoded. ${give()}`,
    );
  }
  const url = parse(text);
  if (url === undefined) {
    return problem('base_url_not_absolute', `The base URL ${quote(text)} is not an absolute URL.`, give());
  }
  if (url.username !== '' || url.password !== '') {
    return problem(
      'base_url_credentials',
      `The base URL for the host ${quote(url.host)} contains a user name or a password.`,
      'Remove the part before "@"; set api_token, or email and api_key.',
    );
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    const seen = quote(url.protocol.slice(0, -1));
    return problem(
      'base_url_scheme',
      `The base URL has the scheme ${seen}; allowed are https, and http for this machine.`,
      give(),
    );
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return problem(
      'base_url_not_secure',
      `The base URL ${quote(url.origin)} would send the credentials over the network unencrypted.`,
      'Use https. Plain http is allowed only for this machine: 127.0.0.0/8, [::1], localhost, *.localhost.',
    );
  }
  if (text.includes('?') || text.includes('#')) {
    return problem(
      'base_url_query',
      `The base URL ${quote(url.origin + url.pathname)} has a query or a fragment.`,
      'Remove everything from "?" or "#" on. The client appends the path of each operation to the base URL.',
    );
  }
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/`;
  return url;
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

function problem(code: string, message: string, hint: string): Problem {
  return { code, path: ['base_url'], message, hint };
}

/** Whether a text may hold a password (before "@") or a token (in a query), so that its line must not be shown. */
function mayHoldSecret(text: string): boolean {
  return /[@?#]/.test(text);
}

/** Quotes a text without what may be a user name and a password, a query or a fragment. */
function quote(text: string): string {
  return JSON.stringify(text.replace(/^.*@/s, '…@').replace(/[?#].*$/s, '?…'));
}

function give(): string {
  return `Give the address of the API with its version prefix, such as ${EXAMPLE}.`;
}
