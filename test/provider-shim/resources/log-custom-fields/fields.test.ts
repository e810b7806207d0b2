import { perSet } from '../../../../schema';
import {
  listDifferences,
  listFields,
  storedFields,
  type Fields,
} from '../../../../provider-shim/resources/log-custom-fields/fields';

const fields: Fields = {
  ...perSet(() => []),
  request_headers: ['b', 'a'],
  cookies: ['Sid'],
  description: 'ours',
  enabled: true,
};

test.each<readonly [string, Partial<Fields>, string]>([
  ['name each list that has names, in order', {}, 'request headers a, b; cookies Sid; description "ours"'],
  ['say if not logged', { description: '', enabled: false }, 'request headers a, b; cookies Sid; disabled'],
  [
    'name the lists of today, and whose duplicates are preserved',
    {
      transformed_request_headers: ['t'],
      response_headers: ['x'],
      raw_response_headers: ['r'],
      preserve_duplicates: ['x', 'r'],
    },
    'request headers a, b; transformed request headers t; response headers x; raw response headers r; cookies Sid; ' +
      'preserved duplicates r, x; description "ours"',
  ],
  ['say so when there are none', { request_headers: [], cookies: [], description: '' }, 'none'],
])('custom log fields in one line: %s', (_case, change, expected) => {
  expect(listFields({ ...fields, ...change })).toBe(expected);
});

test.each<[string, Partial<Fields>, ...string[]]>([
  [
    'show what is removed, kept and added, list by list',
    { request_headers: ['c', 'a'], response_headers: ['x'], cookies: [] },
    '  request headers: a',
    '- request headers: b',
    '+ request headers: c',
    '+ response headers: x',
    '- cookies: Sid',
  ],
  [
    'show a move from one list to another',
    { request_headers: ['a'], response_headers: ['b'] },
    '  request headers: a',
    '- request headers: b',
    '+ response headers: b',
    '  cookies: Sid',
  ],
  [
    'show whose duplicates are preserved',
    { request_headers: [], cookies: [], raw_response_headers: ['x'], preserve_duplicates: ['x'] },
    '- request headers: a',
    '- request headers: b',
    '+ raw response headers: x',
    '- cookies: Sid',
    '+ preserved duplicates: x',
  ],
  [
    'show description and enabled last',
    { request_headers: [], cookies: [], description: 'say "x"', enabled: false },
    '- request headers: a',
    '- request headers: b',
    '- cookies: Sid',
    '~ description: "ours" -> "say \\"x\\""',
    '~ enabled: true -> false',
  ],
])('differences of custom log fields: %s', (_case, change, ...expected) => {
  expect(listDifferences(fields, { ...fields, ...change })).toEqual(expected);
});

test('fields that an earlier release stored have none of the sets that it did not know', () => {
  const { request_headers, response_headers, cookies, description, enabled } = fields;
  const earlier = { ...perSet(() => null), request_headers, response_headers, cookies, description, enabled };
  expect(storedFields(earlier)).toEqual(fields);
});
