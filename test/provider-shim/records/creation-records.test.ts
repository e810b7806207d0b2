import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs, {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import {
  openRecords,
  StoredCreationRecords,
  type CreationRecordsOptions,
} from '../../../provider-shim/records/creation-records';
import {
  dataFolderOf,
  RecordFolder,
  scopeOf,
  type CreationRecord,
} from '../../../provider-shim/records/record-folder';
import { temporaryFolder } from '../../support/temporary-folder';

const ZONE = 'a'.repeat(32);
const OTHER_ZONE = 'b'.repeat(32);
const DAY = 24 * 60 * 60 * 1000;

let folder: string;
let now: number;
/** When the processes that run have started, by their numbers. */
let alive: Map<number, string>;
let child: ChildProcess | undefined;

beforeEach(() => {
  folder = temporaryFolder();
  now = Date.parse('2026-01-01');
  alive = new Map();
});
afterEach(() => void child?.kill('SIGKILL'));

const signal = new AbortController().signal;
const logged: string[] = [];
const creations = (): string => join(folder, 'zonewright', 'creations');
const filesOf = (zone: string): readonly string[] =>
  readdirSync(join(creations(), zone)).map((name) => join(creations(), zone, name));
const files = (): readonly string[] => readdirSync(creations()).flatMap(filesOf);
const names = (): readonly string[] =>
  files()
    .map((file) => basename(file))
    .sort();

function records(
  pid: number,
  more: Partial<CreationRecordsOptions> & { engine?: number; host?: string; start?: string } = {},
): StoredCreationRecords {
  const { engine = pid * 10, host = 'here', start = '1', ...options } = more;
  alive.set(pid, start);
  return new StoredCreationRecords({
    folder: new RecordFolder(folder),
    scope: 'f'.repeat(64),
    sender: { host, pid, start, engine },
    startOf: (one) => alive.get(one),
    time: {
      now: () => now,
      sleep: async (ms) => {
        now += ms;
        onSleep();
      },
    },
    log: (_level, message) => void logged.push(message),
    ...options,
  });
}

let onSleep: () => void = () => undefined;
afterEach(() => (onSleep = () => undefined));

test('the creation of a process that died is left over, and can be taken once', async () => {
  const dead = records(1);
  const token = dead.open(ZONE, 'what is to be made', [3, 5]);
  dead.made(token, 7);
  alive.delete(1);
  const [one, two] = [records(2), records(3)];
  const [left] = await one.interrupted(ZONE, signal);
  if (!left) throw new Error('nothing is left over');
  expect(left.record).toMatchObject({ made: 7, before: [3, 5] });
  expect([left.matches('what is to be made'), left.matches('something else')]).toEqual([true, false]);
  expect(await one.interrupted(OTHER_ZONE, signal)).toEqual([]);
  const claimed = one.take(left, 7);
  expect(claimed).toMatch(/^[0-9a-f]{32}$/);
  expect(two.take(left, 7)).toBeUndefined();
  expect(names()).toEqual([`${claimed}.json`]);
  // The one that took it has not told the engine yet.
  one.close();
  expect(names()).toHaveLength(1);
  one.reported(claimed ?? '');
  one.close();
  expect(names()).toEqual([]);
});

test('a record that the disk does not take leaves nothing of it, and is said by name', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const { writeFileSync: write } = fs;
  jest.spyOn(fs, 'writeFileSync').mockImplementation((file, text) => {
    write(file, String(text).slice(0, 10));
    throw full;
  });
  const said: unknown[] = [];
  records(1, { log: (...line) => void said.push(line) }).open(ZONE, 'job', []);
  jest.restoreAllMocks();
  expect(names()).toEqual([]);
  const message = 'the creation was not recorded; if this run is killed, the next one may repeat it';
  expect(said).toEqual([['warn', message, { error: full.message }]]);
});

test('the creations of another process of the same engine are neither left over nor waited for', async () => {
  records(1, { engine: 9 }).open(ZONE, 'job', []);
  const before = now;
  expect(await records(2, { engine: 9 }).interrupted(ZONE, signal)).toEqual([]);
  expect(now).toBe(before);
});

test('the creation of a process whose number another one has is left over, and is not waited for', async () => {
  records(1, { engine: 9 }).open(ZONE, 'job', []);
  // As in a new container of the same name: the engine, and another provider of this run.
  records(1, { engine: 9, start: '2' });
  const before = now;
  expect(await records(2, { engine: 9 }).interrupted(ZONE, signal)).toHaveLength(1);
  expect(now).toBe(before);
});

(existsSync('/proc/self/stat') ? test : test.skip)(
  'a process is known by its number and its start, as long as it runs',
  async () => {
    const started = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child = started;
    await once(started, 'spawn');
    const exited = once(started, 'exit');
    const opened = () =>
      openRecords({
        ...{ service: 'https://one.example/', folder, environment: { TF_DATA_DIR: folder } },
        ...{ time: { now: () => now, sleep: async (ms: number) => void (now += ms) }, log: () => undefined },
      });
    opened().open(ZONE, 'job', []);
    const [file = ''] = files();
    const text = readFileSync(file, 'utf8');
    const leftOver = async (start: string): Promise<number> => {
      const record = JSON.parse(text) as CreationRecord;
      const sender = { ...record.sender, pid: Number(started.pid), start };
      writeFileSync(file, JSON.stringify({ ...record, sender }));
      return (await opened().interrupted(ZONE, signal)).length;
    };
    const start = startInProc(Number(started.pid));
    const ofThis = startInProc(process.pid);
    expect(text).toContain(`"pid":${process.pid},"start":"${ofThis}"`);
    expect([await leftOver(start), await leftOver(ofThis)]).toEqual([0, 1]);
    started.stdin.end();
    await exited;
    expect(await leftOver(start)).toBe(1);
  },
);

