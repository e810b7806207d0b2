import { execFileSync } from 'node:child_process';
import fs, {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { openOutputFolder, type AdoptionRequest } from '../../cli/adopt/output-folder';
import type { AdoptOptions } from '../../cli/commands/run-adopt';
import { textOf } from '../../cli/files/outputs';
import { service, useService } from '../e2e/one-service';
import { runAdopt } from './adopted';
import { temporaryFolder } from '../support/temporary-folder';

const REQUEST: AdoptionRequest = { as: 'ts', service: 'https://api.example.com', zones: ['a.example'] };
const SECRET = 'topSecretTopSecret';

const base = temporaryFolder();
const JOB = { destination_conf: `https://logs.example.com/?header_X-Key=${SECRET}` };
const ZONES = ['a.example', 'a.example.http'].map((name, at) => ({
  ...{ id: `${at + 1}`.repeat(32), name, logpush: { jobs: [JOB] } },
}));
useService({ seed: { zones: ZONES } });

const line = (value: object): string => `${JSON.stringify(value)}\n`;
const FIRST = line({ kind: 'request', request: REQUEST });
const ZONE = { id: '1'.repeat(32), name: 'ä.example', variables: ['x'] };
const written = (path: string, sha256 = '0'): string => line({ kind: 'file', path, sha256 });

test.each([
  ['another file', 'resource "x" {}\n'],
  ['JSON without a kind', '{}\n'],
  ['one without a request at its beginning', written('a.ts')],
  ['one that is damaged in the middle', `${FIRST}{"kind"\n${written('a.ts')}`],
  ['one with a file without a path', FIRST + line({ kind: 'file', sha256: '0' })],
  ['one with a line without a kind', `${FIRST}{}\n`],
  ['one whose first line was not written to its end', FIRST.slice(0, 9)],
  ...['../outside.tf', '/tmp/outside.tf', 'zones/../../outside.tf', 'zones\\..\\..\\outside.tf'].map(
    (path) => [`one that leads to ${path}`, `${FIRST}${written(path)}`],
  ),
])('a progress file is none, and the folder that of others: %s', (_what, text = '') => {
  const out = mkdtempSync(join(base, 'progress-'));
  for (const name of ['.zonewright-adopt.jsonl', 'mine.tf']) writeFileSync(join(out, name), text);
  expect(() => openOutputFolder(out, REQUEST)).toThrow('is not empty');
});

test.each(['', '{"kind":"zo'])('a progress file is read as far as it was written: %j', (rest) => {
  const out = mkdtempSync(join(base, 'progress-'));
  const zones = [ZONE, { ...ZONE, id: '2'.repeat(32), name: '' }];
  const request = { ...REQUEST, zones: 'all' } as const;
  const first = line({ kind: 'request', request });
  const text = [
    first,
    written('a.ts', '1'),
    written('a.ts', '2'),
    ...zones.map((zone) => line({ kind: 'zone', zone })),
  ].join('');
  writeFileSync(join(out, '.zonewright-adopt.jsonl'), text + rest);
  for (let run = 1; run <= 2; run += 1)
    expect(openOutputFolder(out, request).begin().earlier).toEqual({
      request,
      files: new Map([['a.ts', ['1', '2']]]),
      zones: new Map(zones.map((zone) => [zone.id, zone])),
      variables: new Set(['x']),
    });
  const seen = [`it has zones that this run is not to adopt: ä.example, ${'2'.repeat(32)}`];
  const problem = expect.objectContaining({ seen }) as unknown;
  expect(() => openOutputFolder(out, { ...REQUEST, zones: ['b.example'] })).toThrow(
    expect.objectContaining({ problem }),
  );
});

test('a file that somebody else made is neither overwritten nor removed', () => {
  const path = join(base, 'theirs');
  const folder = openOutputFolder(path, REQUEST).begin();
  for (const text of ['first', 'second']) folder.write({ path: 'edited.ts', text });
  for (const name of ['main.ts', 'edited.ts']) writeFileSync(join(path, name), 'theirs');
  folder.write({ path: 'edited.ts', text: 'second' });
  for (const change of [
    () => folder.write({ path: 'main.ts', text: 'ours' }),
    () => folder.write({ path: 'edited.ts', text: 'first' }),
    () => folder.remove('main.ts'),
  ])
    expect(change).toThrow('would be overwritten or removed');
  expect(readFileSync(join(path, 'main.ts'), 'utf8')).toBe('theirs');
  expect(() => openOutputFolder(join(path, 'main.ts'), REQUEST)).toThrow('main.ts cannot be used');
});

/** Files with secrets, or of one machine: of a run that was killed, and of the engine. */
const LEFT = [
  ...['.4711.new', 'zones/.4711.new', '.zonewright-adopt-secrets.jsonl', '.zonewright-adopt.jsonl', 'tfplan'],
  ...['a.tfstate', 'a.tfstate.backup', 'a.tfvars', 'a.tfvars.json', 'a.tfplan'],
];

describe('what a killed run leaves beside a file', () => {
  test.each<AdoptOptions['as']>(['hcl', 'ts'])('is not for the repository, as %s', async (as) => {
    const out = join(base, `ignored-${as}`);
    expect(await runAdopt(service, ['a.example'], { as, out })).toMatchObject({ exitCode: 0 });
    const ignored = { hcl: ['.terraform/a'], ts: ['node_modules/a', 'dist/a', 'cdktf.out/a'] }[as];
    for (const name of [...LEFT, ...ignored]) {
      mkdirSync(dirname(join(out, name)), { recursive: true });
      writeFileSync(join(out, name), SECRET);
    }
    execFileSync('git', ['init', '--quiet', out]);
    const listed = execFileSync('git', ['ls-files', '--others', '--exclude-standard'], {
      cwd: out,
      encoding: 'utf8',
    });
    const committed = listed.trim().split('\n');
    expect(committed).toContain('.gitignore');
    expect(statSync(join(out, '.gitignore')).mode & 0o777).toBe(0o644);
    expect(committed.filter((name) => readFileSync(join(out, name), 'utf8').includes(SECRET))).toEqual([]);
  });

  test('is removed by the next run, and nothing else is', () => {
    const path = join(base, 'leftovers');
    openOutputFolder(path, REQUEST).begin().write({ path: 'zones/a.ts', text: '' });
    // One of them has the number of a process that runs: this one.
    const [leftovers, kept] = [
      ['.4711.new', `.${process.pid}.new`, 'zones/.12.new', `zones/.${2 ** 47 - 1}.new`],
      ['.mine.new', 'zones/12.new', 'node_modules/.12.new'],
    ];
    for (const name of [...leftovers, ...kept]) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), SECRET);
    }
    // A folder that does not exist any more is nothing to clean up.
    openOutputFolder(path, REQUEST).note({ kind: 'file', path: 'gone/a.ts', sha256: '' });
    openOutputFolder(path, REQUEST);
    const isKept = (name: string): boolean => existsSync(join(path, name));
    expect([leftovers.filter(isKept), kept.filter(isKept)]).toEqual([[], kept]);
  });

  test('is not taken from a run that is writing: it writes its file again', () => {
    const path = join(base, 'taken');
    const folder = openOutputFolder(path, REQUEST).begin();
    const rename = fs.renameSync;
    const taken: string[] = [];
    const renaming = jest.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      if (taken.length < 3) {
        taken.push(basename(String(from)));
        expect(readdirSync(path)).toContain(taken.at(-1));
        openOutputFolder(path, REQUEST);
        expect(readdirSync(path)).not.toContain(taken.at(-1));
      }
      rename(from, to);
    });
    try {
      folder.write({ path: 'main.ts', text: 'whole' });
    } finally {
      renaming.mockRestore();
    }
    expect(readFileSync(join(path, 'main.ts'), 'utf8')).toBe('whole');
    // Each attempt has a name of its own, so that nobody else's file is renamed.
    expect(new Set(taken).size).toBe(3);
    expect(readdirSync(path).sort()).toEqual(['.zonewright-adopt.jsonl', 'main.ts']);
  });
});

