import { once } from 'node:events';
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_ZONE_ID } from '../../emulator';
import { recordedPlan } from '../review/recorded-plans';
import { service, useService } from '../e2e/one-service';
import { command, type Finished } from './built-command';
import { temporaryFolder } from './engine/fake-program';

const folder = temporaryFolder();

/** Files below a folder: of the first write that they do not take, there is a half. */
const FULL = join(folder, 'full.cjs');
writeFileSync(
  FULL,
  `const fs = require('node:fs');
let left = Number(process.env.FULL_AFTER);
const fails = (path) => String(path).startsWith(process.env.FULL_DISK) && left-- <= 0;
const full = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
const { writeFileSync, appendFileSync, cpSync } = fs;
const half = (write) => (path, data, options) => {
  if (!fails(require('node:path').resolve(path))) return write(path, data, options);
  write(path, data.slice(0, data.length / 2), options);
  throw full();
};
fs.writeFileSync = half(writeFileSync);
fs.appendFileSync = half(appendFileSync);
fs.cpSync = (from, to, options) => {
  if (!fails(to)) return cpSync(from, to, options);
  for (const name of fs.readdirSync(from).slice(0, 2)) cpSync(from + '/' + name, to + '/' + name, options);
  throw full();
};
`,
);

const ZONE = { id: DEFAULT_ZONE_ID, name: 'shop.example', plan: 'enterprise' } as const;
useService({ seed: { zones: [{ ...ZONE, migration: { state: 'start' } }], options: { model: 'today' } } });
const PLAN = join(folder, 'tfplan.json');
writeFileSync(PLAN, JSON.stringify(recordedPlan('every-change').shown));

type Run = (disk: string, env: NodeJS.ProcessEnv) => Promise<Finished>;
const runs =
  (...args: readonly string[]): Run =>
  (disk, env) =>
    command.run(args, { ...service.env, ...env }, disk);

/** Runs the emulator to its end. */
const emulated: Run = async (disk, env) => {
  const child = command.start(['emulator', '--port', '0', '--save', 'file'], env, disk);
  let stderr = '';
  child.stdout
    ?.setEncoding('utf8')
    .on('data', (text: string) => text.includes('Ctrl-C') && child.kill('SIGINT'));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [exitCode] = (await once(child, 'close')) as [number];
  return { exitCode, stdout: '', stderr };
};

const SPACE = 'do:      free space on the disk, and run the same command again';

/** Each command that writes: what it says to do, whether it replaces what an earlier run wrote, and its exit code. */
const COMMANDS: readonly (readonly [string, Run, string, boolean, number])[] = [
  ['init', runs('init', 'project'), SPACE, false, 0],
  ['install', runs('install', '--dir', 'project'), SPACE, false, 0],
  ['adopt', runs('adopt', '--all', '--as', 'hcl', '--out', 'project'), SPACE, false, 0],
  ['copy', runs('copy', '--all', '--out', 'file'), SPACE, true, 0],
  ['review', runs('review', PLAN, '--out', 'json=file'), SPACE, true, 2],
  ['migration survey', runs('migration', 'survey', '--all', '--out', 'file'), SPACE, true, 0],
  [
    'migration approve',
    runs('migration', 'approve', DEFAULT_ZONE_ID, '--by', 'Ada', '--file', 'file'),
    SPACE,
    false,
    0,
  ],
  ['emulator', emulated, 'do:      it is in ', true, 0],
];

test.each(COMMANDS)(
  'zonewright %s says that the disk is full, spoils no file, and does it as soon as there is space',
  async (_name, run, hint, replaces, exitCode) => {
    let failed = 0;
    for (const after of [0, 2]) {
      const disk = mkdtempSync(join(folder, 'disk-'));
      if (replaces) expect(await run(disk, {})).toMatchObject({ exitCode });
      const before = contents(disk);
      const env = {
        NODE_OPTIONS: `--require ${FULL}`,
        FULL_DISK: disk,
        FULL_AFTER: String(after),
        TMPDIR: folder,
      };
      const { exitCode: code, stderr } = await run(disk, env);
      if (!stderr.includes('ENOSPC')) break;
      failed += 1;
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(hint) });
      const left = contents(disk);
      expect(left).toMatchObject(before);
      expect(Object.keys(left).filter((file) => /\.new$|zone-provider/.test(file))).toEqual([]);
      expect(await run(disk, {})).toMatchObject({ exitCode });
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
    expect(await run(disk, {})).toMatchObject({ exitCode });
    const file = lstatSync(join(disk, 'file'));
    expect([file.isFile(), file.mode & 0o777, readdirSync(elsewhere)]).toEqual([true, mode, []]);
    // The emulator is told to save where its link leads: emulator-command.test.ts.
    if (name === 'emulator') return;
    writeFileSync(join(elsewhere, 'file'), 'not ours');
    rmSync(join(disk, 'file'));
    symlinkSync(join(elsewhere, 'file'), join(disk, 'file'));
    await run(disk, {});
    expect(contents(elsewhere)).toEqual({ file: Buffer.from('not ours').toString('base64') });
  },
);

test('zonewright review keeps the mode of a file that is there', async () => {
  const disk = mkdtempSync(join(folder, 'kept-'));
  writeFileSync(join(disk, 'file'), '', { mode: 0o640 });
  await command.run(['review', PLAN, '--out', 'json=file'], {}, disk);
  expect(statSync(join(disk, 'file')).mode & 0o777).toBe(0o640);
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
