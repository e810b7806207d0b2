import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileInUse, takeFileLock, type FileLock } from '../../../emulator/persistence/file-lock';

let folder: string;
let file: string;
let lock: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'file-lock-'));
  file = join(folder, 'state.json');
  lock = `${file}.lock`;
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Locks of processes that have ended. */
const [DEAD, KILLED_LATER] = ['2147483646 1 one\n', '2147483646 1 two\n'];

/** The file of whoever removes a lock with a text. */
const removalOf = (path: string, text: string): string =>
  `${path}.${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;

test('a process that found a left-over lock does not remove the one that another has taken since', async () => {
  writeFileSync(lock, DEAD);
  let other: FileLock | undefined;
  const first = takeFileLock(file, async (text) => {
    // Between the look at the lock and its removal.
    other ??= await takeFileLock(file);
    return text !== DEAD;
  });
  await expect(first).rejects.toBeInstanceOf(FileInUse);
  expect(readFileSync(lock, 'utf8')).toContain(`${process.pid} `);
  await other?.release();
  expect(readdirSync(folder)).toEqual([]);
});

test('nobody takes a left-over lock while a process that is alive removes it', async () => {
  writeFileSync(lock, DEAD);
  const removal = removalOf(lock, DEAD);
  writeFileSync(removal, `${process.ppid} 1 other\n`);
  const looks: string[] = [];
  const taken = await takeFileLock(file, (text) => {
    looks.push(text);
    if (text === DEAD) return false;
    // It is still there at the first look at who removes it; then that process has done so.
    expect(readFileSync(lock, 'utf8')).toBe(DEAD);
    if (looks.length > 4) for (const path of [lock, removal]) rmSync(path);
    return true;
  });
  expect(looks.length).toBeGreaterThan(4);
  await taken.release();
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['before it removed the lock', [DEAD]],
  ['as was the one that removed what it left', [DEAD, KILLED_LATER]],
])('a process that was killed %s leaves nothing in the way', async (_name, texts) => {
  const paths = texts.reduce((found, text) => [...found, removalOf(String(found.at(-1)), text)], [lock]);
  paths.forEach((path, index) =>
    writeFileSync(path, [DEAD, KILLED_LATER, '2147483646 1 three\n'][index] ?? ''),
  );
  const taken = await takeFileLock(file);
  await taken.release();
  expect(readdirSync(folder)).toEqual([]);
});

describe('on a file system without links, where a lock exists before its text does,', () => {
  test('a lock that is being written is waited for', async () => {
    writeFileSync(lock, '');
    const taken = takeFileLock(file);
    const refused = expect(taken).rejects.toBeInstanceOf(FileInUse);
    writeFileSync(lock, `${process.ppid} 1 other\n`);
    await refused;
  });

  test('the lock of a process that was killed while it wrote it is taken over', async () => {
    writeFileSync(lock, '');
    utimesSync(lock, 1, 1);
    await (await takeFileLock(file)).release();
    expect(readdirSync(folder)).toEqual([]);
  });
});
