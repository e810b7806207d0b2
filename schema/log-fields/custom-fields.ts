import type { Problem } from '../description/problem';
import { isUnknown, type Unknown } from '../description/value';

/** The three lists of `zone_log_custom_fields`, in the order of the specification (2.4). */
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
