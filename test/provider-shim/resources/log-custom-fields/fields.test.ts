import { perSet } from '../../../../schema';
import {
  listDifferences,
  listFields,
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
