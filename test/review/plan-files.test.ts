import { mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { zipSync } from 'fflate';
import { createColors } from 'picocolors';
import { Failure, renderProblem } from '../../cli/terminal/failure';
import { loadPlans, planFiles } from '../../cli/review/load-plans';
import { folderNames, stackNames } from '../../cli/review/names';
import { temporaryFolder } from '../cli/engine/fake-program';
import { recorded } from '../support/printed';
import { recordedPlan } from './recorded-plans';

const folder = temporaryFolder();
const file = (path: string, text: string | Buffer = ''): string => {
  const whole = join(folder, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  return whole;
};

/** A saved plan, as the engine writes it, that has nothing but the time of the plan. */
function savedPlan(timestamp: string): Buffer {
  const plan = Buffer.concat([Buffer.from([0xaa, 0x01, timestamp.length]), Buffer.from(timestamp)]);
  return Buffer.from(zipSync({ tfplan: plan }));
}

beforeAll(() => {
  for (const path of [
    ...'a/plan a/main.tf b/tfplan b/tfplan.json c/prod.tfplan c/x-plan c/.terraform/plan c/.git/plan c/node_modules/plan d/main.tf'
      .split(' ')
      .map((each) => `stacks/${each}`),
    ...'plans/x.json plans/y.json plans/deep/z.json elsewhere/e/tfplan elsewhere/shop.tfplan'.split(' '),
    ...'linked/real/tfplan linked/real/terraform.d/plugins/plan named/plan.txt'.split(' '),
  ])
    file(path);
  file('named/plan.out', savedPlan('2026-11-22T08:00:00Z'));
  symlinkSync(join(folder, 'elsewhere', 'shop.tfplan'), join(folder, 'linked', 'tfplan'));
  symlinkSync(join(folder, 'elsewhere', 'nowhere'), join(folder, 'linked', 'gone.tfplan'));
  symlinkSync(join(folder, 'elsewhere', 'e'), join(folder, 'linked', 'e'));
  symlinkSync(join(folder, 'linked', 'real'), join(folder, 'linked', 'a-copy'));
  symlinkSync(join(folder, 'stacks'), join(folder, 'stacks', 'a', 'loop'));
});

const found = (...args: readonly string[]): readonly string[] =>
  planFiles(args.map((arg) => join(folder, arg))).map((each) =>
    each.problem ? `${each.problem.code}: ${relative(folder, each.file)}` : relative(folder, each.file),
  );

test.each<readonly [string, readonly string[], readonly string[]]>([
  ['a file', ['plans/x.json'], ['plans/x.json']],
  [
    'a folder: the plans in it and below, JSON rather than the saved plan beside it',
    ['stacks'],
    ['stacks/a/plan', 'stacks/b/tfplan.json', 'stacks/c/prod.tfplan', 'stacks/c/x-plan'],
  ],
  [
    'links in a folder, to plans and to folders, which count once, and one that leads nowhere',
    ['linked'],
    ['linked/e/tfplan', 'linked/gone.tfplan', 'linked/real/tfplan', 'linked/tfplan'],
  ],
  ['a link and what it leads to', ['linked/tfplan', 'elsewhere/shop.tfplan'], ['linked/tfplan']],
  ['a saved plan under any name', ['named'], ['named/plan.out']],
  ['a plan and its JSON, by name', ['stacks/b/tfplan', 'stacks/b/tfplan.json'], ['stacks/b/tfplan.json']],
  ['the same file twice', ['plans/x.json', 'plans/x.json'], ['plans/x.json']],
  ['a folder without a plan', ['stacks/d'], ['no_plan: stacks/d']],
  ['a file that does not exist', ['nowhere'], ['missing: nowhere']],
  ['a plan that was not made', ['stacks/e/tfplan.json'], ['not_planned: stacks/e/tfplan.json']],
])('%s', (_case, args, expected) => {
  expect(found(...args)).toEqual(expected);
});

describe('a folder that cannot be read is a problem of its own', () => {
  // Its path is longer than the system takes, which no user may read, as opposed to a folder without permissions.
  const half = Array.from({ length: 10 }, () => 'x'.repeat(250));
  const [upper, lower] = [join(folder, 'long', ...half), join(folder, 'lower')];
  beforeAll(() => {
    file('long/a/tfplan');
    file('long/z/tfplan');
    mkdirSync(upper, { recursive: true });
    mkdirSync(join(lower, ...half), { recursive: true });
    renameSync(lower, join(upper, 'lower'));
  });
  afterAll(() => renameSync(join(upper, 'lower'), lower));

  test('the plans of the others are found', () => {
    const [one, other, last] = planFiles([join(folder, 'long')]);
    expect([one, other]).toMatchObject(
      ['a', 'z'].map((name) => ({ file: join(folder, 'long', name, 'tfplan') })),
    );
    expect(last?.problem).toMatchObject({ code: 'unreadable', message: 'the folder cannot be read' });
  });
});

const paths = (...names: readonly string[]) =>
  names.map((name) => relative(process.cwd(), join(folder, name)));

test.each<readonly [string, readonly string[], readonly string[]]>([
  ['its folder', ['stacks/a/plan', 'stacks/b/tfplan'], ['a', 'b']],
  [
    'the file where a folder holds several',
    ['plans/x.json', 'plans/y.tfplan.json', 'plans/z.plan', 'plans/.json', 'stacks/a/plan'],
    ['x', 'y', 'z', '.json', 'a'],
  ],
  [
    'the path where two would be called the same',
    ['one/app/plan', 'two/app/plan', 'three/plan'],
    [...paths('one/app/plan', 'two/app/plan'), 'three'],
  ],
])('the name of a stack is that of %s', (_what, files, names) => {
  expect(stackNames(files.map((name) => join(folder, name)))).toEqual(names);
});

test('the name of a folder is its last part, or its path where two would be called the same', () => {
  expect(folderNames(['a', 'b/', 'x/c', 'y/c'].map((name) => join(folder, name)))).toEqual([
    ...['a', 'b'],
    ...paths('x/c', 'y/c'),
  ]);
  const here = basename(process.cwd());
  expect(folderNames(['/', process.cwd(), join(folder, here)])).toEqual(['/', here, ...paths(here)]);
  expect(stackNames(['/tfplan'])).toEqual(['/']);
});

describe('loading', () => {
  const never = (): never => {
    throw new Error('JSON needs no engine');
  };
  const text = JSON.stringify(recordedPlan('no-change').shown);

  test('what cannot be read is reported by file; the others are read', async () => {
    const good = file('mixed/good.json', `\ufeff${text}`);
    // It is named by its folder, although something beside it cannot be read.
    const alone = file('alone/tfplan.json', text);
    const bad = file('mixed/bad.json', text.slice(0, 100));
    const other = file('other/tfplan.json', JSON.stringify({ ...JSON.parse(text), timestamp: 'NOW' }));
    file('other/tfplan', savedPlan('2026-11-22T08:00:00Z'));
    const paths = 'alone/nowhere nowhere/tfplan mixed/bad.json/x stacks/d'
      .split(' ')
      .map((path) => join(folder, path));
    const { inputs, errors: first } = await loadPlans([...paths, alone, bad, other, good], never);
    const read = inputs.map(({ stack, file: path }) => [stack, path]);
    expect(read).toEqual([
      ['alone', alone],
      ['good', good],
    ]);
    const errors = [...first];
    const calls: unknown[] = [];
    const lines = (what: string) => Array.from({ length: 8 }, (_, at) => `${what} ${at}\r\n`).join('\n');
    const said = { exitCode: 1, stdout: lines('stdout'), stderr: lines('stderr') };
    const problem = { message: 'the engine is not found', hints: ['look for it'] };
    const saved = file('saved/other/tfplan', 'PK\u0003\u0004…');
    for (const show of [
      (...call: readonly string[]) => (calls.push(call), Promise.resolve(said)),
      ...[problem, { code: 'no_engine', ...problem }].map((each) => () => Promise.reject(new Failure(each))),
      () => Promise.reject(new Error('spawn EAGAIN')),
    ])
      errors.push(...(await loadPlans([saved], show)).errors);
    expect(calls).toEqual([[join(folder, 'saved', 'other'), 'tfplan']]);
    const told = errors.flatMap(({ plan, code, ...each }) => [
      `${plan}: ${code}`,
      ...renderProblem(each, createColors(false)),
      '',
    ]);
    // Of the system's errors only the code, and of JSON nothing, which each version of Node.js says in its own words.
    const own = /(?<=seen: {4})(?:.*?\b(E[A-Z]{3,}):.*|(?:Un|Ex).*JSON.*)/g;
    const printed = told.join('\n').replaceAll(`${folder}/`, '').replace(own, '$1');
    expect(printed).toBe(recorded('unread-plans.txt', printed));
  });

  describe('a JSON beside the saved plan', () => {
    const MADE = '2026-11-22T08:00:00Z';
    const [EARLIER, LATER] = [new Date('2026-11-22T07:00:00Z'), new Date('2026-11-22T09:00:00Z')];
    const withTime = JSON.stringify({ ...recordedPlan('no-change').shown, timestamp: MADE });
    const withoutTime = JSON.stringify({ ...recordedPlan('no-change').shown, timestamp: undefined });

    test.each<[string, string, string | Buffer, 'newer' | 'older', readonly string[]]>([
      ['of the same time', withTime, savedPlan(MADE), 'newer', []],
      ['of another time', withTime, savedPlan('2026-11-22T08:30:00Z'), 'older', ['of_another_plan']],
      ['that is newer, and of an unknown form', withTime, 'encrypted', 'newer', ['of_another_plan']],
      ['that is older, and of an unknown form', withTime, 'encrypted', 'older', []],
      ['that is newer, of a JSON without a time', withoutTime, savedPlan(MADE), 'newer', ['of_another_plan']],
      ['that is damaged and newer', withTime, 'PK\u0003\u0004…', 'newer', ['of_another_plan']],
    ])('%s', async (_case, json, saved, age, codes) => {
      const beside = file('twins/shop/tfplan.json', json);
      const plan = file('twins/shop/tfplan', saved);
      utimesSync(beside, EARLIER, EARLIER);
      if (age === 'newer') utimesSync(plan, LATER, LATER);
      else utimesSync(plan, EARLIER, EARLIER);
      for (const arg of [beside, join(folder, 'twins')]) {
        const { inputs, errors } = await loadPlans([arg], never);
        expect(errors.map(({ code }) => code)).toEqual(codes);
        const proofs = typeof saved === 'string' ? undefined : new Map();
        const read = inputs.map((input) => [input.stack, input.proofs]);
        expect(read).toEqual(codes.length > 0 ? [] : [['shop', proofs]]);
      }
    });
  });
});
