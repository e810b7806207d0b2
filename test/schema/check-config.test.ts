import {
  checkConfig,
  describe as described,
  isUnknown,
  logCustomFieldsSchema,
  managedRulesSchema,
  providerSchema,
  unknown,
  type Attributes,
  type MemberAttributes,
  type ObjectSchema,
  type PathStep,
  type Check,
} from '../../schema';

type Values = Readonly<Record<string, unknown>>;

const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';

const text = { type: 'string', optional: true, description: 'Text.' } as const;

/** Finds fault with everything it is shown, so that a test sees what was shown and where. */
const fault: Check<unknown> = (value) => [
  { code: 'shown', path: [], message: JSON.stringify(value), hint: '' },
];

function check(
  attributes: Attributes,
  values: Values,
  checks: ObjectSchema['checks'] = [],
): readonly unknown[] {
  const schema = described<Attributes>({ type: 'test', version: 0, description: '', attributes, checks });
  return checkConfig(schema, values).map(({ code, path, message }) => [code, path, message]);
}

const shown = (path: readonly PathStep[], value: unknown): readonly unknown[] => [
  'shown',
  path,
  JSON.stringify(value),
];

const inner: MemberAttributes = { key: { ...text, checks: [fault] }, plain: text };

// A value, elements and objects by name: test/provider-shim/sdk/framework/validation.test.ts.
describe('checks get', () => {
  test.each(
    Object.entries<readonly [Attributes, Values, readonly unknown[]]>({
      'no null where elements have no checks': [
        { a: { type: { list: 'string' }, optional: true, description: '' } },
        { a: [null] },
        [],
      ],
      'what is inside of one object, then the object': [
        { a: { nested: 'single', optional: true, description: '', attributes: inner, checks: [fault] } },
        { a: { key: 'x' } },
        [shown(['a', 'key'], 'x'), shown(['a'], { key: 'x' })],
      ],
      'what is inside of objects in order, and objects that are null': [
        { a: { nested: 'list', optional: true, description: '', attributes: inner } },
        { a: [{ key: 'x' }, unknown, { key: unknown }, null, { key: 'y' }] },
        [
          shown(['a', 0, 'key'], 'x'),
          shown(['a', 4, 'key'], 'y'),
          ['null_element', ['a', 3], 'An element of a is null.'],
        ],
      ],
      'what is inside of what is inside': [
        {
          a: {
            nested: 'list',
            optional: true,
            description: '',
            attributes: { b: { nested: 'map', optional: true, description: '', attributes: inner } },
          },
        },
        { a: [{ b: { k: { key: 'x' } } }] },
        [shown(['a', 0, 'b', 'k', 'key'], 'x')],
      ],
    }),
  )('%s', (_case, [attributes, values, expected]) => {
    expect(check(attributes, values)).toEqual(expected);
  });

  test('at last the whole object, with null for missing attributes', () => {
    const seen: unknown[] = [];
    const whole: Check<Values> = (values) => {
      seen.push(values);
      return [{ code: 'whole', path: ['b'], message: String(isUnknown(values['c'])), hint: '' }];
    };
    expect(
      check({ a: { ...text, checks: [fault] }, b: text, c: text }, { a: 'x', c: unknown }, [
        whole as Check<never>,
      ]),
    ).toEqual([shown(['a'], 'x'), ['whole', ['b'], 'true']]);
    expect(seen).toEqual([{ a: 'x', b: null, c: unknown }]);
  });
});

test.each(
  Object.entries<readonly [ObjectSchema, Values, ...(readonly [string, readonly PathStep[]])[]]>({
    'custom log fields where nothing is known yet': [
      logCustomFieldsSchema,
      { zone_id: unknown, request_headers: unknown, cookies: [unknown] },
    ],
    'managed rules with null among what they consist of': [
      managedRulesSchema,
      {
        zone_id: ZONE,
        rules: [
          null,
          unknown,
          { name: 'a', execute: { ruleset_id: ZONE, overrides: { categories: { x: null } } } },
        ],
      },
      ['null_element', ['rules', 2, 'execute', 'overrides', 'categories', 'x']],
      ['null_element', ['rules', 0]],
    ],
    'a provider with its numbers at their ends': [
      providerSchema,
      { max_custom_fields: 500, request_timeout: 1, max_retries: 0, max_requests_per_second: 1000 },
    ],
    'a provider with its numbers beyond their ends': [
      providerSchema,
      { max_custom_fields: 501, request_timeout: 0, max_retries: 21, max_requests_per_second: 0 },
      ['out_of_range', ['max_custom_fields']],
      ['out_of_range', ['request_timeout']],
      ['out_of_range', ['max_retries']],
      ['out_of_range', ['max_requests_per_second']],
    ],
  }),
)('the schemas of zonewright judge %s', (_case, [schema, values, ...expected]) => {
  expect(checkConfig(schema, values).map(({ code, path }) => [code, path])).toEqual(expected);
});
