import type { ServiceMessage } from './envelope';
import type { ServiceErrorKind } from './errors';

export interface Meaning {
  readonly kind: ServiceErrorKind;
  readonly hint: string;
}

const WRONG_CREDENTIALS: Meaning = {
  kind: 'authentication',
  hint:
    'The service does not accept the credentials. Check api_token (or email and api_key), that the token has not ' +
    'expired or been revoked, and that base_url is the service that it was made for.',
};

const MISSING_PERMISSION: Meaning = {
  kind: 'authorization',
  hint:
    'The credentials are known but may not do this. Check that the zone id is right, that the token covers this ' +
    'zone, and that it has the permission for this phase: logs for custom log fields, WAF for managed rules.',
};

const BAD_PATH: Meaning = {
  kind: 'invalid',
  hint:
    'The service does not know this address. Check that there is a zone of this id and that the credentials may see ' +
    'it, and that base_url is spelt right and ends in the version prefix (such as /client/v4).',
};

const HEADER_FORMAT: Meaning = {
  kind: 'authentication',
  hint:
    'The credentials have the wrong format. The commonest cause is a key that is given as a token or the reverse: ' +
    'a token belongs in api_token, a key in api_key together with email.',
};

const RULESET_EXISTS: Meaning = {
  kind: 'conflict',
  hint:
    'The zone already has its one ruleset of this phase (at most one is allowed). Use the existing one: ' +
    'import it or adopt it; somebody may have made it at this moment.',
};

const LOGPUSH_NOT_ALLOWED: Meaning = {
  kind: 'authorization',
  hint:
    'Log push needs an Enterprise zone, and a token with the permission to edit logs for this zone, even to read: jobs ' +
    'hold the secrets of their destinations.',
};

/** The service's codes (public reports and documentation of the service; docs/service.md 2.3 shows none). */
const BY_CODE: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [
    9106,
    {
      kind: 'authentication',
      hint: 'No credentials reached the service. A proxy may strip request headers.',
    },
  ],
  [6103, HEADER_FORMAT],
  [6111, HEADER_FORMAT],
  [6003, HEADER_FORMAT],
  [9109, WRONG_CREDENTIALS],
  [10000, MISSING_PERMISSION],
  [7003, BAD_PATH],
  [7000, BAD_PATH],
  [20217, RULESET_EXISTS],
  [
    1002,
    {
      kind: 'invalid',
      hint:
        'The token does not prove the ownership of this destination. It is good for seven days, for one zone, and for ' +
        'exactly the text of the destination that it was requested for: request a new challenge for this destination ' +
        '(ephemeral resource zone_logpush_ownership_challenge) and give its token.',
    },
  ],
  [1004, LOGPUSH_NOT_ALLOWED],
  [10003, { kind: 'not-found', hint: 'It does not exist, or the credentials may not see it.' }],
  [
    10020,
    {
      kind: 'unavailable',
      hint: 'The service has this operation in maintenance or has shut it down. Look at its status page.',
    },
  ],
]);

/** Errors that the service sends without a code, or with one that says less than the text. */
const BY_TEXT: readonly (readonly [RegExp, Meaning])[] = [
  [/request is not authorized/i, MISSING_PERMISSION],
  [/unauthorized to access requested resource/i, MISSING_PERMISSION],
  [/exceeded maximum number of zone rulesets/i, RULESET_EXISTS],
  [
    /name field cannot be modified/i,
    { kind: 'invalid', hint: 'The name of a ruleset is fixed when it is made. Keep the name that it has.' },
  ],
  [/job for product '.*' is not allowed/i, LOGPUSH_NOT_ALLOWED],
  [
    /job not found/i,
    { kind: 'not-found', hint: 'The log push job was deleted, or the credentials may not see it.' },
  ],
  [
    /waf enrollment is required/i,
    {
      kind: 'invalid',
      hint: 'The zone has not migrated to the ruleset-based managed rules yet: migrate it first.',
    },
  ],
];

/** What a failure means: by the text, then by the code of any error of the answer, then by the status. */
export function meaningOf(status: number, errors: readonly ServiceMessage[]): Meaning {
  for (const { message } of errors) {
    const known = BY_TEXT.find(([pattern]) => pattern.test(message));
    if (known !== undefined) return known[1];
  }
  for (const { code } of errors) {
    const known = code === undefined ? undefined : BY_CODE.get(code);
    if (known !== undefined) return known;
  }
  return meaningOfStatus(status);
}

export function meaningOfStatus(status: number): Meaning {
  if (status === 401) return WRONG_CREDENTIALS;
  if (status === 403) return MISSING_PERMISSION;
  if (status === 404)
    return { kind: 'not-found', hint: 'It does not exist, or the credentials may not see it.' };
  if (status === 409)
    return { kind: 'conflict', hint: 'Something that exists is in the way. Look at it first.' };
  if (status === 429) {
    return {
      kind: 'rate-limited',
      hint: 'Too many requests were made with these credentials, by all programs together. Try again later.',
    };
  }
  if (status === 408 || status >= 500) {
    return { kind: 'unavailable', hint: 'The service has a problem of its own. Try again later.' };
  }
  return {
    kind: 'invalid',
    hint: 'The service refuses the request as it stands: correct what its message names.',
  };
}
