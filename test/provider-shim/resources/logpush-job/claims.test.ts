import { JobClaims, type Declared } from '../../../../provider-shim/resources/logpush-job/claims';
import { SETTINGS } from './job';

const declared: Declared = { zoneId: 'z', destination: 'https://logs.example.com/', settings: SETTINGS };
const another: Declared = { ...declared, settings: { ...SETTINGS, name: 'another' } };

describe('what resources declare', () => {
  type Call = readonly [Declared, jobId?: number, replaces?: number];

  test.each<readonly [string, readonly Call[], string | undefined]>([
    ['two different new jobs', [[declared], [another]], undefined],
    ['two equal new jobs', [[declared], [declared]], 'job_declared_twice'],
    ['equal jobs of different zones', [[declared], [{ ...declared, zoneId: 'y' }]], undefined],
    [
      'equal jobs with different destinations',
      [[declared], [{ ...declared, destination: 'gs://b' }]],
      undefined,
    ],
    ['a new job equal to one that is there', [[declared, 1], [declared]], 'job_declared_twice'],
    ['a job that is there equal to a new one', [[declared], [declared, 1]], 'job_declared_twice'],
    [
      'two equal jobs that are both there',
      [
        [declared, 1],
        [declared, 2],
      ],
      undefined,
    ],
    [
      'a job and the one that replaces it',
      [
        [declared, 1],
        [declared, undefined, 1],
      ],
      undefined,
    ],
    [
      'a job that is planned again',
      [
        [declared, 1],
        [declared, 1],
      ],
      undefined,
    ],
    [
      'one job for two resources',
      [
        [declared, 1],
        [another, 1],
      ],
      'job_managed_twice',
    ],
  ])('%s', (_case, calls, code) => {
    const claims = new JobClaims();
    const problems = calls.map((call) =>
      claims.declare(...(call as [Declared, number | undefined, number?])),
    );
    expect(problems.map((problem) => problem?.code)).toEqual([...calls.slice(1).map(() => undefined), code]);
  });
});

test('a job is held once, and neither one that is changed nor one that goes', () => {
  const claims = new JobClaims();
  claims.change('z', 2);
  expect([claims.hold('z', 1), claims.hold('z', 1), claims.hold('y', 1), claims.hold('z', 2)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect([claims.leave('z', 1), claims.leave('z', 3), claims.hold('z', 3)]).toEqual([false, true, false]);
});

test('a job that one resource changes and another would take is noticed in either order', () => {
  const [first, second] = [new JobClaims(), new JobClaims()];
  expect([first.change('z', 1), first.wouldAdopt('z', 1)]).toEqual([false, true]);
  expect([second.wouldAdopt('z', 1), second.change('z', 1)]).toEqual([false, true]);
});

test('creations of a zone wait for each other, whatever becomes of them; those of another zone do not', async () => {
  const claims = new JobClaims();
  const seen: string[] = [];
  let finish: () => void = () => undefined;
  const first = claims.alone('z', async () => {
    await new Promise<void>((resolve) => (finish = resolve));
    seen.push('first');
    throw new Error('no luck');
  });
  const second = claims.alone('z', async () => void seen.push('second'));
  await claims.alone('y', async () => void seen.push('elsewhere'));
  finish();
  await expect(first).rejects.toThrow('no luck');
  await second;
  expect(seen).toEqual(['elsewhere', 'first', 'second']);
});