test('a run that is killed at any of its writes is continued, and ends as one that was not', async () => {
  const { control } = service.emulator;
  const adoptInto = (out: string) =>
    runAdopt(service, ['a.example', 'a.example.http'], { as: 'hcl', out, again: true });
  const jobsOf = (zone: string, jobs: readonly object[]): unknown =>
    control.editZone(zone.repeat(32), ({ logpush }) => (logpush.jobs = jobs as typeof logpush.jobs));
  const first = join(base, 'adopted');
  await adoptInto(first);
  // It would be the name of another zone's job.
  expect(readFileSync(join(first, 'a-example.tf'), 'utf8')).toContain(' "a_example__http_requests" {');
  const ends: Readonly<Record<string, string>>[] = [];
  for (let isKilled = true; isKilled;) {
    const out = join(base, `killed-${ends.length}`);
    cpSync(first, out, { recursive: true });
    jobsOf('1', [{ ...JOB, id: 1, frequency: 'low' }]);
    jobsOf('2', [{ ...JOB, id: 7, name: 'other' }]);
    isKilled = await killed(ends.length, () => adoptInto(out));
    jobsOf('1', []);
    expect(await adoptInto(out)).toMatchObject({ exitCode: 0 });
    const names = readdirSync(out).filter((name) => name !== '.zonewright-adopt.jsonl');
    ends.push(Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(out, name), 'utf8')])));
  }
  control.reset();
  const end = ends.at(-1) ?? {};
  expect(ends.length).toBeGreaterThan(10);
  expect(ends).toEqual(ends.map(() => end));
  expect([Object.keys(end), JSON.parse(end['secrets.auto.tfvars.json'] ?? '')]).toEqual([
    [
      '.gitignore',
      'NOT-ADOPTED.md',
      'a-example-http.tf',
      'imports.tf',
      'main.tf',
      'secrets.auto.tfvars.json',
    ],
    { a_example_http_other_x_key: SECRET },
  ]);
});

