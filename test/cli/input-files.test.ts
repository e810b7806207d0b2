import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { readFleetInventory, readInventory, readZones } from '../../cli/zones/inventory';
import { synthesizedStacks } from '../../cli/matrix/synthesized-stacks';
import { readSurvey } from '../../cli/migration/read-survey';
import { wantedZones } from '../../cli/zones/wanted-zones';
import { ZoneInventory } from '../../lib';
import { recordedStacks } from '../../lib/fleet/stack-record';
import { readApprovals } from '../../lib/rollout/wave-approvals';

const folder = mkdtempSync(join(tmpdir(), 'zonewright-input-'));
afterAll(() => rmSync(folder, { recursive: true }));

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
  ['--inventory <file>', 'zones.csv', readFleetInventory],
  ['--inventory <file>', 'zones.yaml', readInventory],
  ['--inventory <file>', 'zones.txt', readInventory],
  ['--unmanaged <file>', 'zones.csv', (file) => readZones(file, '--unmanaged <file>')],
  ['--zones <file>', 'zones.txt', (file) => wantedZones({ zones: file }, [], command)],
  ['--survey <file>', 'survey.json', readSurvey],
];

/** Nobody writes such a file, but every reader that calls itself for each level would end in an unexpected error. */
test.each<readonly [string, string, (file: string) => unknown]>([
  ['zones.txt', '[', readInventory],
  ['zones.txt', '{"result":[', readInventory],
  ['survey.json', '{"zones":[', readSurvey],
  ['manifest.json', '{"stacks":[', () => synthesizedStacks(folder)],
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

describe.each([
  ['an inventory of an app', 'zones.csv', (file: string) => ZoneInventory.fromFile(file)],
  ['the approvals of a rollout', 'approvals.json', readApprovals],
  ['the record of stacks', 'stacks.json', (file: string) => recordedStacks([], 1, { recordIn: file })],
])('%s', (_what, name, read) => {
  // Without approvals, every wave waits; without a record, it is written.
  const files = FILES.filter(([, bytes]) => bytes !== undefined || name === 'zones.csv');
  test.each(files)('that %s is a mistake with the path', (_case, bytes, reason) => {
    const file = made(name, bytes);
    expect(thrownBy(() => read(file))).toMatchObject({
      name: 'UnreadableFileError',
      problems: [`${file} ${reason}. Paths are relative to the working directory, ${process.cwd()}.`],
    });
  });
});
