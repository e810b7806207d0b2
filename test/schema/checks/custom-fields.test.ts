import {
  fieldLimit,
  listedNames,
  oneFormEach,
  someField,
  unknown,
  cookieName,
  headerName,
  logFieldName,
  type FieldLists,
  type Unknown,
} from '../../../schema';

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `n${index}`);

const lists = (request: number, response: number, cookies: number): FieldLists => ({
  request_headers: names(request),
  response_headers: names(response),
  cookies: names(cookies),
});

const someUnknown: readonly (string | Unknown)[] = ['a', unknown];

describe('the limit of custom fields', () => {
  test.each<readonly [string, FieldLists]>([
    ['nothing', {}],
    ['40 in one list', lists(40, 0, 0)],
    ['40 over all lists', lists(20, 10, 10)],
    ['39 and a list that is not known yet', { request_headers: names(39), cookies: unknown }],
  ])('of 40 accepts %s', (_case, config) => {
    expect(fieldLimit(40)(config)).toEqual([]);
  });

  const of41 = (request: number, response: number, cookies: number): string =>
    `There are 41 custom fields (request_headers ${request}, response_headers ${response}, cookies ${cookies})`;

  test.each<readonly [string, FieldLists, string, string]>([
    ['with the second list', lists(40, 1, 0), 'response_headers', of41(40, 1, 0)],
    ['with the third list', lists(20, 20, 1), 'cookies', of41(20, 20, 1)],
    [
      'of which some are not known yet',
      { request_headers: names(39), cookies: someUnknown },
      'cookies',
      of41(39, 0, 2),
    ],
    [
      'beside a list that is not known yet',
      { request_headers: unknown, response_headers: names(41), cookies: null },
      'response_headers',
      of41(0, 41, 0),
    ],
    [
      'with a list of today, which is named where it has names',
      { request_headers: names(20), raw_response_headers: names(21) },
      'raw_response_headers',
      'There are 41 custom fields (request_headers 20, response_headers 0, raw_response_headers 21, cookies 0)',
    ],
  ])('of 40 refuses 41 %s, on that list', (_case, config, list, found) => {
    expect(fieldLimit(40)(config)).toEqual([
      {
        code: 'too_many_custom_fields',
        path: [list],
        message: `${found}; a zone may have at most 40.`,
        hint:
          `Remove 1. The limit counts the names of all lists together. ` +
          'If the service grants the zone more, set max_custom_fields on the provider.',
      },
    ]);
  });

  test('of each list is 100, whatever the provider is told to allow', () => {
    const [problem, ...more] = fieldLimit(500)({ cookies: names(100), raw_response_headers: names(101) });
    expect([problem?.path, more]).toEqual([['raw_response_headers'], []]);
    expect(problem?.message).toBe(
      'There are 101 names in raw_response_headers; each list may have at most 100.',
    );
  });

  test('can be configured', () => {
    expect([1, 2, 3].map((most) => fieldLimit(most)(lists(1, 1, 0)).length)).toEqual([1, 0, 0]);
  });
});

/** What is refused: test/refusals/table.ts; what is not known yet: test/schema/check-config.test.ts. */
test.each<readonly [string, FieldLists]>([
  ['of one list', { cookies: ['a'] }],
  ['beside the same of another kind', { request_headers: ['a'], response_headers: ['a'], cookies: ['a'] }],
  [
    'with duplicates of either list',
    { response_headers: ['a'], raw_response_headers: ['b'], preserve_duplicates: ['a', 'b'] },
  ],
])('custom fields may be those %s', (_case, config) => {
  expect([...someField(config), ...oneFormEach(config), ...listedNames(config)]).toEqual([]);
});

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
