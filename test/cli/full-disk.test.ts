import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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

function contents(disk: string): Readonly<Record<string, string>> {
  const files = readdirSync(disk, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    files
      .filter((file) => statSync(join(disk, file)).isFile())
      .map((file) => [file, readFileSync(join(disk, file), 'base64')]),
  );
}
