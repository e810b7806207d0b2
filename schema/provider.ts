import { describe } from './attribute';
import { between } from './checks/values';
import { oneCredential } from './checks/one-credential';
import { MAX_CUSTOM_FIELDS, MAX_CUSTOM_FIELDS_LIVING } from './service';

/** The provider's source address. */
export const PROVIDER_ADDRESS = 'registry.terraform.io/zonewright/zone';

/** What OpenTofu takes the short address `zonewright/zone` for: its own registry is the default there. */
export const OPENTOFU_PROVIDER_ADDRESS = 'registry.opentofu.org/zonewright/zone';

/** The configuration of the provider (docs/service.md 2.2, 1.3). */
export const providerSchema = describe({
  type: 'zone',
  version: 0,
  description:
    'Zone configuration as code: custom log fields, log push jobs and the managed-rules migration of a zone.',
  attributes: {
    base_url: {
      type: 'string',
      optional: true,
      description:
        'The base URL of the API with its version prefix. `https`, or `http` on loopback. ' +
        'Also from the environment: `ZONEWRIGHT_BASE_URL`.',
    },
    api_token: {
      type: 'string',
      optional: true,
      sensitive: true,
      description:
        'A bearer token. Conflicts with `email` and `api_key`. Also from the environment: `ZONEWRIGHT_API_TOKEN`.',
    },
    email: {
      type: 'string',
      optional: true,
      description:
        'The e-mail address that goes with `api_key`. Also from the environment: `ZONEWRIGHT_EMAIL`.',
    },
    api_key: {
      type: 'string',
      optional: true,
      sensitive: true,
      description: 'An API key; needs `email`. Also from the environment: `ZONEWRIGHT_API_KEY`.',
    },
    max_custom_fields: {
      type: 'int',
      optional: true,
      description: `The most custom log fields of a zone, over all three lists. Default ${MAX_CUSTOM_FIELDS}.`,
      checks: [between(1, MAX_CUSTOM_FIELDS_LIVING)],
    },
    request_timeout: {
      type: 'int',
      optional: true,
      description: 'Seconds to wait for the answer to a request, 1 to 600. Default 30.',
      checks: [between(1, 600)],
    },
    max_retries: {
      type: 'int',
      optional: true,
      description:
        'How often to retry a request that is safe to repeat after a transient failure, 0 to 20. Default 4.',
      checks: [between(0, 20)],
    },
    max_requests_per_second: {
      type: 'int',
      optional: true,
      description:
        'The most requests per second, 1 to 1000. Default: 200 at once and then 3 per second, which stays within the published ' +
        'limit of 1200 in five minutes.',
      checks: [between(1, 1000)],
    },
  },
  checks: [oneCredential],
});
