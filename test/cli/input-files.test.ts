import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stringify } from 'yaml';
import { readCopy } from '../../cli/copy/copy-file';
import { readInputFile } from '../../cli/files/input-file';
import { readApprovals, writeApprovals } from '../../cli/commands/run-migration';
import { loadPlans } from '../../cli/review/load-plans';
import { parseJson } from '../../cli/text/json';
import { wantedZones } from '../../cli/zones/reading-zones';
import { readApprovals as readApprovalsOfApp } from '../../lib';
import { recordedPlan } from '../review/recorded-plans';
import { temporaryFolder } from '../support/temporary-folder';

const folder = temporaryFolder();

type Bytes = Buffer | 'folder' | 'below a file' | undefined;

/** Files that nobody can read as text, by what is wrong with them. */
const FILES: readonly (readonly [what: string, bytes: Bytes, reason: string])[] = [
  ['does not exist', undefined, 'does not exist'],
  ['is a folder', 'folder', 'is a folder'],
  ['is below a file', 'below a file', 'does not exist: a part of its path is not a folder'],
  ['is UTF-32', Buffer.from('\ufeff\0i\0d\0', 'utf16le'), 'is not text in UTF-8 or UTF-16'],
  ['is Latin-1', Buffer.from('id,name\n1,Zoë\n', 'latin1'), 'is not text in UTF-8 or UTF-16'],
];

function made(name: string, bytes: Bytes): string {
  const file = join(folder, name);
  rmSync(file, { recursive: true, force: true });
  if (bytes === 'below a file') return join(made(name, Buffer.of()), name);
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

const [LISTED, NONE] = [join(folder, 'listed.txt'), join(folder, 'none.txt')];
test.each<readonly [Parameters<typeof wantedZones>[0], readonly string[], unknown]>([
  [{ all: true }, [], 'all'],
  [{}, ['b', 'a', 'b'], ['b', 'a']],
  [{ zones: LISTED }, ['b', 'a'], ['b', 'a', 'c', 'D']],
  [{ all: true }, ['a'], new Error('--all, and zones by name')],
  [{ all: true, zones: LISTED }, [], new Error(`--all, and --zones ${LISTED}`)],
  [{}, [], new Error('no zone')],
  [{ zones: NONE }, [], new Error(`no zone in ${NONE}`)],
])('zones of arguments and of a file, each once: %j %j', (options, named, is) => {
  writeFileSync(LISTED, '# all\n\n c \r\na\nD#a\nc');
  writeFileSync(NONE, '# a\n \n');
  if (!(is instanceof Error)) return expect(wantedZones(options, named, command)).toEqual(is);
  for (const [more, file] of [
    [{}, 'a file with them (--zones <file>), '],
    [{ file: null }, ''],
  ] as const)
    expect(thrownBy(() => wantedZones(options, named, { ...command, ...more }))).toMatchObject({
      exitCode: 2,
      problem: {
        ...{ message: 'it is not clear which zones to survey', seen: [is.message] },
        ...{
          allowed: [`names or ids of zones, ${file}or --all`],
          hints: [`for example: ${command.example}`],
        },
      },
    });
});

/** Nobody writes such a file, but every reader that calls itself for each level would end in an unexpected error. */
test('a JSON that is nested too deeply is told', () => {
  const file = made('copy.json', Buffer.from(`{"copy":${'['.repeat(50_000)}${']'.repeat(50_000)}}`));
  expect(thrownBy(() => readCopy(file, '--on <file>'))).toMatchObject({
    problem: { seen: ['the JSON is nested more than 500 levels deep'] },
  });
  expect(() => parseJson(`${'['.repeat(500)}${']'.repeat(500)}`)).not.toThrow();
});

describe.each(READERS)('%s %s', (option, name, read) => {
  test.each(FILES)('that %s is named, with what to give instead', (_what, bytes, reason) => {
    const file = made(name, bytes);
    const path = relative(process.cwd(), file);
    expect(thrownBy(() => read(path))).toMatchObject({
      exitCode: option === '--on <file>' ? 1 : 2,
      problem: {
        message: expect.stringContaining(` cannot be read: ${path}`) as unknown,
        seen: [`${file} ${reason}`],
        allowed: expect.arrayContaining([expect.anything()]) as unknown,
        hints: [expect.stringContaining(option)],
      },
    });
  });
});

/** PowerShell 5 writes UTF-16 with a mark for `>`, and UTF-8 with one for `-Encoding utf8`. */
const ENCODINGS: readonly (readonly [name: string, encoded: (text: string) => Buffer])[] = [
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-8 with a mark', (text) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 BE', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ['UTF-16 without a mark', (text) => Buffer.from(text, 'utf16le')],
  ['UTF-16 BE without a mark', (text) => Buffer.from(text, 'utf16le').swap16()],
];

const ZONE = '0123456789abcdef'.repeat(2);
const approved = { zone: ZONE, name: 'Zoë', approved_digest: `v1/finished/${ZONE}/none/none/none` };
const copy = {
  zones: [],
  copy: { format: '2', taken_at: '2026-01-01T00:00:00Z', not_held: ['Zoë'] },
};
const plan = { ...recordedPlan('every-change').shown, terraform_version: 'Zoë' };
const showNothing = () => Promise.reject(new Error('no engine is asked'));

const SEED = { what: 'the seed', option: '--seed <file>', allowed: [] };

/** Every file that a person may have written, and what is read of it. */
const TEXTS: readonly (readonly [string, text: string, read: (file: string) => unknown, found: unknown])[] = [
  ['zones.txt', 'Zoë # a\n', (file) => wantedZones({ zones: file }, [], command), ['Zoë']],
  ['copy.json', JSON.stringify(copy), (file) => readCopy(file, '--on <file>'), copy],
  ['copy.yaml', stringify(copy), (file) => readCopy(file, '--on <file>'), copy],
  ['seed.yaml', 'zones: [] # Zoë', (file) => readInputFile(file, SEED), 'zones: [] # Zoë'],
  ['approvals.json', JSON.stringify([approved]), readApprovals, [expect.objectContaining(approved)]],
  ['app.json', JSON.stringify([approved]), readApprovalsOfApp, [expect.objectContaining(approved)]],
  [
    'plan.json',
    JSON.stringify(plan),
    async (file) => (await loadPlans([file], showNothing)).inputs.map((each) => each.plan),
    [plan],
  ],
];

describe.each(ENCODINGS)('%s', (_name, encoded) => {
  test.each(TEXTS)('is read: %s', async (name, text, read, found) => {
    expect(await read(made(name, encoded(text)))).toEqual(found);
  });

  test('is replaced by UTF-8 where a command changes the file', () => {
    const file = made('approvals.json', encoded(JSON.stringify([approved])));
    writeApprovals(file, [{ ...approved, zone: ZONE.replace('0', 'f'), by: '', ticket: '', at: '' }]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject([approved, {}]);
  });
});
