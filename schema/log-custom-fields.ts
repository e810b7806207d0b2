import { describe } from './attribute';
import { someField, cookieName, headerName } from './checks/custom-fields';
import { distinct, oneOf, zoneId } from './checks/values';

/** The custom log fields of a zone (docs/service.md 4.1, 3.3). */
export const logCustomFieldsSchema = describe({
  type: 'zone_log_custom_fields',
  version: 0,
  description:
    'The custom log fields of a zone: the request headers, response headers and cookies whose values every ' +
    '`http_requests` log push job of the zone can log. A zone has one such list; declare it once.',
  attributes: {
    zone_id: {
      type: 'string',
      required: true,
      replaceOnChange: true,
      description: 'The zone, 32 hexadecimal digits. Another zone means a new object.',
      checks: [zoneId],
    },
    request_headers: {
      type: { set: 'string' },
      optional: true,
      default: [],
      description: 'Names of request headers, in lower case.',
      elementChecks: [headerName],
      checks: [distinct],
    },
    response_headers: {
      type: { set: 'string' },
      optional: true,
      default: [],
      description: 'Names of response headers, in lower case.',
      elementChecks: [headerName],
      checks: [distinct],
    },
    cookies: {
      type: { set: 'string' },
      optional: true,
      default: [],
      description: 'Names of cookies, capitalized as in the HTTP request.',
      elementChecks: [cookieName],
      checks: [distinct],
    },
    description: {
      type: 'string',
      optional: true,
      default: '',
      description: 'Free text, kept with the rule at the service.',
    },
    enabled: {
      type: 'bool',
      optional: true,
      default: true,
      description: 'Whether the fields are logged.',
    },
    on_existing: {
      type: 'string',
      optional: true,
      default: 'refuse',
      creationOnly: true,
      description:
        'What to do when the zone already has other custom fields at the time this object is made: `refuse` ' +
        '(the plan fails and offers an `import` block) or `adopt` (the plan shows before and after, and apply ' +
        'takes them over). On its own, a changed value is no change.',
      checks: [oneOf('refuse', 'adopt')],
    },
    adopted: {
      nested: 'single',
      computed: true,
      keepsPrior: true,
      description:
        'What the zone had when `on_existing = "adopt"` took it over: the state before, for a reviewer of the plan ' +
        'and for the way back. Null when there was nothing to take over.',
      attributes: {
        request_headers: { type: { set: 'string' }, computed: true, description: 'Request headers before.' },
        response_headers: {
          type: { set: 'string' },
          computed: true,
          description: 'Response headers before.',
        },
        cookies: { type: { set: 'string' }, computed: true, description: 'Cookies before.' },
        description: { type: 'string', computed: true, description: 'Description before.' },
        enabled: { type: 'bool', computed: true, description: 'Whether the fields were logged before.' },
      },
    },
    taken_over: {
      type: 'bool',
      computed: true,
      keepsPrior: true,
      description:
        'Whether the zone had fields already, equal ones or others, when this object was made, or it was imported. ' +
        'Known after apply where the plan cannot look, and where another resource of Zonewright wrote equal fields: ' +
        'the same apply may destroy it first. Null for an object that an earlier release made.',
    },
    ruleset_id: {
      type: 'string',
      computed: true,
      keepsPrior: true,
      description:
        "The zone-level ruleset of the phase `http_log_custom_fields` that holds the fields' rule.",
    },
  },
  checks: [someField],
});
