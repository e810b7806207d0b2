import type { Problem } from '../../schema/problem';
import { isLoopback } from '../../schema/loopback';

const EXAMPLE = 'https://api.example.com/client/v4';

/**
 * Reads the API's base address (docs/service.md 1.1: it already includes the version prefix).
 *
 * @returns a URL whose path ends in exactly one slash and that has no credentials, query or fragment; or the
 *   problem, on the path `['base_url']` unless the text may hold a password. `http` is accepted for loopback only, so that credentials never travel in
 *   clear over a network.
 */
export function parseBaseUrl(text: string): URL | Problem {
  const found = check(text);
  // The engine quotes the line that a path leads to.
  return found instanceof URL || !mayHoldSecret(text) ? found : { ...found, path: [] };
}

function check(text: string): URL | Problem {
  if (text === '') return problem('base_url_empty', 'The base URL is empty.', give());
  if (!/^[\x21-\x7e]+$/.test(text)) {
    return problem(
      'base_url_characters',
      'The base URL has a space, a line break or another character that cannot stand in a URL.',
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
      `The base URL for the host ${quote(url.host)} has a user name or a password in it.`,
      'Remove the part before "@"; set api_token, or email and api_key.',
    );
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    const seen = quote(url.protocol.slice(0, -1));
    return problem(
      'base_url_scheme',
      `The base URL has the scheme ${seen}; allowed is https, and http on this machine.`,
      give(),
    );
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return problem(
      'base_url_not_secure',
      `The base URL ${quote(url.origin)} would send the credentials over the network in clear.`,
      'Use https. Plain http is accepted for this machine only: 127.0.0.0/8, [::1], localhost, *.localhost.',
    );
  }
  if (text.includes('?') || text.includes('#')) {
    return problem(
      'base_url_query',
      `The base URL ${quote(url.origin + url.pathname)} is followed by a query or a fragment.`,
      'Remove everything from "?" or "#" on: the client adds the path of each operation to the base URL.',
    );
  }
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/`;
  return url;
}

function parse(text: string): URL | undefined {
  // "https:host" and "https:/host" are absolute to the URL parser, but to a person they are typing mistakes.
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

/** Whether a text may hold a password (before "@") or a token (in a query): then no line that has it is shown. */
function mayHoldSecret(text: string): boolean {
  return /[@?#]/.test(text);
}

/** Quotes what was seen, without what may be a user name and a password, a query or a fragment. */
function quote(text: string): string {
  return JSON.stringify(text.replace(/^.*@/s, '…@').replace(/[?#].*$/s, '?…'));
}

function give(): string {
  return `Give the address of the API with its version prefix, such as ${EXAMPLE}.`;
}
