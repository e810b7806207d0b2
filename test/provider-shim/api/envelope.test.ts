import * as fc from 'fast-check';
import { parseEnvelope } from '../../../provider-shim/api/answers/envelope';

const parse = (value: unknown): unknown => parseEnvelope(JSON.stringify(value));

describe('the envelope', () => {
  test('of a success', () => {
    const resultInfo = { cursors: { after: 'x' } };
    expect(
      parse({
        result: { id: 'a' },
        success: true,
        errors: [],
        messages: [{ message: 'hello' }],
        result_info: resultInfo,
      }),
    ).toEqual({
      success: true,
      result: { id: 'a' },
      errors: [],
      messages: [{ message: 'hello' }],
      resultInfo,
    });
  });

  test('of a failure, with chained errors and pointers', () => {
    const errors = [
      {
        code: 6003,
        message: 'Invalid request headers',
        error_chain: [{ code: 6103, message: 'Invalid format' }],
      },
      { message: 'no code', source: { pointer: '/rules/0/expression' } },
      'an old plain string',
    ];
    expect(parse({ success: false, errors, messages: null })).toEqual({
      success: false,
      result: null,
      errors: [
        { code: 6003, message: 'Invalid request headers' },
        { code: 6103, message: 'Invalid format' },
        { message: 'no code', pointer: '/rules/0/expression' },
        { message: 'an old plain string' },
      ],
      messages: [],
      resultInfo: {},
    });
  });

  test.each([
    ['nothing', '', 'an empty body'],
    ['an HTML page', '<html><title> 502 Bad\n Gateway </title>', 'an HTML page titled "502 Bad\\n Gateway"'],
    ['plain text', 'upstream error', 'text that is not JSON: the string "upstream error"'],
    ['null', 'null', 'null'],
    ['a number', '42', 'the number 42'],
    ['a string', '"ok"', 'the string "ok"'],
    ['an array', '[1,2]', 'an array of 2'],
    ['success that is not a boolean', '{"success":"true"}', 'success as the string "true"'],
  ])('is missing, and the error says what was seen instead: %s', (_case, text, seen) => {
    expect(parseEnvelope(text)).toBe(seen);
  });

  test('is read whatever its details', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (errors, messages) => {
        expect(parse({ success: false, errors, messages })).toEqual(
          expect.objectContaining({ success: false, errors: expect.any(Array), messages: expect.any(Array) }),
        );
      }),
    );
  });
});
