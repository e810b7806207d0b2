import {
  canonical,
  decodeJson,
  decodeMsgpack,
  encodeMsgpack,
  equal,
  InexactNumber,
  types,
} from '../../../../provider-shim/sdk/values';
import { hex, toHex } from './hex';
import { valueErrorOf } from './value-error-of';

const third = `0.${'3'.repeat(154)}`;
const digits401 = `7${'1234567890'.repeat(40)}`;
const inexact = (text: string) => new InexactNumber(text);
const asText = (text: string) => {
  const length = text.length;
  const head =
    length < 32 ? [0xa0 | length] : length < 256 ? [0xd9, length] : [0xda, length >> 8, length & 0xff];
  return `${Buffer.from(head).toString('hex')}${Buffer.from(text).toString('hex')}`;
};

describe('numbers', () => {
  const bothWays: readonly (readonly [name: string, value: number | InexactNumber, text: string])[] = [
    ['zero', 0, '0'],
    ['2^53−1', 2 ** 53 - 1, '9007199254740991'],
    ['−1', -1, '-1'],
    ['one tenth', 0.1, '0.1'],
    ['2.5', 2.5, '2.5'],
    ['a small fraction', 1e-7, '1e-7'],
    ...[
      ['2^53+1', '9007199254740993'],
      ['2^63', '9223372036854775808'],
      ['2^64', '18446744073709551616'],
      ['−2^63−1', '-9223372036854775809'],
      ['a third to 154 digits', third],
      ['1e400', `1${'0'.repeat(400)}`],
      ['1e-400', `0.${'0'.repeat(399)}1`],
      ['401 digits', digits401],
      ['beyond plain writing', '-1.5e+100000'],
    ].map(([name = '', text = '']) => [`${name}, inexact`, inexact(text), text] as const),
  ];

  it.each(bothWays)('%s survives MessagePack and JSON', (_, value, text) => {
    expect(toHex(encodeMsgpack(types.number, value))).toBe(asText(text));
    expect(decodeMsgpack(types.number, hex(asText(text)))).toEqual(value);
    expect(decodeJson(types.number, text)).toEqual(value);
  });

  const received: readonly (readonly [name: string, bytes: string, value: number | InexactNumber])[] = [
    ['the integer zero', '00', 0],
    ['the integer −32', 'e0', -32],
    ['the integer 2^32−1', 'ceffffffff', 2 ** 32 - 1],
    ['the integer −2^31−1', 'd3ffffffff7fffffff', -(2 ** 31) - 1],
    ['the integer −2^63', 'd38000000000000000', inexact('-9223372036854775808')],
    ['the integer 2^64−1', 'cfffffffffffffffff', inexact('18446744073709551615')],
    ['int64', 'd30000000000000005', 5],
    ['float32', 'ca40200000', 2.5],
    ['float64', 'cb4004000000000000', 2.5],
    ['float64 of one tenth, at its shortest text', 'cb3fb999999999999a', 0.1],
    ['float64 of 2^70, to the last digit', 'cb4450000000000000', inexact('1180591620717411303424')],
    ['float64 of −0', 'cb8000000000000000', 0],
    ['text with an exponent', 'a5 "2.5e1"', 25],
    ['text with needless zeros', 'a7 "007.500"', 7.5],
    ['text of −0', 'a2 "-0"', 0],
  ];

  it.each(received)('reads a number sent as %s', (_, bytes, value) => {
    expect(decodeMsgpack(types.number, hex(bytes))).toEqual(value);
  });

  it('writes −0 as 0', () => {
    expect(toHex(encodeMsgpack(types.number, -0))).toBe(asText('0'));
  });

  it.each<readonly [number | InexactNumber, number | InexactNumber, boolean]>([
    [0, -0, true],
    [inexact('9007199254740993'), inexact('9007199254740993'), true],
    [inexact('9007199254740993'), inexact('9007199254740992'), false],
    [1 / 3, inexact(third), false],
    [-5, 5, false],
  ])('%p and %p are compared exactly', (a, b, same) => {
    expect(equal(types.number, a, b)).toBe(same);
  });

  it('a set of numbers is sorted by value', () => {
    expect(canonical(types.set(types.number), [10, 9, 0.5, -3, 9])).toEqual([-3, 0.5, 9, 10]);
  });

  const noNumbers = ['', '.', '-', '+', 'e5', '1e', '1e+', '0x10', '1_000', ' 1', '1 ', '1\n', 'NaN', 'Infinity', '1.2.3', '١', '1e9999999999']; // prettier-ignore

  it.each(noNumbers)('%j is not a number', (text) => {
    const bytes = encodeMsgpack(types.string, text);
    expect(valueErrorOf(() => decodeMsgpack(types.number, bytes)).message).toMatch(/^expected a number/);
  });
});
