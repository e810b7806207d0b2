import {
  jobName,
  logFieldName,
  logFieldNames,
  objectNumber,
  offOrBetween,
  sampleRate,
  sampleRateOrNone,
  unknown,
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

test.each<readonly [Parameters<typeof sampleRate>[0], readonly string[]]>([
  [1, []],
  [0.001, []],
  [0, ['0 is out of range.']],
  [1.5, ['1.5 is out of range.']],
  [-0.1, ['-0.1 is out of range.']],
  [{ text: '0.123456789012345678901' }, ['The value, about 0.1235, has too many digits.']],
  [{ text: '1.00000000000000000001' }, ['The value, about 1, has too many digits.']],
  [{ text: '12345678901234567890' }, ['12350000000000000000 is out of range.']],
  [{ text: '1e-400' }, ['0 is out of range.']],
])('the part %j: %j', (value, found) => {
  expect(sampleRate(value).map(({ message }) => message)).toEqual(found);
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

test('a limit may be 0, and the part in output options; the number of an object not; a field is listed once', () => {
  const limit = offOrBetween(30, 300, 'seconds');
  expect([0, 30, 300, 29, 301, -1].map((value) => codes(limit(value)).length)).toEqual([0, 0, 0, 1, 1, 1]);
  expect([0, 1, -0.1, 1.5].map((value) => codes(sampleRateOrNone(value)).length)).toEqual([0, 0, 1, 1]);
  expect(logFieldNames(['a', unknown, 'b', 'a', unknown]).map(({ path }) => path)).toEqual([[3]]);
  expect([1, 0, -1].map((value) => codes(objectNumber(value)).length)).toEqual([0, 1, 1]);
});