/** Field 22 of proc(5), by the clock of the system. */
function startInProc(pid: number): string {
  const [, fields = ''] = /^\d+ \(.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return fields.split(' ')[22 - 3] ?? '';
}

test('the creations of this process are left over only for its next run', async () => {
  const run = records(1);
  run.open(ZONE, 'job', []);
  expect(await run.interrupted(ZONE, signal)).toEqual([]);
  expect(await records(1).interrupted(ZONE, signal)).toHaveLength(1);
});

test('a process that does not end is waited for, but not endlessly; one on another machine counts as ended', async () => {
  records(1).open(ZONE, 'job', []);
  const before = now;
  expect([await records(2).interrupted(ZONE, AbortSignal.abort()), now - before]).toEqual([[], 0]);
  expect(await records(2).interrupted(ZONE, signal)).toEqual([]);
  expect(await records(2, { host: 'elsewhere' }).interrupted(ZONE, signal)).toHaveLength(1);
  now += 11 * 60 * 1000;
  expect(await records(2).interrupted(ZONE, signal)).toHaveLength(1);
});

test('a process that ends ten seconds after its engine, as on a busy machine, is waited for', async () => {
  records(1).open(ZONE, 'job', []);
  const lost = now;
  onSleep = () => void (now - lost > 10_000 && alive.delete(1));
  expect(await records(2).interrupted(ZONE, signal)).toHaveLength(1);
});

test('a creation in the state is not left over', async () => {
  const dead = records(1);
  const [first, second] = ['one', 'two'].map((text) => dead.open(ZONE, text, []));
  dead.made(first ?? '', 7);
  dead.made(second ?? '', 8);
  alive.delete(1);
  const next = records(2);
  next.stored(ZONE, 7);
  next.stored(OTHER_ZONE, 8);
  expect(names()).toEqual([`${second}.json`]);
});

test('a creation for another service or another state stays for that one', async () => {
  const first = records(1, { scope: 'e'.repeat(64) });
  first.made(first.open(ZONE, 'job', []), 7);
  alive.delete(1);
  const other = records(2);
  expect(await other.interrupted(ZONE, signal)).toEqual([]);
  other.stored(ZONE, 7);
  expect(names()).toHaveLength(1);
});

test('old or damaged creation records are removed, and half-written files once they are old', async () => {
  records(1).open(ZONE, 'job', []);
  alive.delete(1);
  const path = join(creations(), ZONE);
  const text = readFileSync(join(path, names()[0] ?? ''), 'utf8');
  const damaged = [
    '',
    'null',
    '{}',
    '[]',
    text.slice(0, -1),
    text.replace('"made":null', '"made":"1"'),
    text.replace('"made":null', '"made":1.5'),
    text.replace('"before":[]', '"before":[null]'),
    text.replace('"before":[]', '"before":{}'),
    text.replace(ZONE, '../../etc'),
    text.replace('"pid":1', '"pid":{}'),
    text.replace('"start":"1"', '"start":1'),
    text.replace(/"sender":\{[^}]*\}/, '"sender":null'),
    text.padEnd(1_000_001),
  ];
  damaged.forEach((one, index) => writeFileSync(join(path, `${String(index).padStart(32, '0')}.json`), one));
  writeFileSync(join(path, 'young.tmp'), '');
  writeFileSync(join(path, 'old.tmp'), '');
  utimesSync(join(path, 'old.tmp'), new Date(now - 31 * DAY), new Date(now - 31 * DAY));
  utimesSync(join(path, 'young.tmp'), new Date(now), new Date(now));
  expect(await records(2).interrupted(ZONE, signal)).toHaveLength(1);
  expect(names()).toHaveLength(2);
  now += 31 * DAY;
  expect(await records(2).interrupted(ZONE, signal)).toEqual([]);
  expect(names()).toEqual([]);
});

test('the scope of creation records distinguishes services, workspaces and backends', () => {
  const scope = (service: string, environment: Record<string, string> = {}): string =>
    scopeOf(service, folder, environment);
  const first = scope('https://one.example/');
  expect(scope('https://two.example/')).not.toBe(first);
  expect(dataFolderOf(folder, { TF_DATA_DIR: '' })).toBe(join(folder, '.terraform'));
  expect(scope('https://one.example/', { TF_WORKSPACE: 'default' })).toBe(first);
  expect(scope('https://one.example/', { TF_WORKSPACE: 'other' })).not.toBe(first);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'environment'), 'other');
  expect(scope('https://one.example/')).toBe(scope('https://one.example/', { TF_WORKSPACE: 'other' }));
  expect(scope('https://one.example/', { TF_WORKSPACE: '' })).toBe(scope('https://one.example/'));
  expect(scope('https://one.example/', { TF_WORKSPACE: 'default' })).toBe(first);
  rmSync(join(folder, 'environment'));
  writeFileSync(join(folder, 'terraform.tfstate'), '{"serial":1,"backend":{"type":"s3"}}');
  const remote = scope('https://one.example/');
  expect(remote).not.toBe(first);
  writeFileSync(join(folder, 'terraform.tfstate'), '{"serial":2,"backend":{"type":"s3"}}');
  expect(scope('https://one.example/')).toBe(remote);
});

test('a run keeps its own creation record when it sees the object, since the state file may not have it yet', () => {
  const run = records(1);
  const token = run.open(ZONE, 'what is made', []);
  run.made(token, 7);
  run.stored(ZONE, 7);
  expect(names()).toEqual([`${token}.json`]);
});