/** Runs something that a kill ends at one of its writes, of which half is written. @returns whether it got there */
async function killed(at: number, run: () => Promise<unknown>): Promise<boolean> {
  let writes = 0;
  const names = ['appendFileSync', 'writeFileSync', 'renameSync', 'rmSync'] as const;
  const spies = names.map((name) => {
    const write = fs[name] as (...given: unknown[]) => unknown;
    return jest.spyOn(fs, name).mockImplementation(((file: unknown, ...more: unknown[]) => {
      writes += 1;
      if (writes <= at) return write(file, ...more);
      const [text, ...rest] = more;
      const isHalf = writes === at + 1 && typeof text === 'string' && name.endsWith('FileSync');
      if (isHalf) write(file, text.slice(0, text.length / 2), ...rest);
      throw new Error('killed');
    }) as never);
  });
  const failed = await run().then(
    () => '',
    (error: Error) => error.message,
  );
  spies.forEach((spy) => spy.mockRestore());
  expect(failed).toBe(writes > at ? 'killed' : '');
  return writes > at;
}

describe('the secrets', () => {
  const [file, appended] = ['secrets.tfvars.json', '.zonewright-adopt-secrets.jsonl'];
  const opened = (name: string, content?: string) => {
    const path = join(base, name);
    const folder = openOutputFolder(path, REQUEST).begin();
    if (content !== undefined) writeFileSync(join(path, file), content);
    return { path, folder };
  };
  const modeOf = (path: string): number | undefined => {
    const { mode } = statSync(path, { throwIfNoEntry: false }) ?? {};
    return mode && mode & 0o777;
  };
  const BY_HAND = '{"b":"old","a":"by hand"}';
  const saved = (values: object): string => `${JSON.stringify(values, null, 2)}\n`;
  test.each([
    ['nothing', undefined, {}, [], undefined],
    ['what somebody wrote', BY_HAND, {}, ['c'], BY_HAND],
    ['what was added', undefined, { b: '2', a: '1' }, [], saved({ a: '1', b: '2' })],
    ['both, the newer one of a variable', BY_HAND, { b: 'new' }, [], saved({ a: 'by hand', b: 'new' })],
    ['only what is used', BY_HAND, {}, ['b'], saved({ a: 'by hand' })],
    ['what is used of the added', BY_HAND, { b: 'new', c: '3' }, ['c'], saved({ a: 'by hand', b: 'new' })],
    ['no values if none is used', BY_HAND, {}, ['a', 'b'], saved({})],
  ])('are, once they are saved: %s', (name, stored, added, unused, text) => {
    const { path, folder } = opened(`saved ${name}`, stored);
    const secrets = folder.openSecrets(file);
    for (const [variable, value] of Object.entries(added)) secrets.add({ [variable]: value });
    const isAdded = Object.keys(added).length > 0;
    const mode = modeOf(join(path, appended));
    expect([textOf(join(path, file)), mode]).toEqual([stored, isAdded ? 0o600 : undefined]);
    secrets.save(new Set(unused));
    expect([textOf(join(path, file)), textOf(join(path, appended))]).toEqual([text, undefined]);
    if (text !== stored) expect(modeOf(join(path, file))).toBe(0o600);
  });

  test.each([
    ['a comma too many', `{"a":"${SECRET}",}`],
    ['text around it', `${SECRET} {}`],
    ['a list', `["${SECRET}"]`],
    ['nothing', ''],
  ])('are not shown if the file is malformed: %s', (name, text) => {
    const { path, folder } = opened(name, text);
    let refused: unknown;
    try {
      folder.openSecrets(file);
    } catch (error) {
      refused = error;
    }
    expect(refused).toMatchObject({
      problem: { message: `the file ${join(path, file)} cannot be read as JSON` },
    });
    const { stack, problem, cause } = refused as Error & { problem: unknown };
    expect(JSON.stringify([stack, problem, cause])).not.toContain(SECRET.slice(0, 5));
    expect(readFileSync(join(path, file), 'utf8')).toBe(text);
  });
});
