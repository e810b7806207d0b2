import { describe } from '../description/attribute';
import { between, oneOf, optional } from './values';
import { MAX_CUSTOM_FIELDS, MAX_CUSTOM_FIELDS_LIVING } from './service';
import { oneProblem, type Problem } from '../description/problem';
import { isKnown } from '../description/value';

/** The provider's source address. */
export const PROVIDER_ADDRESS = 'registry.terraform.io/zonewright/zone';

/** What the short address `zonewright/zone` means to OpenTofu, whose default is its own registry. */
export const OPENTOFU_PROVIDER_ADDRESS = 'registry.opentofu.org/zonewright/zone';

/** A whole number that the configuration or the environment sets; the configuration wins. */
export interface RequestSetting {
  readonly variable: string;
  readonly least: number;
  readonly most: number;
}

/** Whether a plan asks the service if it would accept what is to be written. */
export const PROOF = { variable: 'ZONEWRIGHT_PROOF', words: ['on', 'off'] } as const;

/** How requests are sent, and when a run stops. */
export const NUMBER_SETTINGS = {
  request_timeout: { variable: 'ZONEWRIGHT_REQUEST_TIMEOUT', least: 1, most: 600 },
  max_retries: { variable: 'ZONEWRIGHT_MAX_RETRIES', least: 0, most: 20 },
  max_requests_per_second: { variable: 'ZONEWRIGHT_MAX_REQUESTS_PER_SECOND', least: 1, most: 1000 },
  max_failed_migrations: { variable: 'ZONEWRIGHT_MAX_FAILED_MIGRATIONS', least: 1, most: 100_000 },
} as const satisfies Record<string, RequestSetting>;

/** The attribute of such a setting. */
function setting(name: keyof typeof NUMBER_SETTINGS, what: string, without: string) {
  const { variable, least, most } = NUMBER_SETTINGS[name];
  return {
    type: 'int',
    optional: true,
    description: `${what}, ${least} to ${most}. Default: \`${variable}\` in the environment, else ${without}.`,
    checks: [between(least, most)],
  } as const;
}

/** The configuration of the provider (docs/internals/service.md 2.2, 1.3). */
export const providerSchema = describe({
  type: 'zone',
  version: 0,
  description:
    'Zone configuration as code: custom log fields, log push jobs and the managed-rules migration of a zone.',
  attributes: {
    base_url: optional(
      'string',
      'The base URL of the API with its version prefix. `https`, or `http` on loopback. ' +
        'Also from the environment: `ZONEWRIGHT_BASE_URL`.',
    ),
    api_token: {
      type: 'string',
      optional: true,
      sensitive: true,
      description:
        'A bearer token. Conflicts with `email` and `api_key`. Also from the environment: `ZONEWRIGHT_API_TOKEN`.',
    },
    email: optional(
      'string',
      'The e-mail address that goes with `api_key`. Also from the environment: `ZONEWRIGHT_EMAIL`.',
    ),
    api_key: {
      ...optional('string', 'An API key; needs `email`. Also from the environment: `ZONEWRIGHT_API_KEY`.'),
      sensitive: true,
    },
    max_custom_fields: {
      type: 'int',
      optional: true,
      description: `The most custom log fields of a zone, over all its lists. Default ${MAX_CUSTOM_FIELDS}.`,
      checks: [between(1, MAX_CUSTOM_FIELDS_LIVING)],
    },
    request_timeout: setting('request_timeout', 'Seconds to wait for the answer to a request', '30'),
    max_retries: setting(
      'max_retries',
      'How often to retry a request that is safe to repeat after a transient failure',
      '4',
    ),
    max_requests_per_second: setting(
      'max_requests_per_second',
      'The most requests per second of each provider process',
      'as fast as the remaining limit of the service allows',
    ),
    max_failed_migrations: setting(
      'max_failed_migrations',
      'After how many failed migrations of an apply no other one begins',
      'no limit',
    ),
    require_approval: optional(
      'bool',
      'Whether each plan of a migration that deletes URI-based overrides, begins validation, finishes or saves rules ' +
        'needs a matching `approved_digest`. Default `false`.',
    ),
    proof: {
      type: 'string',
      optional: true,
      description:
        'Whether a plan asks the service if it would accept what is to be written, which costs requests for each change, also ' +
        `at apply, and needs credentials that may write: \`on\` or \`off\`. Default: \`${PROOF.variable}\` in the environment, else \`off\`.`,
      checks: [oneOf(...PROOF.words)],
    },
  },
  checks: [oneCredential],
});

/** The provider's credentials as configured: unset, unknown, or text. */
interface WrittenCredentials {
  readonly api_token?: unknown;
  readonly email?: unknown;
  readonly api_key?: unknown;
}

/**
 * A token excludes the key and its e-mail address: one of the two schemes (docs/internals/service.md 2.2).
 *
 * @param where describes where a value is set; by default, the name of the attribute
 */
export function oneCredential(
  config: WrittenCredentials,
  where = (name: keyof WrittenCredentials): string => `the attribute ${name}`,
): readonly Problem[] {
  const rival = (['api_key', 'email'] as const).find((name) => isGiven(config[name]));
  if (!isGiven(config.api_token) || rival === undefined) return [];
  return oneProblem(
    'credentials_conflict',
    `Both ways to authenticate are set: ${where('api_token')} and ${where(rival)}.`,
    'Keep one: a token (api_token), or an e-mail address with its key (email and api_key).',
    ['api_token'],
  );
}

/** An empty string is a problem of its own, and does not show which scheme is meant. */
function isGiven(value: unknown): boolean {
  return isKnown(value) && value !== '';
}
