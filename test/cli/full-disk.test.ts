import fs, {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import { join, relative } from 'node:path';
import { DEFAULT_ZONE_ID } from '../../emulator';
import { recordedPlan } from '../review/recorded-plans';
import { service, useService } from '../e2e/one-service';
import { runHere, type Finished } from './built-command';
import { temporaryFolder } from './engine/fake-program';

const folder = temporaryFolder();

const { writeFileSync: write, appendFileSync: append, cpSync: copy } = fs;

/** From now on, files below a folder take so many writes, and half of the next one. */
function fill(disk: string, after: number): void {
  let left = after;
  const fails = (path: unknown): boolean => String(path).startsWith(disk) && left-- <= 0;
  const full = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const into = (path: unknown, data: unknown, take: (text: string) => void): void => {
    if (!fails(path)) return take(data as string);
    take((data as string).slice(0, (data as string).length / 2));
    throw full();
  };
  jest
    .spyOn(fs, 'writeFileSync')
    .mockImplementation((path, data, options) => into(path, data, (text) => write(path, text, options)));
  jest
    .spyOn(fs, 'appendFileSync')
    .mockImplementation((path, data, options) => into(path, data, (text) => append(path, text, options)));
  jest.spyOn(fs, 'cpSync').mockImplementation((from, to, options) => {
    if (!fails(to)) return copy(from, to, options);
    for (const name of readdirSync(from).slice(0, 2))
      copy(join(`${from}`, name), join(`${to}`, name), options);
    throw full();
  });
  // Where the emulator saves what has no room.
  jest.spyOn(os, 'tmpdir').mockReturnValue(folder);
}

const ZONE = { id: DEFAULT_ZONE_ID, name: 'shop.example', plan: 'enterprise' } as const;
useService({ seed: { zones: [{ ...ZONE, migration: { state: 'start' } }], options: { model: 'today' } } });
const PLAN = join(folder, 'tfplan.json');
writeFileSync(PLAN, JSON.stringify(recordedPlan('every-change').shown));

type Run = (disk: string) => Promise<Finished>;
/** @param file that it writes, or a folder, after the arguments */
const runs =
  (file: string, ...args: readonly string[]): Run =>
  (disk) =>
    runHere([...args, join(disk, file)], service.env);

/** Runs the emulator to its end. */
const emulated: Run = (disk) =>
  runHere(['emulator', '--port', '0', '--save', join(disk, 'file')], {}, (line) => {
    if (line.includes('Ctrl-C')) process.emit('SIGINT');
  });

const reviewed: Run = (disk) => runHere(['review', PLAN, '--out', `json=${join(disk, 'file')}`]);

const APPROVE = ['migration', 'approve', DEFAULT_ZONE_ID, '--by', 'Ada', '--file'];
const SPACE = 'do:      free space on the disk, and run the same command again';

/** Each command that writes: what it says to do, whether it replaces what an earlier run wrote, and its exit code. */
const COMMANDS: readonly (readonly [string, Run, string, boolean, number])[] = [
  ['init', runs('project', 'init'), SPACE, false, 0],
  ['install', runs('project', 'install', '--dir'), SPACE, false, 0],
  ['adopt', runs('project', 'adopt', '--all', '--as', 'hcl', '--out'), SPACE, false, 0],
  ['copy', runs('file', 'copy', '--all', '--out'), SPACE, true, 0],
  ['review', reviewed, SPACE, true, 2],
  ['migration survey', runs('file', 'migration', 'survey', '--all', '--out'), SPACE, true, 0],
  ['migration approve', runs('file', ...APPROVE), SPACE, false, 0],
  ['emulator', emulated, 'do:      it is in ', true, 0],
];

test.each(COMMANDS)(
  'zonewright %s says that the disk is full, spoils no file, and does it as soon as there is space',
  async (name, run, hint, replaces, exitCode) => {
    let failed = 0;
    for (const after of [0, 2]) {
      const disk = mkdtempSync(join(folder, 'disk-'));
      // A new project may be a repository already.
      const repository = join(disk, name === 'init' ? 'project' : 'elsewhere', '.git');
      mkdirSync(repository, { recursive: true });
      writeFileSync(join(repository, 'HEAD'), 'ref: refs/heads/main');
      if (replaces) expect(await run(disk)).toMatchObject({ exitCode });
      const before = contents(disk);
      fill(disk, after);
      const { exitCode: code, stderr } = await run(disk);
      jest.restoreAllMocks();
      if (!stderr.includes('ENOSPC')) break;
      failed += 1;
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(hint) });
      const left = contents(disk);
      expect(left).toMatchObject(before);
      expect(Object.keys(left).filter((file) => /\.new$|zone-provider/.test(file))).toEqual([]);
      expect(await run(disk)).toMatchObject({ exitCode });
    }
    expect(failed).toBeGreaterThan(0);
  },
);

