import type { Problem } from '../problem';

/** The characters of an HTTP header name (RFC 9110, 5.6.2), lower case only (docs/service.md 4.1). */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;

/** RFC 6265 (4.1.1) has tokens; names in use also have brackets and slashes, as the values of cookies may. */
const COOKIE_NAME = /^[!#-+\--:<>-[\]-~]+$/;

/** A request or response header whose value is to be logged: lower case (docs/service.md 4.1). */
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

/** A cookie whose value is to be logged: capitalized as in the request (docs/service.md 4.1). */
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
