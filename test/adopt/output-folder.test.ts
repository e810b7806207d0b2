import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openOutputFolder } from '../../cli/adopt/output-folder';
import type { AdoptionRequest } from '../../cli/adopt/progress';
import type { AdoptOptions } from '../../cli/program';
import { startService, type TestService } from '../support/workspace';
import { runAdopt } from './adopted';

const REQUEST: AdoptionRequest = { as: 'ts', service: 'https://api.example.com', zones: ['a.example'] };
const SECRET = 'topSecretTopSecret';

const base = mkdtempSync(join(tmpdir(), 'zonewright-folder-'));
let service: TestService;

beforeAll(async () => {
  const destination_conf = `https://logs.example.com/?header_X-Key=${SECRET}`;
  service = await startService({
    seed: { zones: [{ id: '1'.repeat(32), name: 'a.example', logpush: { jobs: [{ destination_conf }] } }] },
  });
});
afterAll(async () => {
  await service.emulator.close();
  rmSync(base, { recursive: true, force: true });
});

describe('what a killed run leaves beside a file', () => {
  test.each<AdoptOptions['as']>(['hcl', 'ts'])('is not for the repository, as %s', async (as) => {
    const out = join(base, `ignored-${as}`);
    expect(await runAdopt(service, ['a.example'], { as, out })).toMatchObject({ exitCode: 0 });
    mkdirSync(join(out, 'zones'), { recursive: true });
    for (const name of ['.4711.new', 'zones/.4711.new']) writeFileSync(join(out, name), SECRET);
    execFileSync('git', ['init', '--quiet', out]);
    const listed = execFileSync('git', ['ls-files', '--others', '--exclude-standard'], {
      cwd: out,
      encoding: 'utf8',
    });
    const committed = listed.trim().split('\n');
    expect(committed).toContain('.gitignore');
    expect(committed.filter((name) => readFileSync(join(out, name), 'utf8').includes(SECRET))).toEqual([]);
  });

  test('is removed by the next run, and nothing else is', () => {
    const path = join(base, 'leftovers');
    openOutputFolder(path, REQUEST).write({ path: 'zones/a.ts', text: '' });
    const [leftovers, kept] = [
      ['.4711.new', 'zones/.12.new'],
      ['.mine.new', 'zones/12.new', 'node_modules/.12.new'],
    ];
    for (const name of [...leftovers, ...kept]) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), SECRET);
    }
    openOutputFolder(path, REQUEST);
    const isKept = (name: string): boolean => existsSync(join(path, name));
    expect([leftovers.filter(isKept), kept.filter(isKept)]).toEqual([[], kept]);
  });
});

describe('a file of secrets that somebody edited', () => {
  const path = join(base, 'edited');
  const edited = join(path, 'secrets.tfvars.json');
  const add = (text: string): unknown => {
    const folder = openOutputFolder(path, REQUEST);
    writeFileSync(edited, text);
    try {
      folder.addSecrets('secrets.tfvars.json', { b: 'new' });
      return undefined;
    } catch (error) {
      return error;
    }
  };

  test('keeps what it has', () => {
    expect(add('{"a":"by hand","b":"old"}')).toBeUndefined();
    expect(JSON.parse(readFileSync(edited, 'utf8'))).toEqual({ a: 'by hand', b: 'new' });
  });

  test.each([
    ['a comma too many', `{"a":"${SECRET}",}`],
    ['text around it', `${SECRET} {}`],
    ['a list', `["${SECRET}"]`],
    ['nothing', ''],
  ])('is refused if it is malformed, and none of it is shown: %s', (_name, text) => {
    const refused = add(text);
    expect(refused).toMatchObject({
      problem: { code: 'secrets_file', message: expect.stringContaining(edited) },
    });
    const { stack, problem, cause } = refused as Error & { problem: unknown };
    expect(JSON.stringify([stack, problem, cause])).not.toContain(SECRET.slice(0, 5));
    expect(readFileSync(edited, 'utf8')).toBe(text);
  });
});
