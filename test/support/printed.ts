import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const isWritten = process.env['ZONEWRIGHT_WRITE_PRINTED'] !== undefined;
const fileOf = (name: string): string => join(__dirname, '..', 'fixtures', 'printed', name);

/** What was printed when somebody last read it. `ZONEWRIGHT_WRITE_PRINTED=1` writes it: read the difference. */
export function recorded(name: string, printed: string): string {
  if (isWritten) writeFileSync(fileOf(name), printed);
  return readFileSync(fileOf(name), 'utf8');
}

/**
 * Holds what is written of each text of a fixture to the lines below it, which the same variable writes.
 *
 * @param written the lines that are written of a text
 */
export function recordedLines(
  name: string,
  title: string,
  written: (text: string) => readonly string[],
): void {
  const blocks = readFileSync(fileOf(name), 'utf8').trimEnd().split('\n\n');
  const cases = blocks.map((block) => block.split('\n') as [string, ...string[]]);
  test.each(cases)(`${title}: %s`, (text, ...lines) => expect(written(text)).toEqual(lines));
  if (isWritten)
    writeFileSync(
      fileOf(name),
      `${cases.map(([text]) => [text, ...written(text)].join('\n')).join('\n\n')}\n`,
    );
}
