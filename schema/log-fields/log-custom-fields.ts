import { describe } from '../description/attribute';
import { someField, cookieName, headerName } from './custom-fields';
import { distinct, oneOf } from '../zone/values';
import { zoneOfObject } from '../zone/zone-attributes';

/** The custom log fields of a zone (docs/internals/service.md 4.1, 3.3). */
export const logCustomFieldsSchema = describe({
  type: 'zone_log_custom_fields',
  version: 0,
  description:
    'The custom log fields of a zone: the request headers, response headers and cookies whose values every ' +
    '`http_requests` log push job of the zone can log. A zone has one such list: declare it once.',
  attributes: {
    ...zoneOfObject,
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
      description: 'Names of cookies, case-sensitive as in the HTTP request.',
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
        'What to do when the zone already has different custom fields when this object is created: `refuse` (the plan ' +
        'fails and offers an `import` block) or `adopt` (the plan shows before and after, and apply takes them ' +
        'over). Changing only this value changes nothing.',
      checks: [oneOf('refuse', 'adopt')],
    },
    adopted: {
      nested: 'single',
      computed: true,
      keepsPrior: true,
      description:
        'What the zone had before `on_existing = "adopt"` took it over, for reviewing the plan and for going back. ' +
        'Null when there was nothing to take over.',
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
        'Whether the zone already had fields, equal or not, when this object was created, or whether it was imported. ' +
        'Known after apply when the plan cannot read them, and when another Zonewright resource wrote equal fields, ' +
        'because the same apply may destroy that first. Null for an object of an earlier release.',
    },
    kept_settings: {
      type: { set: 'string' },
      computed: true,
      description:
        'What the rule of the fields has that this resource cannot express, such as `raw_response_fields etag` or ' +
        '`response_fields["age"].preserve_duplicates`. A change keeps it as the service has it right before; what is set ' +
        'for a header goes with the header, and a destroy deletes all. Null when there is none.',
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
