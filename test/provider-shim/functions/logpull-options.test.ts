import fc from 'fast-check';
import { logpullOptions } from '../../../provider-shim/functions/logpull-options';
import { parseLogpullOptions } from '../../../provider-shim/functions/parse-logpull-options';
import { defineProvider, type AnyFunction } from '../../../provider-shim/sdk/framework';
import { valueType } from '../../../provider-shim/sdk/framework/schema-type';
import {
  decodeMsgpack,
  Dynamic,
  encodeMsgpack,
  ExactNumber,
  types,
  type Type,
  type Value,
} from '../../../provider-shim/sdk/values';
import { describe as described, LOG_TIMESTAMPS } from '../../../schema';
import { connect } from '../sdk/framework/connected';

const nothing = described({ type: 'test', version: 0, description: 'Has no configuration.', attributes: {} });

/** Never configured. */
const connected = connect(
  defineProvider<typeof nothing, object>({
    schema: nothing,
    resources: [],
    dataSources: [],
    functions: [logpullOptions, parseLogpullOptions],
    configure: () => undefined,
  }),
);

async function called(
  { name, parameters, variadic, returns }: AnyFunction,
  ...args: readonly Value[]
): Promise<unknown> {
  const { error, result } = await connected.call('CallFunction', {
    name,
    arguments: args.map((value, index) => {
      const parameter = parameters[index] ?? variadic;
      if (parameter === undefined) throw new Error('an argument too many');
      return { msgpack: encodeMsgpack(valueType(parameter.type), value) };
    }),
  });
  if (error) return { argument: error.functionArgument, text: error.text };
  const value = decodeMsgpack(valueType(returns), result?.msgpack ?? new Uint8Array());
  return JSON.parse(JSON.stringify(value));
}

/** An object as the engine sends it for a parameter of any type. */
function object(members: Readonly<Record<string, Value>>): Dynamic {
  const typeOf = (value: Value): Type => {
    if (typeof value === 'string') return types.string;
    if (typeof value === 'boolean') return types.bool;
    if (Array.isArray(value)) return types.list(types.string);
    return value === null ? types.string : types.number;
  };
  return new Dynamic(
    types.object(Object.fromEntries(Object.entries(members).map(([name, value]) => [name, typeOf(value)]))),
    members,
  );
}

const text = (fields: readonly string[], ...options: readonly Value[]): Promise<unknown> =>
  called(logpullOptions, fields, ...options);
const parts = (options: string): Promise<unknown> => called(parseLogpullOptions, options);

describe('logpull_options', () => {
  test.each<readonly [string, readonly string[], readonly Value[], string]>([
    ['fields alone', ['RayID', 'ClientIP'], [], 'fields=RayID,ClientIP'],
    [
      'null members, which are omitted',
      ['RayID'],
      [object({ timestamps: null, sample: null, defuse_lookups: null })],
      'fields=RayID',
    ],
    [
      'a fraction of many digits',
      ['RayID'],
      [object({ sample: ExactNumber.of(`0.${'3'.repeat(40)}`) })],
      'fields=RayID&sample=0.3333333333333333',
    ],
    [
      'texts for numbers and switches, as in a map of texts',
      ['RayID'],
      [object({ sample: '.25', defuse_lookups: 'false' })],
      'fields=RayID&sample=0.25&CVE-2021-44228=false',
    ],
  ])('builds the text of %s', async (_case, fields, options, expected) => {
    expect(await text(fields, ...options)).toBe(expected);
  });

  test.each<readonly [string, readonly string[], readonly Value[], number, string]>([
    [
      'no field',
      [],
      [],
      0,
      'The list of log fields is empty. Name at least one, such as "RayID". To log the default fields of the ' +
        'service, omit the options',
    ],
    [
      'an unknown word',
      ['RayID'],
      [object({ timestamps: 'iso' })],
      1,
      'timestamps is "iso". Allowed: unixnano, unix, rfc3339',
    ],
    [
      'a sample out of range',
      ['RayID'],
      [object({ sample: 0 })],
      1,
      'sample is 0. It is the fraction of log entries to keep: above 0 and at most 1, such as 0.25',
    ],
    [
      'a misspelt option',
      ['RayID'],
      [object({ timestamp: 'unix' })],
      1,
      '"timestamp" is not an option. Did you mean "timestamps"? Allowed: timestamps, sample, ' +
        'defuse_lookups; the fields are the first argument',
    ],
    [
      'options that are not an object',
      ['RayID'],
      [new Dynamic(types.string, 'rfc3339')],
      1,
      'The options are not an object. Give an object such as { timestamps = "rfc3339", sample = 0.5, ' +
        'defuse_lookups = true }',
    ],
    [
      'two objects',
      ['RayID'],
      [object({}), object({})],
      2,
      'There is more than one object of options. Give one, such as { timestamps = "rfc3339", sample = 0.5 }',
    ],
  ])('reports %s on the argument', async (_case, fields, options, argument, message) => {
    expect(await text(fields, ...options)).toEqual({ argument, text: message });
  });
});

describe('parse_logpull_options', () => {
  test.each<readonly [string, string, unknown]>([
    ['', '', { fields: [], timestamps: null, sample: null, defuse_lookups: null }],
  ])('reads %s', async (_case, options, expected) => {
    expect(await parts(options)).toEqual(expected);
  });

  test.each<readonly [string, string]>([
    ['fields', '"fields" is not of the form key=value'],
    ['field=RayID', '"field" is not a key of log options'],
  ])('reports %j on the argument', async (options, message) => {
    expect(await parts(options)).toEqual({ argument: 0, text: expect.stringContaining(message) });
  });
});

test('parse_logpull_options parses what logpull_options builds', async () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    // The engine composes what belongs together.
    .map((one) => one.normalize('NFC'))
    .filter((one) => /^[^\s,=&?]+$/.test(one));
  const written = fc.record({
    fields: fc.uniqueArray(name, { minLength: 1, maxLength: 6 }),
    timestamps: fc.constantFrom(null, ...LOG_TIMESTAMPS),
    sample: fc
      .constantFrom(null, 1, 0.5, 1 / 3, 1e-7, 5e-324)
      .chain((one) =>
        fc.oneof(fc.constant(one), fc.double({ min: 0, minExcluded: true, max: 1, noNaN: true })),
      ),
    defuse_lookups: fc.constantFrom(null, true, false),
  });
  await fc.assert(
    fc.asyncProperty(written, async ({ fields, ...options }) => {
      const made = await text(fields, object(options));
      expect(await parts(String(made))).toEqual({ fields, ...options });
    }),
  );
});
