import { typeOf } from '../../../provider-shim/sdk/framework/schema-type';
import {
  InexactNumber,
  ValueError,
  decodeJson,
  decodeMsgpack,
  encodeMsgpack,
  equal,
  readJsonTree,
  types,
  type Type,
  type Value,
} from '../../../provider-shim/sdk/values';
import {
  isWhollyKnown,
  logCustomFieldsSchema,
  logpushJobSchema,
  managedRulesMigrationSchema,
  unknown,
} from '../../../schema';
import { storedObjects } from '../recorded';
import { jsonSeeds, promised, type Target } from '../target';

const SCHEMAS = [logCustomFieldsSchema, logpushJobSchema, managedRulesMigrationSchema];

const ANYTHING = types.object({
  list: types.list(types.string),
  map: types.map(types.number),
  set: types.set(types.bool),
});

/** The first byte of an input chooses the type of what follows. */
const TYPES: readonly Type[] = [...SCHEMAS.map((schema) => typeOf(schema)), ANYTHING];

const VALUES: readonly (readonly [number, Value])[] = [
  ...storedObjects().map(({ type, attributes }) => {
    const at = SCHEMAS.findIndex((schema) => schema.type === type);
    return [at, decodeJson(TYPES[at] as Type, JSON.stringify(attributes))] as const;
  }),
  [
    3,
    {
      list: ['text', unknown, null],
      map: { exact: new InexactNumber('12345678901234567890.5'), small: -1 },
      set: [true, unknown],
    },
  ],
  [0, unknown],
];

const chosen = (input: Buffer): Type => TYPES[(input[0] ?? 0) % TYPES.length] as Type;

/** The JSON of a value; the text of a number is read as the number. */
const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (part instanceof InexactNumber ? part.text : part));

const WORDS_OF_MSGPACK = [
  [0xc0],
  [0xc2],
  [0x90],
  [0x80],
  [0xcb, 0x7f, 0xf0, 0, 0, 0, 0, 0, 0],
  [0xcf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
  [0xd3, 0x80, 0, 0, 0, 0, 0, 0, 0],
  [0xd4, 0, 0],
  [0xc7, 3, 12, 0x81, 1, 0xc3],
  [0xdd, 0xff, 0xff, 0xff, 0xff],
  [0xdf, 0, 0, 0xff, 0xff],
  [0xdb, 0x7f, 0xff, 0xff, 0xff],
  [0xa9, ...Buffer.from('__proto__')],
  [0x92, 0xa8, ...Buffer.from('"string"')],
].map((bytes) => Uint8Array.from(bytes));

export const VALUE_TARGETS: readonly Target[] = [
  {
    name: 'msgpack',
    decoder: 'provider-shim/sdk/values/msgpack.ts',
    from: 'the engine: configurations, plans and states',
    seeds: () =>
      VALUES.map(([at, value]) => Buffer.concat([Buffer.of(at), encodeMsgpack(TYPES[at] as Type, value)])),
    words: WORDS_OF_MSGPACK,
    nesting: [
      [Uint8Array.of(0x91), ''],
      [Uint8Array.of(0x81, 0xa1, 0x61), ''],
      [Uint8Array.of(0x92, 0xa9, ...Buffer.from('"dynamic"')), ''],
    ],
    decode: (input) => {
      const type = chosen(input);
      const value = decodeMsgpack(type, input.subarray(1));
      promised(
        equal(type, decodeMsgpack(type, encodeMsgpack(type, value)), value),
        'comes back as another value',
      );
    },
    refusals: [ValueError],
  },
  {
    name: 'json-state',
    decoder: 'provider-shim/sdk/values/json.ts',
    from: 'the state file',
    seeds: () =>
      VALUES.filter(([, value]) => isWhollyKnown(value)).map(([at, value]) =>
        // A digit in front of a document; it chooses the type.
        Buffer.from(`${at}${jsonOf(value)}`),
      ),
    words: ['1e646456993', '1e-5000', '0.1', '"1"', '{"type":"string","value":1}', '"\\ud800"', '\\u0000'],
    decode: (input) => {
      const type = TYPES[(input[0] ?? 0) % 4] as Type;
      const value = decodeJson(type, input.subarray(1).toString('utf8'));
      promised(equal(type, decodeJson(type, jsonOf(value)), value), 'comes back as another value');
    },
    refusals: [ValueError],
  },
  {
    name: 'json-tree',
    decoder: 'provider-shim/sdk/values/json.ts',
    from: 'the state file, of an earlier schema',
    seeds: () => jsonSeeds(storedObjects().map(({ attributes }) => attributes)),
    words: ['1e400', '9007199254740993', '"a":1,"a":2,', '"__proto__":{"a":1},', '\\ud800'],
    decode: (input) => {
      const text = jsonOf(readJsonTree(input.toString('utf8')));
      promised(jsonOf(readJsonTree(text)) === text, 'comes back as another text');
    },
    refusals: [ValueError],
  },
];
