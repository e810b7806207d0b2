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
export function permissionHint(path: string): string {
  const needed = NEEDED.find(([pattern]) => pattern.test(path))?.[1] ?? 'permission for this operation';
  return (
    'The credentials are valid but may lack a permission. Check the zone id, that the token covers this zone, ' +
    `and that it has ${needed}.`
  );
}

/** Ends a hint where nobody knows when. */
export const LATER = 'Try again later.';

export interface Meaning {
  readonly kind: ServiceErrorKind;
  readonly hint: string;
}

type Known = Meaning | typeof MISSING_PERMISSION;

const WRONG_CREDENTIALS: Meaning = {
  kind: 'authentication',
  hint:
    'The service does not accept the credentials. Check api_token (or email and api_key), that the token has not ' +
    'expired or been revoked, and that base_url is the service that issued it.',
};

/** Its hint depends on the operation. */
const MISSING_PERMISSION = { kind: 'authorization' } as const;

const BAD_PATH: Meaning = {
  kind: 'invalid',
  hint:
    'The service has no zone with this id, or these credentials may not see it: check zone_id and the token. If all zones ' +
    'fail, base_url is wrong, or lacks the version prefix (such as /client/v4).',
};

const HEADER_FORMAT: Meaning = {
  kind: 'authentication',
  hint:
    'The credentials have the wrong format. The most common cause is a key given as a token, or the reverse: put a ' +
    'token in api_token, or a key in api_key together with email.',
};

const RULESET_EXISTS: Meaning = {
  kind: 'conflict',
  hint:
    'The zone already has a ruleset of this phase (at most one is allowed). Somebody may have just created it. Import ' +
    'or adopt it.',
};

const LOGPUSH_NOT_ALLOWED: Meaning = {
  kind: 'authorization',
  hint:
    'Log push needs a plan that includes it (at first only Enterprise) and a token that may edit logs for this zone, ' +
    'even to read, because jobs hold the secrets of their destinations.',
};

const UNPROVEN_OWNERSHIP: Meaning = {
  kind: 'invalid',
  hint:
    'The token does not prove ownership of this destination. It is valid for seven days, for one zone, and for the ' +
    'exact text of the destination that it was requested for. Request a new challenge for this destination ' +
    '(ephemeral resource zone_logpush_ownership_challenge) and use its token.',
};

const DESTINATION_REFUSED: Meaning = {
  kind: 'invalid',
  hint:
    'The service could not write a test file to the destination. Check its address, its credentials, and that it ' +
    'accepts files from the service.',
};

/**
 * What the service's codes mean whatever their text says. Log push and the previous managed rules use 1001 to 1004 for
 * several things each, so only the text tells what these mean (docs/internals/service.md 5.8, 7).
 */
const BY_CODE: ReadonlyMap<number, Known> = new Map<number, Known>([
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
    50002,
    {
      kind: 'invalid',
      hint: "The zone's plan does not include this phase. Custom log fields need an Enterprise zone.",
    },
  ],
  [10003, { kind: 'not-found', hint: 'It does not exist, or the credentials may not see it.' }],
  [
    10020,
    {
      kind: 'unavailable',
      hint: 'The service has shut down this operation or is maintaining it. Check its status page.',
    },
  ],
]);

/** What is wrong with the destination of a job. Code 1002 stands for both (docs/internals/service.md 5.8). */
const OF_DESTINATION: readonly (readonly [RegExp, Meaning])[] = [
  [/error writing object/i, DESTINATION_REFUSED],
  [/ownership/i, UNPROVEN_OWNERSHIP],
  [/error validating destination/i, DESTINATION_REFUSED],
];

/** Errors that the service sends without a code, or whose code says less than the text. */
const BY_TEXT: readonly (readonly [RegExp, Known])[] = [
  [/request is not authorized/i, MISSING_PERMISSION],
  [/unauthorized to access requested resource/i, MISSING_PERMISSION],
  [/exceeded maximum number of zone rulesets/i, RULESET_EXISTS],
  [
    /name field cannot be modified/i,
    { kind: 'invalid', hint: 'A ruleset cannot be renamed. Keep its name.' },
  ],
  [/job for product '.*' is not allowed/i, LOGPUSH_NOT_ALLOWED],
  [
    /exceeded max jobs allowed/i,
    {
      kind: 'conflict',
      hint:
        'The zone has as many log push jobs as it may have (usually 4), or its plan includes none for this ' +
        'dataset. Delete a job that is no longer needed, or let one job deliver the fields of two.',
    },
  ],
  [
    /job not found/i,
    { kind: 'not-found', hint: 'The log push job was deleted, or the credentials may not see it.' },
  ],
  [
    /waf enrollment is required/i,
    {
      kind: 'invalid',
      hint: 'The zone has not migrated to the ruleset-based managed rules yet. Migrate it first.',
    },
  ],
];

/**
 * What a failure means: by the text, then by the code of any error of the answer, then by the status.
 *
 * @param path of the operation, below the base URL
 */
export function meaningOf(status: number, errors: readonly ServiceMessage[], path: string): Meaning {
  const known = knownMeaning(errors, path) ?? meaningOfStatus(status);
  return 'hint' in known ? known : { ...known, hint: permissionHint(path) };
}

/** Which part of a job's destination the service refuses, by the texts of its errors. */
export function refusedOfDestination(
  errors: readonly ServiceMessage[],
): 'ownership' | 'destination' | undefined {
  const meaning = errors.map(({ message }) => meaningOfText(message, OF_DESTINATION)).find(Boolean);
  if (meaning === undefined) return undefined;
  return meaning === UNPROVEN_OWNERSHIP ? 'ownership' : 'destination';
}

function meaningOfText<M extends Known>(
  text: string,
  rows: readonly (readonly [RegExp, M])[],
): M | undefined {
  return rows.find(([pattern]) => pattern.test(text))?.[1];
}

function knownMeaning(errors: readonly ServiceMessage[], path: string): Known | undefined {
  const texts = path.includes('/logpush/') ? [...BY_TEXT, ...OF_DESTINATION] : BY_TEXT;
  for (const { message } of errors) {
    const known = meaningOfText(message, texts);
    if (known !== undefined) return known;
  }
  for (const { code } of errors) {
    const known = code === undefined ? undefined : BY_CODE.get(code);
    if (known !== undefined) return known;
  }
  return undefined;
}

export function meaningOfStatus(status: 429): Meaning;
export function meaningOfStatus(status: number): Known;
export function meaningOfStatus(status: number): Known {
  if (status === 401) return WRONG_CREDENTIALS;
  if (status === 403) return MISSING_PERMISSION;
  if (status === 404)
    return { kind: 'not-found', hint: 'It does not exist, or the credentials may not see it.' };
  if (status === 409)
    return {
      kind: 'conflict',
      hint: 'The request conflicts with something that exists. Look at that first.',
    };
  if (status === 429) {
    return {
      kind: 'rate-limited',
      hint: `The service asks to slow down. ${LATER}`,
    };
  }
  if (status === 408 || status >= 500) {
    return {
      kind: 'unavailable',
      hint: `The service at base_url has a problem of its own, whatever the configuration and the credentials are. Look at its status page. ${LATER}`,
    };
  }
  return {
    kind: 'invalid',
    hint: 'The service refuses this request. Correct what its message names.',
  };
}
