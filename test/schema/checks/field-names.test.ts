import { cookieName, headerName, type Problem } from '../../../schema';

const empty = (what: string): Problem => ({
  code: `${what}_name_empty`,
  path: [],
  message: `A ${what} name is empty.`,
  hint: `A ${what} name has at least one character. Remove the empty one.`,
});

describe('the name of a header', () => {
  test.each(['a', 'x-request-id', 'content_type', '1', "!#$%&'*+-.^_`|~", 'x'.repeat(1000)])(
    'can be %s',
    (name) => {
      expect(headerName(name)).toEqual([]);
    },
  );

  test('cannot be empty', () => {
    expect(headerName('')).toEqual([empty('header')]);
  });

  test.each([
    ['User-Agent', 'user-agent'],
    ['x-Request-ID', 'x-request-id'],
    [' accept', 'accept'],
    ['accept\n', 'accept'],
    ['\tACCEPT ', 'accept'],
  ])('cannot be %j, but can be in lower case', (name, lower) => {
    expect(headerName(name)).toEqual([
      {
        code: 'header_name_not_lower_case',
        path: [],
        message: `The header name ${JSON.stringify(name)} is not in lower case.`,
        hint: `The service accepts header names only in lower case, without spaces. Write "${lower}".`,
      },
    ]);
    expect(headerName(lower)).toEqual([]);
  });

  test.each(['x y', 'a:', 'a,b', '"a"', 'a/b', '(a)', 'é', '\u0000', ' ', 'a\r\nb', 'A B', '😀', 'ſ'])(
    'cannot be %j',
    (name) => {
      expect(headerName(name)).toEqual([
        {
          code: 'header_name_malformed',
          path: [],
          message: `${JSON.stringify(name)} is not a header name.`,
          hint: "A header name consists of lower-case letters, digits and - _ . ! # $ % & ' * + ^ ` | ~ only.",
        },
      ]);
    },
  );
});

describe('the name of a cookie', () => {
  test.each(['sid', 'SID', '__Host-Session', 'a.b-c_d', '{a}', 'a[0]', 'a/b', "it's"])(
    'can be %s, capitalized as it is',
    (name) => {
      expect(cookieName(name)).toEqual([]);
    },
  );

  test('cannot be empty', () => {
    expect(cookieName('')).toEqual([empty('cookie')]);
  });

  test.each([
    'caf\u00e9',
    'a\\b',
    'sid=1',
    'a;b',
    'a,b',
    'a b',
    ' a',
    'a\t',
    '"a"',
    'a\n',
    '\u007f',
    '\u0000',
  ])('cannot be %j', (name) => {
    expect(cookieName(name)).toEqual([
      {
        code: 'cookie_name_malformed',
        path: [],
        message: `${JSON.stringify(name)} is not a cookie name.`,
        hint:
          'A cookie name is printable ASCII without spaces and without " = ; , and \\. Give only the ' +
          'name, without its value.',
      },
    ]);
  });
});
