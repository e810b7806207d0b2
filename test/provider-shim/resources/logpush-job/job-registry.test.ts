import { JobRegistry, JobsAtApply } from '../../../../provider-shim/resources/logpush-job/job-registry';
import type { Declared } from '../../../../provider-shim/resources/logpush-job/settings';
import type { Shown } from '../../../../provider-shim/resources/run-state';
import { SETTINGS } from './job';
import type { LogpushJob } from '../../../../provider-shim/api';

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

const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';
const OTHER = 'c2547eb745079dac9320b638f5e225cf';
const { signal } = new AbortController();

/** Milliseconds of the process. */
let now = 0;
let jobs: JobsAtApply;
/** What the service has, and how often it was asked. */
let held: readonly number[];
let asked: number;

beforeEach(() => {
  now = 1_000;
  jobs = new JobsAtApply(() => now);
  held = [1, 2];
  asked = 0;
});

const list = (): Promise<readonly LogpushJob[]> => {
  asked += 1;
  return Promise.resolve(held.map((id) => ({ id }) as LogpushJob));
};
const listedSince = async (...ended: readonly string[]): Promise<readonly number[]> =>
  (await jobs.listed(ZONE, ended, signal, list)).map(({ id }) => id);
const idsOf = (zone = ZONE): Promise<readonly number[]> => jobs.idsOf(zone, signal, list);

test('creations of the same seconds share one list, at the same time and one after the other', async () => {
  expect(await Promise.all([idsOf(), idsOf()])).toEqual([
    [1, 2],
    [1, 2],
  ]);
  now += 4_999;
  expect(await idsOf()).toEqual([1, 2]);
  expect(asked).toBe(1);
});

test('a later creation asks again, and sees what others created meanwhile', async () => {
  await idsOf();
  held = [1, 2, 3];
  now += 5_000;
  expect(await idsOf()).toEqual([1, 2, 3]);
  now += 5_000;
  held = [3];
  expect(await idsOf()).toEqual([3]);
  expect(asked).toBe(3);
});

test('what this run has created is among them, once', async () => {
  await idsOf();
  jobs.add(ZONE, 3);
  jobs.add(OTHER, 4);
  expect(await idsOf()).toEqual([1, 2, 3]);
  now += 5_000;
  held = [1, 2, 3];
  expect(await idsOf()).toEqual([1, 2, 3]);
});

test('interrupted creations share a list that was asked for after all of them had ended, and so do creations', async () => {
  expect(await listedSince('one', 'two')).toEqual([1, 2]);
  expect(await listedSince('two')).toEqual([1, 2]);
  expect(await idsOf()).toEqual([1, 2]);
  expect(asked).toBe(1);
});

test('an interrupted creation that ended after the list was asked for is looked for in another', async () => {
  await idsOf();
  held = [1, 2, 3];
  expect(await listedSince('one')).toEqual([1, 2, 3]);
  held = [1, 2, 3, 4];
  expect(await listedSince('two')).toEqual([1, 2, 3, 4]);
  expect(asked).toBe(3);
});
