import { checkConfig, isRecord, managedRulesSchema, providerSchema, unknown } from '../../schema';
import type { JsonObject, ObjectSchema } from '../../schema';
import { accepted } from '../fixtures/schema/baseline.json';
import { schemaOf } from '../lib/props-of-attributes';
import { REFUSED } from '../refusals/table';
import { writtenOut } from './written-out';

const ID = '023e105f4ecef8ad9ca31a8372d0c353';
const categories = { ruleset_id: ID, overrides: { categories: { x: null } } };

/** What is refused one by one: test/refusals. How a schema is walked: test/provider-shim/sdk/framework/validation.test.ts. */
test.each<readonly [string, ObjectSchema, JsonObject, readonly unknown[]]>([
  [
    'managed rules with null among what they consist of',
    managedRulesSchema,
    { zone_id: ID, rules: [null, unknown, { name: 'a', execute: categories }] },
    [
      ['null_element', ['rules', 2, 'execute', 'overrides', 'categories', 'x']],
      ['null_element', ['rules', 0]],
    ],
  ],
  [
    'a provider with its numbers beyond their ends',
    providerSchema,
    { max_custom_fields: 501, request_timeout: 0, max_retries: 21, max_requests_per_second: 0 },
    ['max_custom_fields', 'request_timeout', 'max_retries', 'max_requests_per_second'].map((name) => [
      'out_of_range',
      [name],
    ]),
  ],
])('the schemas of zonewright judge %s', (_case, schema, values, expected) => {
  expect(checkConfig(schema, values).map(({ code, path }) => [code, path])).toEqual(expected);
});

/** A value with one of its parts known only after apply, and where; with that of each of its parts in turn. */
function* unknownParts(value: unknown, at = ''): Generator<readonly [at: string, value: unknown]> {
  if (Array.isArray(value))
    for (const [index, part] of value.slice(0, 9).entries())
      for (const [where, other] of unknownParts(part, `${at}[${index}]`))
        yield [where, value.with(index, other)];
  else if (isRecord(value))
    for (const [name, part] of Object.entries(value))
      for (const [where, other] of unknownParts(part, `${at}.${name}`))
        yield [where, { ...value, [name]: other }];
  yield [at, unknown];
}

const GIVEN = [
  ...Object.entries(accepted).flatMap(([of, samples]) =>
    samples.map((sample, at) => [of.split(' ')[1] ?? '', `accepted ${at}`, writtenOut(sample)] as const),
  ),
  ...Object.entries(REFUSED).flatMap(([type, rows]) =>
    Object.entries(rows).map(([what, [given]]) => [type, what, { zone_id: ID, ...given }] as const),
  ),
];

/** All samples, and what is refused in test/refusals. */
test.each([...new Set(GIVEN.map(([type]) => type))])(
  'what is known only after apply is no mistake: in %s',
  (type) => {
    const codes = (values: unknown): readonly string[] =>
      checkConfig(schemaOf(type), values as JsonObject).map(({ code }) => code);
    const found = GIVEN.filter(([of]) => of === type).flatMap(([, what, given]) => {
      const known = codes(given);
      const all = Object.fromEntries(Object.keys(given as object).map((name) => [name, unknown]));
      return [...unknownParts(given), ['all', all] as const]
        .filter(([at, values]) => at !== '' && codes(values).some((code) => !known.includes(code)))
        .map(([at]) => `${what}: ${at}`);
    });
    expect(found).toEqual([]);
  },
);
