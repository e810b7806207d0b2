import { filterForm, filterMeaning } from '../../../schema';

const leaf = { key: 'ClientIP', operator: 'eq', value: '::1' };
const where = (node: unknown): string => JSON.stringify({ where: node });

test.each([
  where(leaf),
  where({ and: [leaf, { or: [leaf, { ...leaf, operator: '!in', value: [1, 2] }] }] }),
  where({ or: [leaf] }),
  where({ and: Array.from({ length: 20 }, () => ({ key: 'A', operator: 'eq', value: 1 })) }),
])('the filter %.60s is accepted', (text) => {
  expect(filterForm(text)).toEqual([]);
});

test.each<readonly [string, string]>([
  ['', 'filter_malformed'],
  ['ClientIP', 'filter_malformed'],
  ['null', 'filter_malformed'],
  ['[]', 'filter_malformed'],
  ['{}', 'filter_malformed'],
  ['{"where":', 'filter_malformed'],
  [JSON.stringify({ where: leaf, more: 1 }), 'filter_malformed'],
  [where(null), 'filter_malformed'],
  [where([]), 'filter_malformed'],
  [where('x'), 'filter_malformed'],
  [where({}), 'filter_malformed'],
  [where({ and: [] }), 'filter_malformed'],
  [where({ and: leaf }), 'filter_malformed'],
  [where({ and: [leaf], or: [leaf] }), 'filter_malformed'],
  [where({ key: 'ClientIP', operator: 'eq' }), 'filter_malformed'],
  [where({ ...leaf, key: 1 }), 'filter_malformed'],
  [where({ ...leaf, more: 1 }), 'filter_malformed'],
  [where({ ...leaf, operator: '=' }), 'filter_operator_unknown'],
  [where({ ...leaf, operator: null }), 'filter_operator_unknown'],
  [where({ ...leaf, value: 'x'.repeat(1000) }), 'filter_too_long'],
  [where({ ...leaf, value: 'ü'.repeat(490) }), 'filter_too_long'],
])('the filter %.60s is refused: %s', (text, code) => {
  expect(filterForm(text).map((problem) => problem.code)).toEqual([code]);
});

test('a filter may have the allowed number of operators, and no more', () => {
  const leaves = (length: number): unknown => ({
    and: Array.from({ length }, () => ({ key: 'A', operator: 'eq', value: 1 })),
  });
  const nested = (times: number, node: unknown): unknown =>
    times === 0 ? node : { or: [nested(times - 1, node)] };
  expect(filterForm(where(nested(9, leaves(20))))).toEqual([]);
  expect(filterForm(where(nested(10, leaves(20)))).map(({ code }) => code)).toEqual(['filter_too_large']);
});

test.each([
  ['{"where":{"key":"a","value":1}}', '{ "where": { "value": 1.0, "key": "a" } }', true],
  ['{"where":[1,2]}', '{"where":[2,1]}', false],
  ['{"where":1}', '{"where":"1"}', false],
  ['{"where":12345678901234567}', '{"where":12345678901234568}', false],
  ['{"where":12345678901234567890}', '{"where":1234567890123456789e1}', true],
  ['{"where":0.10000000000000000001}', '{"where":0.1}', false],
  ['{"where":[1,100,0,-0,1e400]}', '{"where":[1.0,1E+2,0.00,0e9,10e399]}', true],
  ['{"where":1e400}', '{"where":2e400}', false],
  ['{"where":-5}', '{"where":5}', false],
  ['{"where":01}', '{"where":1}', false],
  ['{"where":"12345678901234567"}', '{"where":"12345678901234568"}', false],
  ['{"where":"\\"1.0"}', '{"where":"\\"1"}', false],
  ['{"where":"number:1e0"}', '{"where":1}', false],
  ['{"where":null}', '{}', false],
  ['nonsense', 'nonsense', true],
  ['nonsense', ' nonsense', false],
])('whether the filters %s and %s are equal: %j', (one, other, same) => {
  expect(filterMeaning(one) === filterMeaning(other)).toBe(same);
});
