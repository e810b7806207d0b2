import { join } from 'node:path';
import { inputOf } from '../policies/case';
import { CASES } from '../policies/cases';
import { compiled } from '../policies/compile';
import { COMPILED, judge } from '../policies/compiled-policies';
import { CONFTEST, installed, OPA } from '../policies/go-programs';
import { conftest, run } from './run-conftest';

/** A compiler takes its time at the first run. */
const POLICY = join(__dirname, '..', '..', 'policy');

describe.each(Object.entries(CONFTEST))('conftest, %s', (_which, version) => {
  let program = '';
  beforeAll(async () => {
    program = await installed(version);
  });

  test.each(CASES.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    const expected = judge(inputOf(one), one.settings);
    const { exitCode, verdict } = await conftest(program, POLICY, one);
    expect(verdict).toEqual(expected);
    expect(exitCode).toBe(expected.deny.length > 0 ? 1 : 0);
  });
});

describe(`OPA ${OPA.version}`, () => {
  let program = '';
  beforeAll(async () => {
    program = await installed(OPA);
  });

  test('compiles the policies to what npm test runs', async () => {
    expect((await compiled()).equals(COMPILED)).toBe(true);
  });

  test.each([[['--strict']], [['--strict', '--v0-compatible']]])('checks the policies: %j', async (flags) => {
    expect(await run(program, ['check', ...flags, 'policy'], join(POLICY, '..'))).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
  });

  test('has nothing to format', async () => {
    const { stdout } = await run(program, ['fmt', '--list', 'policy'], join(POLICY, '..'));
    expect(stdout).toBe('');
  });
});
