import { createEmulator, DEFAULT_ZONE_ID } from '../../../emulator';
import {
  checkConfig,
  FILTER_OPERATORS,
  filterForm,
  filterMeaning,
  FILTERED_FIELDS,
  filterOperatorsFit,
  logpushJobSchema,
  unknown,
} from '../../../schema';

const leaf = { key: 'ClientIP', operator: 'eq', value: '::1' };
const where = (node: unknown): string => JSON.stringify({ where: node });

test.each([
  '',
  where(leaf),
  where({ and: [leaf, { or: [leaf, { ...leaf, operator: '!in', value: [1, 2] }] }] }),
  where({ or: [leaf] }),
  where({ and: Array.from({ length: 20 }, () => ({ key: 'A', operator: 'eq', value: 1 })) }),
])('the filter %.60s is accepted', (text) => {
  expect(filterForm(text)).toEqual([]);
});

test.each<readonly [string, string]>([
  [' ', 'filter_malformed'],
  ['ClientIP', 'filter_malformed'],
  ['null', 'filter_malformed'],
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

const compared = (key: string, operator: string): string =>
  where({ key, operator, value: operator.endsWith('in') ? [1] : 1 });

test.each([
  ['WorkerSubrequest', '!in', 'bool', 'Allowed for bool: eq, !eq.'],
  ['BotTags', 'eq', 'array', 'Allowed for array: contains, !contains.'],
  ['Cookies', 'contains', 'object', 'Allowed for object: none, so use another field.'],
])('a filter of %s with %s is refused: it is of type %s', (key, operator, type, hint) => {
  const value = operator.endsWith('in') ? [1] : 1;
  const nested = where({ or: [leaf, { and: [leaf, { key, operator, value }] }] });
  const config = {
    ...{ zone_id: 'a'.repeat(32), destination_conf: 'gs://logs', logpull_options: 'fields=RayID' },
    filter: nested,
  };
  expect(checkConfig(logpushJobSchema, config)).toEqual([
    {
      code: 'filter_operator_unfit',
      path: ['filter'],
      message: `The operator at where.or[1].and[1] is "${operator}", and the field ${key} is of type ${type}.`,
      hint,
    },
  ]);
  for (const open of [{ dataset: 'firewall_events' }, { dataset: unknown }, { filter: unknown }])
    expect(checkConfig(logpushJobSchema, { ...config, ...open })).toEqual([]);
});

test.each([
  ['in', 'x'],
  ['!in', []],
  ['in', ['a', ['x']]],
  ['in', [null]],
  ['eq', ['x']],
  ['contains', { a: 1 }],
  ['!eq', null],
])('a filter with %s %j is refused, of whichever field and dataset', (operator, value) => {
  expect(filterForm(where({ and: [leaf, { key: 'NewField', operator, value }] }))).toEqual([
    {
      code: 'filter_value_unfit',
      path: [],
      message: `The value at where.and[1] is ${JSON.stringify(value)}, and its operator is "${operator}".`,
      hint: 'in and !in take a list of texts, numbers, true or false; every other operator takes one of these.',
    },
  ]);
});

test.each(['NewField', '__proto__', 'constructor', 'toString', '', 'clientasn', 'ClientASN '])(
  'of the field %j nothing is known, so every operator is left to the service',
  (key) => {
    for (const operator of FILTER_OPERATORS)
      expect(filterOperatorsFit({ dataset: null, filter: compared(key, operator) })).toEqual([]);
  },
);

test('every operator with every known field is accepted or refused as the service does it', async () => {
  const { handle, credentials, control } = createEmulator();
  const fields = Object.values(FILTERED_FIELDS).flatMap((names) => names.trim().split(/\s+/));
  expect(new Set(fields).size).toBe(fields.length);
  const different: string[] = [];
  for (const key of fields)
    for (const operator of FILTER_OPERATORS) {
      const filter = compared(key, operator);
      const job = { destination_conf: 'r2://logs?account-id=a&access-key-id=b&secret-access-key=c', filter };
      const request = new Request(`http://localhost/client/v4/zones/${DEFAULT_ZONE_ID}/logpush/jobs`, {
        method: 'POST',
        headers: { authorization: `Bearer ${credentials().token}`, 'content-type': 'application/json' },
        body: JSON.stringify(job),
      });
      const isAccepted = (await handle(request)).status === 200;
      if (isAccepted !== (filterOperatorsFit({ dataset: null, filter }).length === 0))
        different.push(`${key} ${operator}`);
      if (isAccepted) control.reset();
    }
  expect(different).toEqual([]);
});

test('a filter may have the allowed number of operators, and no more', () => {
  const leaves = (length: number): unknown => ({
    and: Array.from({ length }, () => ({ key: 'A', operator: 'eq', value: 1 })),
  });
  const nested = (times: number, node: unknown): unknown =>
    times === 0 ? node : { or: [nested(times - 1, node)] };
  expect(filterForm(where(nested(9, leaves(20))))).toEqual([]);
  const found = [nested(10, leaves(20)), nested(31, {})].flatMap((node) => filterForm(where(node)));
  expect(found.map(({ code }) => code)).toEqual(['filter_too_large', 'filter_malformed']);
});

test.each([
  ['{"where":{"key":"a","value":1}}', '{ "where": { "value": 1.0, "key": "a" } }', true],
  ['{"where":[1,2]}', '{"where":[2,1]}', false],
  ['{"where":1}', '{"where":"1"}', false],
  ['{"where":12345678901234567}', '{"where":12345678901234568}', false],
  ['{"where":12345678901234567890}', '{"where":1234567890123456789e1}', true],
  ['{"where":0.10000000000000000001}', '{"where":0.1}', false],
  ['{"where":[1,100,0,-0,1e400,0.5]}', '{"where":[1.0,1E+2,0.00,0e9,10e399,5e-1]}', true],
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
