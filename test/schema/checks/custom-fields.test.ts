import {
  fieldLimit,
  unknown,
  cookieName,
  headerName,
  logFieldName,
  type FieldLists,
  type FieldSet,
} from '../../../schema';

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `n${index}`);

/** As many request headers, response headers and cookies. */
const lists = (request: number, response: number, cookies: number): FieldLists => ({
  request_headers: names(request),
  response_headers: names(response),
  cookies: names(cookies),
});
const of41 = (...[request, response, cookies]: readonly number[]): string =>
  `There are 41 custom fields (request_headers ${request}, response_headers ${response}, cookies ${cookies})`;
const raw = (count: number) => ({ raw_response_headers: names(count) });

test.each<readonly [string, FieldLists, most: number, list: FieldSet | '', found: string]>([
  ['nothing', {}, 40, '', ''],
  ['as many in one list', lists(40, 0, 0), 40, '', ''],
  ['as many over all lists', lists(20, 10, 10), 40, '', ''],
  ['a list that is not known yet', { request_headers: names(39), cookies: unknown }, 40, '', ''],
  ['as many as a list may have', { cookies: names(100), ...raw(100) }, 500, '', ''],
  ['one more with the second list', lists(40, 1, 0), 40, 'response_headers', of41(40, 1, 0)],
  ['one more with the third list', lists(20, 20, 1), 40, 'cookies', of41(20, 20, 1)],
  [
    'one more that is not known',
    { request_headers: names(39), cookies: ['a', unknown] },
    40,
    'cookies',
    of41(39, 0, 2),
  ],
  [
    'more beside an unknown list',
    { ...lists(0, 41, 0), request_headers: unknown },
    40,
    'response_headers',
    of41(0, 41, 0),
  ],
  [
    'more in a list of today, which is named where it has names',
    { request_headers: names(20), ...raw(21) },
    40,
    'raw_response_headers',
    'There are 41 custom fields (request_headers 20, response_headers 0, raw_response_headers 21, cookies 0)',
  ],
  [
    'more than a list may have',
    { cookies: names(100), ...raw(101) },
    500,
    'raw_response_headers',
    'There are 101 names in raw_response_headers; each list may have at most 100.',
  ],
])(
  'the limit of custom fields is kept or not, and then told on its list: %s',
  (_case, config, most, list, found) => {
    const told =
      'The limit counts the names of all lists together. If the service grants the zone more, set max_custom_fields on the provider.';
    const [message, hint] =
      most === 500 ? [found, 'Remove 1.'] : [`${found}; a zone may have at most 40.`, `Remove 1. ${told}`];
    const problem = { code: 'too_many_custom_fields', path: [list], message, hint };
    expect(fieldLimit(most)(config)).toEqual(list === '' ? [] : [problem]);
  },
);

/** What is said of a name: test/refusals/table.ts. */
describe('the name of a header', () => {
  test.each(['a', 'x-request-id', 'content_type', '1', "!#$%&'*+-.^_`|~", 'x'.repeat(1000)])(
    'can be %s',
    (name) => {
      expect(headerName(name)).toEqual([]);
    },
  );

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
        message: `The header name ${JSON.stringify(name)} ${name.trim() === lower ? 'has white space around it' : 'is not in lower case'}.`,
        hint: `The service accepts header names only in lower case, without spaces. Write "${lower}".`,
      },
    ]);
    expect(headerName(lower)).toEqual([]);
  });

  test.each(['x y', 'a:', 'a,b', '"a"', 'a/b', '(a)', 'é', '\u0000', ' ', 'a\r\nb', 'A B', '😀', 'ſ'])(
    'cannot be %j',
    (name) => {
      expect(headerName(name)).toMatchObject([{ code: 'header_name_malformed' }]);
    },
  );
});

test.each([
  ['x-id\r', headerName],
  ['sid\r', cookieName],
  ['RayID\r', logFieldName],
])('a carriage return behind a name is called so: %j', (name, check) => {
  const written = `Write "${name.trim()}"; of a file, replace(file("…"), "\\r", "").`;
  expect(check(name).map(({ hint }) => hint)).toEqual([
    `It ends in a carriage return, from a line of Windows. ${written}`,
  ]);
});

describe('the name of a cookie', () => {
  test.each(['sid', 'SID', '__Host-Session', 'a.b-c_d', '{a}', 'a[0]', 'a/b', "it's"])(
    'can be %s, capitalized as it is',
    (name) => {
      expect(cookieName(name)).toEqual([]);
    },
  );

  test.each('café a\\b sid=1 a;b a,b "a"'.split(' ').concat(['a b', ' a', 'a\t', 'a\n', '\u007f', '\u0000']))(
    'cannot be %j',
    (name) => {
      expect(cookieName(name)).toMatchObject([{ code: 'cookie_name_malformed' }]);
    },
  );
});
