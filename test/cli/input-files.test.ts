import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readCopy } from '../../cli/copy/copy-file';
import { wantedZones } from '../../cli/zones/reading-zones';
import { temporaryFolder } from '../support/temporary-folder';

const folder = temporaryFolder();

/** Files that nobody can read as text, by what is wrong with them. */
const FILES: readonly (readonly [what: string, bytes: Buffer | 'folder' | undefined, reason: string])[] = [
  ['does not exist', undefined, 'does not exist'],
  ['is a folder', 'folder', 'is a folder'],
  ['is UTF-16', Buffer.from('\ufeffid,name\n', 'utf16le'), 'is not text in UTF-8, but in UTF-16'],
  ['is Latin-1', Buffer.from('id,name\n1,Zoë\n', 'latin1'), 'is not text in UTF-8'],
];

function made(name: string, bytes: Buffer | 'folder' | undefined): string {
  const file = join(folder, name);
  rmSync(file, { recursive: true, force: true });
  if (bytes === 'folder') mkdirSync(file);
  else if (bytes !== undefined) writeFileSync(file, bytes);
  return file;
}

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (thrown) {
    return thrown;
  }
  throw new Error('nothing was thrown');
}

const command = { what: 'to survey', example: 'zonewright migration survey --all' };
const READERS: readonly (readonly [option: string, file: string, read: (file: string) => unknown])[] = [
  ['--zones <file>', 'zones.txt', (file) => wantedZones({ zones: file }, [], command)],
  ['--on <file>', 'copy.json', (file) => readCopy(file, '--on <file>')],
];

/** Nobody writes such a file, but every reader that calls itself for each level would end in an unexpected error. */
test.each<readonly [string, string, (file: string) => unknown]>([
  ['copy.json', '{"copy":[', (file) => readCopy(file, '--on <file>')],
])('a JSON that is nested too deeply is told: %s with %s', (name, start, read) => {
  const end = [...start]
    .reverse()
    .map((each) => (each === '[' ? ']' : each === '{' ? '}' : ''))
    .join('');
  const file = made(name, Buffer.from(`${start}${'['.repeat(50_000)}${']'.repeat(50_000)}${end}`));
  expect(thrownBy(() => read(file))).toMatchObject({
    problem: { seen: ['the JSON is nested more than 500 levels deep'] },
  });
});

describe.each(READERS)('%s %s', (option, name, read) => {
  test.each(FILES)('that %s is named, with what to give instead', (_what, bytes, reason) => {
    const file = made(name, bytes);
    const path = relative(process.cwd(), file);
    expect(thrownBy(() => read(path))).toMatchObject({
      problem: {
        message: expect.stringContaining(` cannot be read: ${path}`) as unknown,
        seen: [`${file} ${reason}`],
        allowed: expect.arrayContaining([expect.anything()]) as unknown,
        hints: [expect.stringContaining(option)],
      },
    });
  });
});
