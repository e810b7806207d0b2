import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Holds what is written of each text of a fixture to the lines below it. `ZONEWRIGHT_WRITE_LINES=1` writes these lines: read
 * their difference.
 *
 * @param written the lines that are written of a text
 */
export function recordedLines(
  name: string,
  title: string,
  written: (text: string) => readonly string[],
): void {
  const file = join(__dirname, '..', 'fixtures', `${name}.txt`);
  const blocks = readFileSync(file, 'utf8').trimEnd().split('\n\n');
  const recorded = blocks.map((block) => block.split('\n') as [string, ...string[]]);
  test.each(recorded)(`${title}: %s`, (text, ...lines) => expect(written(text)).toEqual(lines));
  if (process.env['ZONEWRIGHT_WRITE_LINES'] !== undefined)
    writeFileSync(file, `${recorded.map(([text]) => [text, ...written(text)].join('\n')).join('\n\n')}\n`);
}
