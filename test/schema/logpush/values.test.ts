import { challengeToken, jobName, nearest, offOrBetween, sampleRate, type Problem } from '../../../schema';

const codes = (problems: readonly Problem[]): readonly string[] => problems.map(({ code }) => code);

test.each<readonly [name: string, found: readonly string[], mended: string]>([
  ['', [], ''],
  ['my-job.2', [], ''],
  ['x'.repeat(512), [], ''],
  ['x'.repeat(513), ['job_name_too_long'], ''],
  ['my job', ['job_name_malformed'], '"my-job"'],
  [' job ', ['job_name_malformed'], '"job"'],
  ['job_1', ['job_name_malformed'], '"job-1"'],
  ['jöb', ['job_name_malformed'], '"j-b"'],
  ['job\n', ['job_name_malformed'], '"job"'],
])('the job name %.20j: %j', (name, found, mended) => {
  const problems = jobName(name);
  expect([codes(problems), problems[0]?.hint ?? '']).toEqual([found, expect.stringContaining(mended)]);
});

test.each<readonly [token: string, found: readonly string[], remedy: string]>([
  ['', [], ''],
  ['eyJ.a-b_c/d+e', [], ''],
  ['x'.repeat(4096), [], ''],
  ['x'.repeat(4097), ['challenge_malformed'], 'at most 4096'],
  ['token-in-a-file\n', ['challenge_malformed'], 'trimspace'],
  ['<html>', ['challenge_malformed'], 'not the name of the file'],
])('the challenge token %.20j: %j', (token, found, remedy) => {
  const problems = challengeToken(token);
  expect([codes(problems), problems[0]?.hint ?? '']).toEqual([found, expect.stringContaining(remedy)]);
});

test('a refused challenge token is not shown', () => {
  expect(JSON.stringify(challengeToken('planted secret'))).not.toContain('planted');
});

test.each([
  [0, []],
  [30, []],
  [300, []],
  [29, ['upload_limit_out_of_range']],
  [301, ['upload_limit_out_of_range']],
  [-1, ['upload_limit_out_of_range']],
])('the upload limit %d: %j', (value, found) => {
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
])('the sample rate %j: %j', (value, found) => {
  expect(codes(sampleRate(value))).toEqual(found);
});

test.each([
  ['ClientIp', 'ClientIP'],
  ['RayId', 'RayID'],
  ['Cookie', 'Cookies'],
  ['cookies', 'Cookies'],
  ['x', undefined],
  ['', undefined],
  ['SomethingElse', undefined],
])('the nearest name to %j is %j', (written, found) => {
  expect(nearest(written, ['RayID', 'ClientIP', 'Cookies'])).toBe(found);
});
