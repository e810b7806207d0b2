import { describe } from '../description/attribute';
import { destinationForm } from './destination';
import { between, zoneId } from '../zone/values';
import { oneProblem, type Problem } from '../description/problem';
import { isLoopback } from '../zone/loopback';

/** Proves ownership of a destination of log push jobs, in one run (docs/internals/service.md 5.2, 5.6). */
export const ephemeralOwnershipChallengeSchema = describe({
  type: 'zone_logpush_ownership_challenge',
  version: 0,
  description:
    'Has the service write a token into a file at a destination of log push jobs. Returns the name of the file and, if ' +
    'the file can be read, the token, for `ownership_challenge_wo` of a `zone_logpush_job`. Nothing is stored.',
  attributes: {
    zone_id: {
      type: 'string',
      required: true,
      description: 'The zone, 32 hexadecimal digits. A token is valid only for jobs of this zone.',
      checks: [zoneId],
    },
    destination_conf: {
      type: 'string',
      required: true,
      sensitive: true,
      description: 'The destination, exactly as in the job.',
      checks: [destinationForm],
    },
    read_from: {
      type: 'string',
      optional: true,
      sensitive: true,
      description:
        'Where the file can be read: the folder that the bucket is mounted or synchronised to, as a path or `file:` ' +
        'URL; or the `https` address of the bucket: the name of the file is appended to its path, and a query is ' +
        'kept. Credentials of the service are not sent there.',
      checks: [readFromForm],
    },
    read_timeout: {
      type: 'int',
      optional: true,
      default: 30,
      description: 'Seconds to wait until the file can be read, 1 to 600.',
      checks: [between(1, 600)],
    },
    filename: {
      type: 'string',
      computed: true,
      description:
        'The file that holds the token: its path in the bucket. Null when the destination needs no token.',
    },
    message: {
      type: 'string',
      computed: true,
      description: 'The message of the service about it. Null when the destination needs no token.',
    },
    token: {
      type: 'string',
      computed: true,
      sensitive: true,
      description: 'The token. Null without `read_from`, and when the destination needs none.',
    },
  },
});

/** The longest token, in characters (docs/internals/service.md 5.2). */
export const MAX_TOKEN_LENGTH = 4096;

/** Whether a text has the form of an ownership challenge's token (docs/internals/service.md 5.2). */
export function isChallengeToken(text: string): boolean {
  return text.length <= MAX_TOKEN_LENGTH && /^[a-zA-Z0-9/+.\-_]+$/.test(text);
}

/** Checks a job's `ownership_challenge`. Empty means unset. Messages never show it: it is a secret. */
export function challengeToken(text: string): readonly Problem[] {
  if (text === '' || isChallengeToken(text)) return [];
  return oneProblem(
    'challenge_malformed',
    'The text is not the token of an ownership challenge. It is not shown here, because it may be a secret.',
    text.trim() !== text && isChallengeToken(text.trim())
      ? 'It begins or ends with white space, such as the newline of a file: remove it with trimspace.'
      : `A token is at most ${MAX_TOKEN_LENGTH} letters, digits, "/", "+", ".", "-" and "_": the content of ` +
          'the file that the service wrote, not the file name.',
  );
}

/** A URL; its own type is not there for users who have neither the types of Node.js nor those of a browser. */
interface Address {
  readonly href: string;
}

/** Where a bucket's file can be read without the service: in a folder, or at an HTTP address. */
type ReadFrom =
  | { readonly kind: 'folder'; /** A path, or a `file:` URL. */ readonly folder: string | Address }
  | { readonly kind: 'address'; readonly base: Address };

const SEEN = 'Its text is not shown here, because it may hold secrets.';

const WAYS =
  'Set it to the folder that the bucket is mounted or synchronised to ("/mnt/bucket", "file:///mnt/bucket") or to ' +
  'its https address, with the query of a signed URL. Otherwise use the resource zone_logpush_ownership_challenge, ' +
  "and read the file with a data source of the object store's own provider.";

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
function readFromForm(text: string): readonly Problem[] {
  const read = parseReadFrom(text);
  return 'kind' in read ? [] : [read];
}

function problem(message: string): Problem {
  return { code: 'read_from_malformed', path: [], message, hint: WAYS };
}
