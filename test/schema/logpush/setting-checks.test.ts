import {
  jobName,
  logFieldName,
  objectNumber,
  offOrBetween,
  sampleRate,
  sampleRateOrNone,
  type Problem,
} from '../../../schema';

const codes = (problems: readonly Problem[]): readonly string[] => problems.map(({ code }) => code);

test.each<readonly [name: string, found: readonly string[], mended: string]>([
  ['', [], ''],
  ['my-job.2', [], ''],
  ['x'.repeat(512), [], ''],
  ['x'.repeat(513), ['job_name_too_long'], ''],
  ['my job', ['job_name_malformed'], '"my-job"'],
  [' job ', ['job_name_malformed'], '"job"'],
  ['job/1', ['job_name_malformed'], '"job-1"'],
  ['jöb', ['job_name_malformed'], '"j-b"'],
  ['job\n', ['job_name_malformed'], '"job"'],
])('the name %.20j: %j', (name, found, mended) => {
  const problems = jobName(name);
  expect([codes(problems), problems[0]?.hint ?? '']).toEqual([found, expect.stringContaining(mended)]);
});

test.each([
  ['a=b', 'A name has no spaces, commas'],
  [' a,, b', 'List each name separately: "a", "b".'],
  ['a ', 'A name has no spaces, commas'],
  ['', 'Remove it, or write'],
])('the log field %j is refused', (name, hint) => {
  expect(logFieldName(name)).toMatchObject([{ hint: expect.stringContaining(hint) as string }]);
});

test.each([
  [0, []],
  [30, []],
  [300, []],
  [29, ['upload_limit_out_of_range']],
  [301, ['upload_limit_out_of_range']],
  [-1, ['upload_limit_out_of_range']],
])('the limit %d: %j', (value, found) => {
  expect(codes(offOrBetween(30, 300, 'seconds')(value))).toEqual(found);
});

test.each<readonly [Parameters<typeof sampleRate>[0], readonly string[]]>([
  [1, []],
  [0.001, []],
  [0, ['sample_out_of_range']],
  [1.5, ['sample_out_of_range']],
  [-0.1, ['sample_out_of_range']],
  [{ text: '0.123456789012345678901' }, ['sample_too_exact']],
  [{ text: '12345678901234567890' }, ['sample_out_of_range']],
])('the part %j: %j', (value, found) => {
  expect(codes(sampleRate(value))).toEqual(found);
});

test.each([sampleRate, sampleRateOrNone])('a third is shown short, and with what to write', (check) => {
  expect(check({ text: `0.${'3'.repeat(154)}` })).toEqual([
    {
      code: 'sample_too_exact',
      path: [],
      message: 'The value, about 0.3333, has too many digits.',
      hint: 'Write 0.3333. In HCL, a quotient is exact only if it is rounded: tonumber(format("%.4g", 1 / 3)).',
    },
  ]);
});

test('the part in output options may be 0, and the number of an object not', () => {
  expect([0, 1, -0.1, 1.5].map((value) => codes(sampleRateOrNone(value)).length)).toEqual([0, 0, 1, 1]);
  expect([1, 0, -1].map((value) => codes(objectNumber(value)).length)).toEqual([0, 1, 1]);
});
