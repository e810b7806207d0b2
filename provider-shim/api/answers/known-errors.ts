import type { ServiceMessage } from './envelope';
import type { ServiceErrorKind } from './errors';
import { PHASE_LOG_CUSTOM_FIELDS, PHASE_MANAGED_RULES } from '../../../schema/zone/service';

/**
 * What the credentials need for an operation, by its path below the version prefix; the first that matches counts
 * (docs/internals/service.md 3.4, 5.1, 9.1). The path of a ruleset alone does not say its phase.
 */
const NEEDED: readonly (readonly [RegExp, string])[] = [
  [
    ofZone('logpush/'),
    'Logs Write, which log push needs even to read, because jobs hold the secrets of their destinations',
  ],
  [ofZone(`rulesets/phases/${PHASE_LOG_CUSTOM_FIELDS}/`), 'Logs Write, for custom log fields'],
  [ofZone(`rulesets/phases/${PHASE_MANAGED_RULES}/`), 'Zone WAF Write, for managed rules'],
  [ofZone('rulesets'), 'Logs Write for custom log fields, and Zone WAF Write for managed rules'],
  [ofZone('waf_migration/'), 'Zone WAF Write, for the migration of managed rules'],
  [ofZone('firewall/waf/'), 'permission to read the previous managed rules, and to edit them for a DELETE'],
  [ofZone('firewall/'), "permission to read the zone's firewall rules"],
  [ofZone('pagerules'), "permission to read the zone's page rules"],
  [/^\/zones(\/[^/]+)?$/, 'permission to read zones (#zone:read)'],
];

function ofZone(path: string): RegExp {
  return new RegExp(`^/zones/[^/]+/${path}`);
}

/** What to do if the credentials are valid but do not permit an operation. @param path below the base URL */
function permissionHint(path: string): string {
  const needed = NEEDED.find(([pattern]) => pattern.test(path))?.[1] ?? 'permission for this operation';
  return (
    'The credentials may lack a permission. Check the zone id, that the token covers this zone, ' +
    `and that it has ${needed}.`
  );
}

/** Ends a hint where nobody knows when. */
export const LATER = 'Try again later.';

interface Meaning {
  readonly kind: ServiceErrorKind;
  readonly hint: string;
}

/** What is seen in an answer, what that means, and what to do. Without a hint, a permission is missing: which, the operation says. */
type Row<Seen> = readonly [seen: Seen, kind: ServiceErrorKind, hint?: string];

const WRONG_CREDENTIALS =
  'The service does not accept the credentials. Check api_token (or email and api_key), that the token has not ' +
  'expired or been revoked, and that base_url is the service that issued it.';

/** That the service knows no such path, once it has found something: then base_url is right. */
export const NO_SUCH_ZONE =
  'The service has no zone with this id, or these credentials may not see it: check zone_id and the token.';

const WRONG_PATH =
  'The service has found nothing in this run yet. First check base_url: it may be wrong, or lack the version prefix ' +
  '(such as /client/v4). If it is right, check zone_id and the token: the service has no zone with this id, or these ' +
  'credentials may not see it.';

const AUTHENTICATION: readonly number[] = [10000];

const PERHAPS_OF_TOKEN =
  ' A token that has expired, or may not be used from this address, can get this answer too.';

const RULESET_EXISTS =
  'The zone already has a ruleset of this phase (at most one is allowed). Somebody may have just created it. Import ' +
  'or adopt it.';

const UNSEEN = 'It does not exist, or the credentials may not see it.';

/**
 * What the service's codes mean whatever their text says. Log push and the previous managed rules use 1001 to 1004 for
 * several things each, so only the text tells what these mean (docs/internals/service.md 5.8, 7).
 */
const BY_CODE: readonly Row<readonly number[]>[] = [
  [[9106], 'authentication', 'No credentials reached the service. A proxy may strip request headers.'],
  [
    [6103, 6111, 6003],
    'authentication',
    'The credentials have the wrong format. The most common cause is a key given as a token, or the reverse: put a ' +
      'token in api_token, or a key in api_key together with email.',
  ],
  [[9103, 9109], 'authentication', WRONG_CREDENTIALS],
  [AUTHENTICATION, 'authorization'],
  [[7003, 7000], 'invalid', NO_SUCH_ZONE],
  [[20217], 'conflict', RULESET_EXISTS],
  [
    [50002],
    'invalid',
    "The zone's plan does not include this phase. Custom log fields need an Enterprise zone.",
  ],
  [[10003], 'not-found', UNSEEN],
  [
    [10020],
    'unavailable',
    'The service has shut down this operation or is maintaining it. Check its status page.',
  ],
];

/** What is wrong with the destination of a job. Code 1002 stands for both (docs/internals/service.md 5.8). */
const OF_DESTINATION = {
  ownership:
    'The token does not prove ownership of this destination. It is valid for seven days, for one zone, and for the ' +
    'exact text of the destination that it was requested for. Request a new challenge for this destination ' +
    '(zone_logpush_ownership_challenge names its file) and use the token in that file.',
  destination:
    'The service could not write a test file to the destination. Check its address, its credentials, and that it ' +
    'accepts files from the service.',
};

