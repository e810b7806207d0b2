import { JobRegistry, JobsAtApply } from '../../../../provider-shim/resources/logpush-job/job-registry';
import type { LogpushJob } from '../../../../provider-shim/api';

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