/** What it may hold decides who may read it: `approvals.json` is committed. */
test.each<readonly [string, number]>([
  ['copy', 0o600],
  ['review', 0o600],
  ['migration survey', 0o600],
  ['migration approve', 0o644],
  ['emulator', 0o600],
])(
  'zonewright %s writes a file with its own mode, whatever a link in its place leads to',
  async (name, mode) => {
    const [disk, elsewhere] = [mkdtempSync(join(folder, 'linked-')), mkdtempSync(join(folder, 'elsewhere-'))];
    const [, run, , , exitCode] = COMMANDS.find(([each]) => each === name) ?? raise(name);
    for (const each of ['file', 'file.progress']) symlinkSync(join(elsewhere, each), join(disk, each));
    expect(await run(disk)).toMatchObject({ exitCode });
    const file = lstatSync(join(disk, 'file'));
    expect([file.isFile(), file.mode & 0o777, readdirSync(elsewhere)]).toEqual([true, mode, []]);
    // The emulator is told to save where its link leads: emulator-command.test.ts.
    if (name === 'emulator') return;
    const places = [join(disk, 'file'), join(elsewhere, 'file')] as const;
    renameSync(...places);
    symlinkSync(places[1], places[0]);
    await run(disk);
    // Nothing shows that a file is an earlier review.
    expect(places.map((place) => lstatSync(place).isFile())).toEqual([name === 'review', true]);
    expect(lstatSync(places[1]).mode & 0o777).toBe(mode);
    // A plan and a seed of the emulator are as alike to a survey as files of others get.
    for (const theirs of ['{"format_version":"1.2"}', '{"zones":[]}']) {
      writeFileSync(join(elsewhere, 'file'), theirs);
      rmSync(join(disk, 'file'));
      symlinkSync(join(elsewhere, 'file'), join(disk, 'file'));
      await run(disk);
      expect(contents(elsewhere)).toEqual({ file: Buffer.from(theirs).toString('base64') });
    }
  },
);

/** What an output is where one is there already, by the reason for which nothing can take its place. */
test.each<readonly [string, 'file' | 'link' | 'nothing', 'replaced' | 'written' | 'refused']>([
  ['', 'file', 'replaced'],
  ...['EACCES', 'EPERM', 'EBUSY'].map((code) => [code, 'file', 'written'] as const),
  ['EIO', 'file', 'refused'],
  ['EBUSY', 'link', 'refused'],
  ['EBUSY', 'nothing', 'refused'],
])('zonewright review after %j where there is a %s: it is %s', async (code, there, is) => {
  const disk = mkdtempSync(join(folder, 'there-'));
  const [file, elsewhere] = ['file', 'elsewhere'].map((name) => join(disk, name)) as [string, string];
  writeFileSync(there === 'link' ? elsewhere : file, 'there', { mode: 0o640 });
  if (there === 'link') symlinkSync(elsewhere, file);
  if (there === 'nothing') rmSync(file);
  const before = [lstatSync(file, { throwIfNoEntry: false })?.ino, contents(disk)];
  if (code)
    jest.spyOn(fs, 'renameSync').mockImplementation(() => {
      throw Object.assign(new Error(code), { code });
    });
  const { exitCode } = await reviewed(disk);
  jest.restoreAllMocks();
  const { ino, mode = 0 } = lstatSync(file, { throwIfNoEntry: false }) ?? {};
  const [was, left] = [before[0], contents(disk)];
  const isSame = JSON.stringify([ino, left]) === JSON.stringify(before);
  expect([exitCode, isSame, ino === was]).toEqual(
    { replaced: [2, false, false], written: [2, false, true], refused: [1, true, true] }[is],
  );
  if (is !== 'refused') expect([mode & 0o777, Object.keys(left)]).toEqual([0o640, ['file']]);
});

test('what the shell has open is written into, and a file in shared memory is replaced', async () => {
  const open = join(mkdtempSync(join(folder, 'open-')), 'file');
  const reviewTo = (file: string): Promise<Finished> => runHere(['review', PLAN, '--out', `json=${file}`]);
  for (const place of ['/proc/self/fd', relative('', '/dev/fd')].filter((each) => existsSync(each))) {
    const descriptor = openSync(open, 'w');
    expect(await reviewTo(`${place}/${descriptor}`)).toMatchObject({ exitCode: 2, stderr: '' });
    closeSync(descriptor);
    expect(JSON.parse(readFileSync(open, 'utf8'))).toMatchObject({ exit_code: 2 });
  }
  if (!existsSync('/dev/shm')) return;
  const shared = mkdtempSync('/dev/shm/zonewright-test-');
  await reviewTo(join(shared, 'file'));
  const { mode } = statSync(join(shared, 'file'));
  rmSync(shared, { recursive: true });
  expect(mode & 0o777).toBe(0o600);
});

function raise(name: string): never {
  throw new Error(`no row for ${name}`);
}

function contents(disk: string): Readonly<Record<string, string>> {
  const files = readdirSync(disk, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    files
      .filter((file) => statSync(join(disk, file)).isFile())
      .map((file) => [file, readFileSync(join(disk, file), 'base64')]),
  );
}
