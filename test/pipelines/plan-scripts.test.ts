import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fakeProgram, temporaryFolder } from '../cli/engine/fake-program';
import { EXAMPLE, step } from './repository';

const folder = temporaryFolder();

describe('plan-archive.mjs', () => {
  const file = join(folder, 'plans.enc');
  const KEY = 'a'.repeat(32);
  const run = (mode: string, key: string | undefined, input?: string): object => {
    const args = [join(EXAMPLE, 'plan-archive.mjs'), mode, file];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      env: { PATH: process.env['PATH'], PLAN_KEY: key },
      encoding: 'utf8',
      input,
    });
    return { status, stdout, stderr: stderr.replace(/^plan-archive\.mjs: /, '') };
  };
  beforeEach(() => {
    expect(run('encrypt', KEY, 'the plans')).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test('decrypts what it encrypted, which is another text each time', () => {
    const first = readFileSync(file);
    expect(run('decrypt', KEY)).toEqual({ status: 0, stdout: 'the plans', stderr: '' });
    run('encrypt', KEY, 'the plans');
    expect(readFileSync(file).equals(first)).toBe(false);
  });

  test.each([
    ['no key', undefined, 'is not set'],
    ['an empty key', '', 'is not set'],
    ['a short key', KEY.slice(1), 'has 31 characters'],
  ])('%s is refused, and nothing is written', (_case, key, seen) => {
    const before = readFileSync(file);
    const stderr = `PLAN_KEY ${seen}. It must have at least 32, and be the same in all jobs: openssl rand -hex 32\n`;
    expect(run('encrypt', key, 'others')).toEqual({ status: 1, stdout: '', stderr });
    expect(run('decrypt', key)).toEqual({ status: 1, stdout: '', stderr });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  const flipped =
    (at: number) =>
    (content: Buffer): Buffer =>
      content.map((byte, index) => (index === at ? byte ^ 1 : byte)) as Buffer;
  test.each<[string, (content: Buffer) => Buffer, string]>([
    ['another key', (content) => content, 'b'.repeat(32)],
    ...[0, 15, 16, 27, 28, 43, 44, 52].map((at): [string, (content: Buffer) => Buffer, string] => [
      `byte ${at} is another`,
      flipped(at),
      KEY,
    ]),
    ['the last byte is missing', (content) => content.subarray(0, -1), KEY],
    ['only the tag is there', (content) => content.subarray(0, 44), KEY],
    ['a part of the tag is there', (content) => content.subarray(0, 32), KEY],
    ['nothing is there', () => Buffer.alloc(0), KEY],
    ['a byte more is there', (content) => Buffer.concat([content, Buffer.of(0)]), KEY],
  ])('%s: nothing is decrypted, and the error is the same', (_case, change, key) => {
    writeFileSync(file, change(readFileSync(file)));
    expect(run('decrypt', key)).toEqual({
      status: 1,
      stdout: '',
      stderr: `${file} cannot be decrypted: another PLAN_KEY encrypted it, or it was damaged or changed since. Plan again.\n`,
    });
  });
});

test('a plan that fails leaves none, not even that of an earlier run, and without a key nothing is encrypted', () => {
  for (const each of ['plan-stack.sh', 'plan-archive.mjs']) cpSync(join(EXAMPLE, each), join(folder, each));
  mkdirSync(join(folder, 'stack'));
  fakeProgram(join(folder, 'terraform'), '[ "$1" != plan ]');
  const PATH = [folder, process.env['PATH']].join(delimiter);
  const run = (name: string): ReturnType<typeof spawnSync> =>
    spawnSync('bash', ['-eo', 'pipefail', '-c', step('plan', 'plan', name)], {
      ...{ cwd: folder, env: { PATH, FOLDER: 'stack' }, encoding: 'utf8' },
    });
  const plans = ['tfplan', 'tfplan.json', '.terraform.lock.hcl'].map((name) => join(folder, 'stack', name));
  for (const plan of plans) writeFileSync(plan, 'old');
  expect(run('Encrypt')).toMatchObject({ status: 1, stderr: expect.stringContaining('PLAN_KEY is not set') });
  expect(existsSync(join(folder, 'plan.tar.gz.enc'))).toBe(false);
  expect(run('Plan').status).toBe(1);
  expect(plans.filter((plan) => existsSync(plan))).toEqual(plans.slice(2));
});
