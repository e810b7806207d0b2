import { createColors } from 'picocolors';
import { renderProblem } from '../../cli/terminal/failure';

const PROBLEM = { code: 'x', message: 'It went wrong.', hints: ['Try again.'] };

describe('a problem at the terminal', () => {
  test('is printed line by line', () => {
    expect(renderProblem({ ...PROBLEM, seen: ['one\ntwo', 'three'] }, createColors(false))).toEqual([
      'error: It went wrong.',
      '  seen:    one',
      '           two',
      '           three',
      '  do:      Try again.',
    ]);
  });

  test.each([
    ['colours and movements', '\u001b[31mred\u001b[0m \u001b[2J', 'red'],
    ['ends of lines', 'a\r\nb', 'a\n           b'],
    ['control characters', 'a\u0000b\u0007c\u0085d\re', 'a\\u0000b\\u0007c\\u0085d\\u000de'],
    ['bidirectional marks', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
    ['half a surrogate pair', 'a\ud800b', 'a\ufffdb'],
    ['letters of all scripts', 'äß漢字🎉 مرحبا', 'äß漢字🎉 مرحبا'],
  ])('shows foreign text without control characters: %s', (_case, said, shown) => {
    const lines = renderProblem({ ...PROBLEM, message: said, seen: [said] }, createColors(false));
    expect(lines.slice(1, -1).join('\n')).toBe(`  seen:    ${shown}`);
    expect(lines[0]).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}\p{Cs}]/u);
  });
});
