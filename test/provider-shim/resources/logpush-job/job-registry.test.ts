import { JobRegistry } from '../../../../provider-shim/resources/logpush-job/job-registry';
import { type Declared } from '../../../../provider-shim/resources/logpush-job/settings';
import { type Shown } from '../../../../provider-shim/resources/records';
import { SETTINGS } from './job';

const declared: Declared = { zoneId: 'z', destination: 'https://logs.example.com/', settings: SETTINGS };
const another: Declared = { ...declared, settings: { ...SETTINGS, name: 'another' } };

describe('the job registry, for declared jobs:', () => {
  type Call = readonly [token: string, Declared, jobId?: number];
  const JOBS: Readonly<Record<string, Declared>> = {
    declared,
    another,
    elsewhere: { ...declared, zoneId: 'y' },
  };

  /** The calls in words: the token, the name of what is declared, and the number of a job that is there. */
  const cases: readonly (readonly [string, string, string | undefined])[] = [
    ['two different new jobs', 'a declared; b another', undefined],
    ['two equal new jobs', 'a declared; b declared', 'job_declared_twice'],
    ['equal jobs of different zones', 'a declared; b elsewhere', undefined],
    ['a new job equal to one that is there', 'a declared 1; b declared', 'job_declared_twice'],
    ['both halves of a replacement', 'a declared 1; a declared', undefined],
    ['a replacement equal to another job that is there', 'a declared 1; b declared 2; b declared', undefined],
  ];

  test.each(cases)('%s, in any order of the resources', (_case, words, code) => {
    const calls = stepsIn(words).map(([token, name = '', id]): Call => {
      return [token, JOBS[name] as Declared, id === undefined ? undefined : Number(id)];
    });
    for (const order of interleavings(calls)) {
      const registry = new JobRegistry();
      const codes = order.flatMap((call) => registry.reserve(...call)?.code ?? []);
      expect(codes).toEqual(code === undefined ? [] : [code]);
    }
  });
});

describe('the job registry, for two objects of one job:', () => {
  const cases: readonly (readonly [string, string, isRefused: boolean])[] = [
    ['both kept', 'a kept; b kept', true],
    ['one destroyed, then one kept', 'a destroyed; b kept', true],
    ['one kept, one tainted and so never planned', 'a kept; b read', true],
    ['both destroyed', 'a read; a destroyed; b read; b destroyed', false],
    ['the same one, planned, read and planned again', 'a kept; a read; a kept', false],
  ];

  test.each(cases)('%s, in any order of the objects', (_case, words, isRefused) => {
    for (const order of interleavings(stepsIn(words))) {
      const registry = new JobRegistry();
      expect(
        order.map(([token, what]) => registry.markShown('z', 1, token, what as Shown)).includes(true),
      ).toBe(isRefused);
    }
  });

  test.each<readonly [string, readonly Shown[], isRefused: boolean]>([
    ['both kept', ['kept', 'kept'], true],
    ['one kept, then one destroyed', ['read', 'kept', 'destroyed', 'read'], true],
    ['one kept, one tainted and so never planned', ['read', 'kept', 'read'], true],
    ['both destroyed', ['read', 'destroyed', 'read', 'destroyed'], false],
  ])('a copy that nothing tells apart: %s', (_case, shown, isRefused) => {
    const registry = new JobRegistry();
    const found = shown.map((what) => registry.markShown('z', 1, 'a', what));
    expect(found.includes(true)).toBe(isRefused);
  });

  test('a job with the same number in another zone is a different job', () => {
    const registry = new JobRegistry();
    expect([registry.markShown('z', 1, 'a', 'kept'), registry.markShown('y', 1, 'b', 'kept')]).toEqual([
      false,
      false,
    ]);
    expect(['z', 'y', 'x'].map((zone) => registry.job(zone, 1).isInState)).toEqual([true, true, false]);
  });
});

test('job creations in one zone wait for each other, even failed ones; those of another zone do not', async () => {
  const registry = new JobRegistry();
  const seen: string[] = [];
  let finish: () => void = () => undefined;
  const first = registry.runExclusive('z', async () => {
    await new Promise<void>((resolve) => (finish = resolve));
    seen.push('first');
    throw new Error('no luck');
  });
  const second = registry.runExclusive('z', async () => void seen.push('second'));
  await registry.runExclusive('y', async () => void seen.push('elsewhere'));
  finish();
  await expect(first).rejects.toThrow('no luck');
  await second;
  expect(seen).toEqual(['elsewhere', 'first', 'second']);
});

/** The words of each step, of which the first is the token. */
function stepsIn(words: string): readonly (readonly [token: string, ...rest: readonly string[]])[] {
  return words.split('; ').map((step) => step.split(' ') as [string, ...string[]]);
}

/** All orders of calls about two objects in which the calls about each keep their own order. */
function interleavings<T extends readonly [token: string, ...rest: readonly unknown[]]>(
  calls: readonly T[],
): readonly (readonly T[])[] {
  const [first] = calls;
  const ofOne = calls.filter(([token]) => token === first?.[0]);
  const ofOther = calls.filter(([token]) => token !== first?.[0]);
  const merged = (one: readonly T[], other: readonly T[]): readonly (readonly T[])[] => {
    if (one.length === 0 || other.length === 0) return [[...one, ...other]];
    return [
      ...merged(one.slice(1), other).map((rest) => [...one.slice(0, 1), ...rest]),
      ...merged(one, other.slice(1)).map((rest) => [...other.slice(0, 1), ...rest]),
    ];
  };
  return merged(ofOne, ofOther);
}
