import fc from 'fast-check';
import { printable, wellFormed } from '../../../../provider-shim/sdk/text';
import { codePoint } from '../../../support/code-point';

test.each([
  ['ESC', '\u001b[31mred', '\\u001b[31mred'],
  ['NUL and bell', 'a\0b\u0007', 'a\\u0000b\\u0007'],
  ['a carriage return, which writes over the line', 'safe\rno', 'safe\\u000dno'],
  ['DEL and C1', '\u007f\u009b31m', '\\u007f\\u009b31m'],
  ['marks of direction', '\u202eabc\u2069\u200f\u061c', '\\u202eabc\\u2069\\u200f\\u061c'],
  ['line ends that only Unicode has', 'a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
  ['no width', 'a\u200bb\u2060\ufeffc\u00ad\u{e0041}', 'a\\u200bb\\u2060\\ufeffc\\u00ad\\udb40\\udc41'],
  ['half a surrogate pair', 'a\ud800b', 'a\ufffdb'],
])('%s is shown escaped', (_case, text, expected) => {
  expect(printable(text)).toBe(expected);
});

test('printable text keeps newlines, tabs and the letters of all scripts', () => {
  const text = 'one\n\ttwo: "é" 日本 😀 \\u001b';
  expect(printable(text)).toBe(text);
});

test('printable text has no control or format characters, and is otherwise unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), (text) => {
      expect(printable(text)).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/u);
      expect(printable(printable(text))).toBe(printable(text));
    }),
  );
});

test('well-formed text can be encoded in UTF-8', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (codes) => {
      const text = String.fromCharCode(...codes);
      expect(wellFormed(text)).toBe(Buffer.from(text).toString());
    }),
  );
});