const BY_TEXT_OF_DESTINATION: readonly Row<RegExp>[] = [
  [/error writing object/i, 'invalid', OF_DESTINATION.destination],
  [/ownership/i, 'invalid', OF_DESTINATION.ownership],
  [/error validating destination/i, 'invalid', OF_DESTINATION.destination],
];

/** Errors that the service sends without a code, or whose code says less than the text: the code, if any, and the text. */
const BY_TEXT: readonly Row<RegExp>[] = [
  [
    /^9109 .*\blocation\b/i,
    'authentication',
    'The token may not be used from this address: its filter of client addresses leaves it out. Add the address to the ' +
      'filter, or run where it allows. A proxy or a VPN changes the address.',
  ],
  [
    /^9109 .*\b(expired|not yet valid)\b/i,
    'authentication',
    'The time of the token is over, or has not begun. Extend it, or set another one in api_token.',
  ],
  [
    /\bmax auth failures\b/i,
    'authentication',
    'After many requests with wrong credentials, the service refuses all for some minutes. Correct api_token (or email ' +
      'and api_key) first, then wait.',
  ],
  [/\binvalid api token\b|\bunable to authenticate\b/i, 'authentication', WRONG_CREDENTIALS],
  [/request is not authorized/i, 'authorization'],
  [/^9109 .*\b(unauthorized|permissions?|denied|not allowed)\b/i, 'authorization'],
  [/exceeded maximum number of zone rulesets/i, 'conflict', RULESET_EXISTS],
  [/name field cannot be modified/i, 'invalid', 'A ruleset cannot be renamed. Keep its name.'],
  [
    /job for product '.*' is not allowed/i,
    'authorization',
    'Log push needs a plan that includes it (at first only Enterprise) and a token that may edit logs for this zone, ' +
      'even to read, because jobs hold the secrets of their destinations.',
  ],
  [
    /exceeded max jobs allowed/i,
    'conflict',
    'The zone has as many log push jobs as it may have (usually 4), or its plan includes none for this ' +
      'dataset. Delete a job that is no longer needed, or let one job deliver the fields of two.',
  ],
  [/job not found/i, 'not-found', 'The log push job was deleted, or the credentials may not see it.'],
  [
    /waf enrollment is required/i,
    'invalid',
    'The zone has not migrated to the ruleset-based managed rules yet. Migrate it first.',
  ],
];

/** What a status means of which the answer says no more. */
const BY_STATUS: readonly Row<(status: number) => boolean>[] = [
  [(status) => status === 401, 'authentication', WRONG_CREDENTIALS],
  [(status) => status === 403, 'authorization'],
  [(status) => status === 404, 'not-found', UNSEEN],
  [
    (status) => status === 409,
    'conflict',
    'The request conflicts with something that exists. Look at that first.',
  ],
  [(status) => status === 429, 'rate-limited', `The service asks to slow down. ${LATER}`],
  [
    (status) => status === 408 || status >= 500,
    'unavailable',
    `The service at base_url has a problem of its own, whatever the configuration and the credentials are. Look at its status page. ${LATER}`,
  ],
  [() => true, 'invalid', 'The service refuses this request. Correct what its message names.'],
];

/**
 * What a failure means: by the text, then by the code of any error of the answer, then by the status.
 *
 * @param path of the operation, below the base URL
 * @param hasFound whether the service has found something in this run: then its path is right
 */
export function meaningOf(
  status: number,
  errors: readonly ServiceMessage[],
  path: string,
  hasFound = false,
): Meaning {
  const byText = path.includes('/logpush/') ? [...BY_TEXT, ...BY_TEXT_OF_DESTINATION] : BY_TEXT;
  const known =
    rowOf(byText, errors, (pattern, { code = '', message }) => pattern.test(`${code} ${message}`)) ??
    rowOf(BY_CODE, errors, (codes, { code = NaN }) => codes.includes(code)) ??
    rowOf(BY_STATUS, [status], (fits) => fits(status));
  // The last row of the statuses fits every one.
  const [seen, kind, hint = `${permissionHint(path)}${seen === AUTHENTICATION ? PERHAPS_OF_TOKEN : ''}`] =
    known as Row<unknown>;
  return { kind, hint: hint === NO_SUCH_ZONE && !hasFound ? WRONG_PATH : hint };
}

/** Which part of a job's destination the service refuses, by the texts of its errors. */
export function refusedOfDestination(
  errors: readonly ServiceMessage[],
): 'ownership' | 'destination' | undefined {
  const row = rowOf(BY_TEXT_OF_DESTINATION, errors, (pattern, { message }) => pattern.test(message));
  return row && (row[2] === OF_DESTINATION.ownership ? 'ownership' : 'destination');
}

/** The row for the first error that has one. */
function rowOf<Seen, E>(
  rows: readonly Row<Seen>[],
  errors: readonly E[],
  fits: (seen: Seen, error: E) => boolean,
): Row<Seen> | undefined {
  for (const error of errors) {
    const found = rows.find(([seen]) => fits(seen, error));
    if (found) return found;
  }
  return undefined;
}
