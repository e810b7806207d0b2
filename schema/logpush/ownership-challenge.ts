import type { Problem } from '../description/problem';
import { isLoopback } from '../zone/loopback';

/** The longest token, in characters (docs/internals/service.md 5.2). */
export const MAX_TOKEN_LENGTH = 4096;

/** Whether a text has the form of an ownership challenge's token (docs/internals/service.md 5.2). */
export function isChallengeToken(text: string): boolean {
  return text.length <= MAX_TOKEN_LENGTH && /^[a-zA-Z0-9/+.\-_]+$/.test(text);
}

/** Checks a job's `ownership_challenge`. Empty means unset. Messages never show it: it is a secret. */
export function challengeToken(text: string): readonly Problem[] {
  if (text === '' || isChallengeToken(text)) return [];
  return [
    {
      code: 'challenge_malformed',
      path: [],
      message:
        'The text is not the token of an ownership challenge. It is not shown here, because it may be a secret.',
      hint:
        text.trim() !== text && isChallengeToken(text.trim())
          ? 'It begins or ends with white space, such as the newline of a file: remove it with trimspace.'
          : `A token is at most ${MAX_TOKEN_LENGTH} letters, digits, "/", "+", ".", "-" and "_": the content of ` +
            'the file that the service wrote, not the file name.',
    },
  ];
}

/** A URL; its own type is not there for users who have neither the types of Node.js nor those of a browser. */
interface Address {
  readonly href: string;
}

/** Where a bucket's file can be read without the service: in a folder, or at an HTTP address. */
export type ReadFrom =
  | { readonly kind: 'folder'; /** A path, or a `file:` URL. */ readonly folder: string | Address }
  | { readonly kind: 'address'; readonly base: Address };

const SEEN = 'Its text is not shown here, because it may hold secrets.';

const WAYS =
  'Set it to the folder that the bucket is mounted or synchronised to ("/mnt/bucket", "file:///mnt/bucket") or to ' +
  'its https address, with the query of a signed URL. Otherwise remove read_from and read the file with a data ' +
  "source of the object store's own provider.";

/** Parses a `read_from`, or returns what is wrong with it. */
export function parseReadFrom(text: string): ReadFrom | Problem {
  if (text.trim() === '') return problem('read_from is empty.');
  const scheme = /^(?:([a-z][a-z0-9+.-]+):\/\/|(file):)/i.exec(text);
  if (scheme === null) return { kind: 'folder', folder: text };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return problem(`read_from is not a URL. ${SEEN}`);
  switch (url.protocol) {
    case 'file:':
      return url.host === '' && !/%2f|%5c|%00/i.test(url.pathname)
        ? { kind: 'folder', folder: url }
        : problem('read_from is a file URL, but not of the form file:///folder.');
    case 'http:':
      if (!isLoopback(url.hostname))
        return problem('read_from has the scheme http, which sends the token unencrypted.');
      break;
    case 'https:':
      break;
    default:
      return problem(`read_from has the scheme ${url.protocol.slice(0, -1)}, which is not supported.`);
  }
  return url.username === '' && url.password === ''
    ? { kind: 'address', base: url }
    : problem('read_from contains a user name or a password.');
}

/** The check of a `read_from` attribute. */
export function readFromForm(text: string): readonly Problem[] {
  const read = parseReadFrom(text);
  return 'kind' in read ? [] : [read];
}

function problem(message: string): Problem {
  return { code: 'read_from_malformed', path: [], message, hint: WAYS };
}
