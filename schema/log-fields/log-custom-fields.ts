import { describe } from '../description/attribute';
import { distinct, oneOf, zoneOfObject } from '../zone/values';
import type { Problem } from '../description/problem';
import { isUnknown, type Unknown } from '../description/value';

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

/** The three lists of `zone_log_custom_fields`, in the order of docs/internals/service.md 4.1. */
export const FIELD_LISTS = ['request_headers', 'response_headers', 'cookies'] as const;

export type FieldList = (typeof FIELD_LISTS)[number];

/** The three lists as configured: unset, unknown, or names, some of which may be unknown. */
export type FieldLists = {
  readonly [K in FieldList]?: readonly (string | Unknown)[] | Unknown | null;
};

/** Checks that at least one of the three lists has a name (docs/internals/service.md 4.1). */
export function someField(config: FieldLists): readonly Problem[] {
  const lists = FIELD_LISTS.map((list) => config[list] ?? []);
  if (lists.some((list) => isUnknown(list) || list.length > 0)) return [];
  return [
    {
      code: 'no_custom_fields',
      path: [],
      message: 'There are no custom fields: request_headers, response_headers and cookies are all empty.',
      hint: 'Add at least one header or cookie. To log none, remove the resource.',
    },
  ];
}

/**
 * Checks that the three lists together have at most `most` names (docs/internals/service.md 8). Unknown lists count as empty.
 * The problem names the list that exceeds the limit.
 */
export function fieldLimit(most: number): (config: FieldLists) => readonly Problem[] {
  return (config) => {
    const counts = FIELD_LISTS.map((list) => {
      const names = config[list] ?? [];
      return { list, count: isUnknown(names) ? 0 : names.length };
    });
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    if (total <= most) return [];
    let sum = 0;
    const over = counts.find(({ count }) => (sum += count) > most);
    const listed = counts.map(({ list, count }) => `${list} ${count}`).join(', ');
    return [
      {
        code: 'too_many_custom_fields',
        path: [over?.list ?? FIELD_LISTS[0]],
        message: `There are ${total} custom fields (${listed}); a zone may have at most ${most}.`,
        hint:
          `Remove ${total - most}. The limit counts request headers, response headers and cookies together. ` +
          'If the service grants the zone more, set max_custom_fields on the provider.',
      },
    ];
  };
}

/** The characters of an HTTP header name (RFC 9110, 5.6.2), lower case only (docs/internals/service.md 4.1). */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;

/** RFC 6265 (4.1.1) allows tokens; names in use also have brackets and slashes, which it allows in values. */
const COOKIE_NAME = /^[!#-+\--:<>-[\]-~]+$/;

/** The name of a request or response header to log: lower case (docs/internals/service.md 4.1). */
export function headerName(value: string): readonly Problem[] {
  if (HEADER_NAME.test(value)) return [];
  if (value === '') return [emptyName('header')];
  const lower = value.trim().toLowerCase();
  if (HEADER_NAME.test(lower)) {
    return [
      {
        code: 'header_name_not_lower_case',
        path: [],
        message: `The header name ${JSON.stringify(value)} is not in lower case.`,
        hint: `The service accepts header names only in lower case, without spaces. Write "${lower}".`,
      },
    ];
  }
  return [
    {
      code: 'header_name_malformed',
      path: [],
      message: `${JSON.stringify(value)} is not a header name.`,
      hint: "A header name consists of lower-case letters, digits and - _ . ! # $ % & ' * + ^ ` | ~ only.",
    },
  ];
}

/** The name of a cookie to log: case-sensitive, as in the request (docs/internals/service.md 4.1). */
export function cookieName(value: string): readonly Problem[] {
  if (value === '') return [emptyName('cookie')];
  if (COOKIE_NAME.test(value)) return [];
  return [
    {
      code: 'cookie_name_malformed',
      path: [],
      message: `${JSON.stringify(value)} is not a cookie name.`,
      hint: 'A cookie name is printable ASCII without spaces and without " = ; , and \\. Give only the name, without its value.',
    },
  ];
}

function emptyName(what: 'header' | 'cookie'): Problem {
  return {
    code: `${what}_name_empty`,
    path: [],
    message: `A ${what} name is empty.`,
    hint: `A ${what} name has at least one character. Remove the empty one.`,
  };
}
