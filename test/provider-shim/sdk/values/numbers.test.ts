import {
  canonical,
  decodeJson,
  decodeMsgpack,
  encodeJson,
  encodeMsgpack,
  equal,
  ExactNumber,
  types,
} from '../../../../provider-shim/sdk/values';
import { hex, toHex } from './hex';
import { valueErrorOf } from './value-error-of';

const third = `0.${'3'.repeat(154)}`;
const digits401 = `7${'1234567890'.repeat(40)}`;
const exact = (text: string) => ExactNumber.of(text);
const asText = (text: string) => {
  const length = text.length;
  const head =
    length < 32 ? [0xa0 | length] : length < 256 ? [0xd9, length] : [0xda, length >> 8, length & 0xff];
  return `${Buffer.from(head).toString('hex')}${Buffer.from(text).toString('hex')}`;
};

describe('numbers', () => {
  const bothWays: readonly (readonly [
    name: string,
    value: number | ExactNumber,
    bytes: string,
    json: string,
  ])[] = [
    ['zero', 0, asText('0'), '0'],
    ['2^53−1', 2 ** 53 - 1, asText('9007199254740991'), '9007199254740991'],
    ['2^53+1', exact('9007199254740993'), asText('9007199254740993'), '9007199254740993'],
    ['2^63', exact('9223372036854775808'), asText('9223372036854775808'), '9223372036854775808'],
    ['2^64−1', exact('18446744073709551615'), asText('18446744073709551615'), '18446744073709551615'],
    ['2^64', exact('18446744073709551616'), asText('18446744073709551616'), '18446744073709551616'],
    ['−1', -1, asText('-1'), '-1'],
    ['−2^63', exact('-9223372036854775808'), asText('-9223372036854775808'), '-9223372036854775808'],
    ['−2^63−1', exact('-9223372036854775809'), asText('-9223372036854775809'), '-9223372036854775809'],
    ['one tenth', 0.1, asText('0.1'), '0.1'],
    ['2.5', 2.5, asText('2.5'), '2.5'],
    ['a small fraction', 1e-7, asText('0.0000001'), '0.0000001'],
    ['a third to 154 digits', exact(third), asText(third), third],
    ['1e400', exact('1e400'), asText(`1${'0'.repeat(400)}`), `1${'0'.repeat(400)}`],
    ['1e-400', exact('1e-400'), asText(`0.${'0'.repeat(399)}1`), `0.${'0'.repeat(399)}1`],
    ['401 digits', exact(digits401), asText(digits401), digits401],
    ['beyond plain writing', exact('-1.5e100000'), asText('-1.5e+100000'), '-1.5e+100000'],
  ];

  it.each(bothWays)('%s survives MessagePack and JSON', (_, value, bytes, json) => {
    expect(toHex(encodeMsgpack(types.number, value))).toBe(bytes);
    expect(decodeMsgpack(types.number, hex(bytes))).toEqual(value);
    expect(encodeJson(types.number, value)).toBe(json);
    expect(decodeJson(types.number, json)).toEqual(value);
  });

  const received: readonly (readonly [name: string, bytes: string, value: number | ExactNumber])[] = [
    ['the integer zero', '00', 0],
    ['the integer −2^31−1', 'd3ffffffff7fffffff', -(2 ** 31) - 1],
    ['the integer −2^63', 'd38000000000000000', exact('-9223372036854775808')],
    ['int64', 'd30000000000000005', 5],
    ['float64', 'cb4004000000000000', 2.5],
    ['float64 of one tenth, at its shortest text', 'cb3fb999999999999a', 0.1],
    ['float64 of 2^70, to the last digit', 'cb4450000000000000', exact('1180591620717411303424')],
    ['float64 of −0', 'cb8000000000000000', 0],
    ['text with an exponent', 'a5 "2.5e1"', 25],
    ['text with needless zeros', 'a7 "007.500"', 7.5],
  ];

  it.each(received)('reads a number sent as %s', (_, bytes, value) => {
    expect(decodeMsgpack(types.number, hex(bytes))).toEqual(value);
  });

  it('writes −0 as 0', () => {
    expect(toHex(encodeMsgpack(types.number, -0))).toBe(asText('0'));
    expect(encodeJson(types.number, -0)).toBe('0');
  });

  const equalities: readonly (readonly [a: number | ExactNumber, b: number | ExactNumber, equal: boolean])[] =
    [
      [0.1, exact('0.1'), true],
      [5, exact('5.000'), true],
      [0, -0, true],
      [exact('1e3'), 1000, true],
      [exact('9007199254740993'), exact('9007199254740992'), false],
      [1 / 3, exact(third), false],
      [-5, 5, false],
    ];

  it.each(equalities)('%p and %p are compared exactly', (a, b, same) => {
    expect(equal(types.number, a, b)).toBe(same);
  });

  it('a canonical number is a JavaScript number if that is exact', () => {
    expect(canonical(types.number, exact('2.50'))).toBe(2.5);
    expect(canonical(types.number, exact('9007199254740993'))).toEqual(exact('9007199254740993'));
  });

  it('a set of numbers is sorted by value', () => {
    const value = [exact('1e30'), 10, exact('-1e30'), 9, 0.5, -3, exact('9.0')];
    expect(canonical(types.set(types.number), value)).toEqual([
      exact('-1e30'),
      -3,
      0.5,
      9,
      10,
      exact('1e30'),
    ]);
  });

  const noNumbers = ['', '.', '-', '+', 'e5', '1e', '1e+', '0x10', '1_000', ' 1', '1 ', '1\n', 'NaN', 'Infinity', '1.2.3', '١', '1e9999999999']; // prettier-ignore

  it.each(noNumbers)('%j is not a number', (text) => {
    expect(valueErrorOf(() => exact(text)).message).toMatch(/^expected a decimal number/);
  });
});
