import { checkConfig, managedRulesSchema, providerSchema, unknown, type ObjectSchema } from '../../schema';

const ID = '023e105f4ecef8ad9ca31a8372d0c353';
const categories = { ruleset_id: ID, overrides: { categories: { x: null } } };

/** What is refused one by one: test/refusals. How a schema is walked: test/provider-shim/sdk/framework/validation.test.ts. */
test.each<readonly [string, ObjectSchema, Readonly<Record<string, unknown>>, readonly unknown[]]>([
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
