import { createCodec, tfplugin6, WireError } from '../../../../provider-shim/sdk/protocol';

const codec = createCodec({
  Thing: {
    number: [1, 'int64'],
    text: [2, 'string'],
    inner: [3, 'Thing'],
    numbers: [4, 'int64', 'repeated'],
    things: [5, 'Thing', 'map'],
    blob: [6, 'bytes'],
    small: [7, 'int32'],
    flag: [8, 'bool'],
  },
});

const decode = (hex: string): unknown => codec.decode('Thing', Buffer.from(hex, 'hex'));

const absent = {
  number: 0,
  text: '',
  inner: undefined,
  numbers: [],
  things: {},
  blob: new Uint8Array(0),
  small: 0,
  flag: false,
};

describe('bytes that are not a message are refused:', () => {
  test.each([
    ['a tag that is cut off', '88', 'cannot read Thing: the number at byte 0 is cut off'],
    ['a number of eleven bytes', '08ffffffffffffffffffff01', 'the number at byte 1 is longer than 64 bits'],
    ['a number beyond 64 bits', '08ffffffffffffffffff02', 'the number at byte 1 is longer than 64 bits'],
    ['2^53', '088080808080808010', 'Thing.number is not a safe integer'],
    ['a length beyond the end', '120568', 'the length at byte 1 goes past the end'],
    ['a length beyond the enclosing message', '1a02120568656c6c6f', 'the length at byte 3 goes past the end'],
    ['text that is not UTF-8', '1202c328', 'the text at byte 2 is not UTF-8'],
    ['field number 0', '0001', 'the field number at byte 0 is invalid'],
    ['wire type 6', '7e', 'wire type 6, which no field starts with'],
    ['a group that does not end', '7b0801', 'is cut off'],
    ['a group that ends as another', '7b84017c', 'wire type 4, which no field starts with'],
    ['an unknown 64-bit number that is cut off', '7900000000', 'is cut off'],
  ])('%s', (_, hex, message) => {
    expect(() => decode(hex)).toThrow(WireError);
    expect(() => decode(hex)).toThrow(message);
  });

  test.each([
    ['messages', (depth: number) => nested(depth, (inner) => [0x1a, ...varint(inner.length), ...inner])],
    ['groups', (depth: number) => nested(depth, (inner) => [0x7b, ...inner, 0x7c])],
  ])('%s are nested 100 deep at most', (_, build) => {
    expect(() => codec.decode('Thing', build(100))).not.toThrow();
    expect(() => codec.decode('Thing', build(101))).toThrow(/nested deeper than 100/);
  });
});

describe('the codec reads what other writers may send:', () => {
  test.each([
    ['nothing', '', {}],
    [
      'unknown fields of every wire type',
      '7801' + '790000000000000000' + '7a0161' + '7b78017c' + '7d00000000',
      {},
    ],
    ['a known number with another wire type', '0a0161' + '1001', {}],
    ['packed numbers', '2203010203', { numbers: [1, 2, 3] }],
    ['the last of a repeated scalar', '08010802', { number: 2 }],
    ['a message in two parts', '1a020801' + '1a03120161', { inner: { ...absent, number: 1, text: 'a' } }],
    ['a map entry without key and value', '2a00', { things: { '': absent } }],
    [
      'the later of two',
      '2a070a0161' + '12020801' + '2a070a0161' + '12020802',
      { things: { a: { ...absent, number: 2 } } },
    ],
    ['-1', '08ffffffffffffffffff01', { number: -1 }],
    ['the largest safe integer', '08ffffffffffffff0f', { number: Number.MAX_SAFE_INTEGER }],
    ['a replacement character that was sent as such', '1203efbfbd', { text: '\ufffd' }],
  ])('%s', (_, hex, message) => {
    expect(decode(hex)).toEqual({ ...absent, ...message });
  });

  test('the last member of a oneof wins', () => {
    const step = tfplugin6.decode('AttributePath.Step', Buffer.from('0a0161' + '1805', 'hex'));
    expect(step).toEqual({ attributeName: undefined, elementKeyString: undefined, elementKeyInt: 5 });
  });

  test('a map key may be __proto__ and stays a key', () => {
    const bytes = codec.encode('Thing', { things: { ['__proto__']: { number: 1 } } });
    const { things } = codec.decode('Thing', bytes);
    expect(Object.keys(things)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(things)).toBeNull();
  });

  test('byte strings are views of the received bytes', () => {
    const bytes = Buffer.from('3203010203', 'hex');
    const { blob } = codec.decode('Thing', bytes);
    expect([blob.buffer, blob.byteOffset, blob.byteLength]).toEqual([bytes.buffer, bytes.byteOffset + 2, 3]);
  });
});

test('what is zero is not sent', () => {
  expect(codec.encode('Thing', absent)).toHaveLength(0);
});

describe('a message that cannot be sent is refused:', () => {
  test.each([
    ['an unsafe integer', { number: 2 ** 53 }, 'Thing.number is int64 and cannot hold 9007199254740992'],
    ['a fraction', { number: 0.5 }, 'Thing.number is int64 and cannot hold 0.5'],
    ['an int32 beyond 32 bits', { small: 2 ** 31 }, 'Thing.small is int32 and cannot hold 2147483648'],
  ])('%s', (_, message, text) => {
    expect(() => codec.encode('Thing', message)).toThrow(new WireError(text));
  });

  test('two members of a oneof', () => {
    const both = { attributeName: 'a', elementKeyInt: 0 };
    expect(() => tfplugin6.encode('AttributePath.Step', both)).toThrow(
      'AttributePath.Step.attributeName excludes elementKeyString and elementKeyInt: set only one of them',
    );
  });
});

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) | 128, ...varint(value >> 7)];

function nested(depth: number, wrap: (inner: number[]) => number[]): Uint8Array {
  let bytes: number[] = [];
  for (let level = 0; level < depth; level++) bytes = wrap(bytes);
  return Uint8Array.from(bytes);
}
