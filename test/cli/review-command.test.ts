import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { recordedPlan } from '../review/recorded-plans';
import { recorded } from '../support/printed';
import { runHere } from './built-command';
import { fakeProgram, temporaryFolder } from './engine/fake-program';

const folder = temporaryFolder();
const plans = join(folder, 'plans');

beforeAll(() => {
  mkdirSync(plans);
  for (const name of ['migrations', 'every-change', 'errored']) {
    writeFileSync(join(plans, `${name}.json`), JSON.stringify(recordedPlan(name).shown));
  }
});

test('zonewright review prints one format and writes others, and ends with the code of what it found', async () => {
  const out = join(folder, 'made', 'for=this');
  const outputs = ['markdown', 'json', 'html', 'terminal'].map((format) => `${format}=${out}/${format}`);
  const named = ['migrations', 'every-change'].map((name) => join(plans, `${name}.json`));
  const args = ['review', ...named, ...outputs.flatMap((output) => ['--out', output])];
  const { exitCode, stdout, stderr } = await runHere(args, { FORCE_COLOR: '1' });
  expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: '' });
  expect(readdirSync(out)).toEqual(['html', 'json', 'markdown', 'terminal']);
  const written = (name: string): string => readFileSync(join(out, name), 'utf8');
  expect(written('terminal')).toBe(stripVTControlCharacters(stdout));
  const shown = stdout.replaceAll('\u001b', '');
  expect(shown).toBe(recorded('review.txt', shown));
  expect(written('markdown')).toBe(recorded('review.md', written('markdown')));
  expect(JSON.parse(written('json'))).toMatchObject({ counts: { finishes: 2 }, exit_code: 3 });
});

test('a plan that cannot be reviewed is an error that names it; the others are reviewed', async () => {
  const { exitCode, stdout, stderr } = await runHere([
    'review',
    join(plans, 'errored.json'),
    join(plans, 'every-change.json'),
    '--format=markdown',
    '--max-delete=0',
  ]);
  const printed = `${stderr}\n${stdout}`.replaceAll(`${plans}/`, '');
  expect([exitCode, printed]).toEqual([1, recorded('review-errored.md', printed)]);
});

test.each([
  ['there', 2, '1 stack, 4 zones with changes.'],
  ['none', 1, 'the program that ZONEWRIGHT_TERRAFORM names is not an executable program'],
])('a saved plan is shown by the engine, which is %s', async (is, code, said) => {
  const [saved, engine] = [join(folder, 'a.tfplan'), join(folder, is)];
  writeFileSync(saved, 'PK\u0003\u0004');
  const script = `[ $1 = show ] && cat '${plans}/every-change.json' || echo OpenTofu v1.9.1`;
  if (is === 'there') fakeProgram(engine, script);
  const { exitCode, stdout } = await runHere(['review', saved], { ZONEWRIGHT_TERRAFORM: engine });
  expect([exitCode, stdout]).toEqual([code, expect.stringContaining(said)]);
});

test.each<readonly [string, readonly string[], string]>([
  ['no plan', ['review'], "missing required argument 'plan'"],
  ['no copy', ['rehearse', 'x'], "'--on <file>' not specified"],
  ['an unknown format', ['review', 'x', '--format', 'pdf'], 'Allowed choices are terminal, markdown'],
  ...['json', 'json=', 'jsonx', 'xml=a'].map(
    (text) => [`the output ${text}`, ['review', 'x', '--out', text], 'Allowed: FORMAT=FILE'] as const,
  ),
  ['a limit that is no number', ['review', 'x', '--max-finish=-1'], 'Allowed: a whole number'],
])('a wrong command line ends with 1, because 2 means changes %s', async (_case, args, message) => {
  const { exitCode, stderr } = await runHere(args);
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining(message) });
});
