import { parseLogpushJob, withFurther } from '../../../provider-shim/api/operations/logpush-job';

const JOB = { id: 1, destination_conf: 'https://logs.example/' };

describe('output_options of a job', () => {
  test.each<readonly [string, object | null]>([
    ['unset', null],
    ['empty', {}],
    [
      'with null for members that are not set',
      { field_names: null, output_type: null, sample_rate: null, 'CVE-2021-44228': null },
    ],
    [
      'with members of the right types',
      { field_names: ['a'], output_type: 'csv', sample_rate: 0.5, 'CVE-2021-44228': true },
    ],
    ['with a member that is not known', { field_names: [], more: { x: [1, 0.5] } }],
  ])('are kept as the service returns them: %s', (_case, output_options) => {
    expect(parseLogpushJob({ ...JOB, output_options })).toMatchObject({ value: { output_options } });
  });

  test.each<readonly [object, string]>([
    [{ field_names: 'a' }, 'field_names of output_options is the string "a", not an array of texts'],
    [{ field_names: ['a', 7] }, 'field_names of output_options is an array of 2, not an array of texts'],
    [{ field_names: { 0: 'a' } }, 'field_names of output_options is an object with 0, not an array of texts'],
    [{ output_type: 7 }, 'output_type of output_options is a number, not a text'],
    [{ sample_rate: '0.5' }, 'sample_rate of output_options is the string "0.5", not a number'],
    [{ record_prefix: 5 }, 'record_prefix of output_options is a number, not a text'],
    [{ 'CVE-2021-44228': 1 }, 'CVE-2021-44228 of output_options is the number 1, not a boolean'],
    [
      { merge_subrequests: 'true' },
      'merge_subrequests of output_options is the string "true", not a boolean',
    ],
  ])('are refused with a member of a wrong type: %j', (output_options, fault) => {
    expect(parseLogpushJob({ ...JOB, output_options })).toEqual({ fault });
  });
});

describe('what the client does not know of a job', () => {
  const ANSWER = {
    ...JOB,
    future: true,
    time_created: '2025-01-01T00:00:00Z',
    far_future: null,
  };
  const OUTPUT = { field_names: ['a'], future: true, off: false, none: null };
  const parsed = (answer: object) => {
    const job = parseLogpushJob(answer);
    if ('fault' in job) throw new Error(job.fault);
    return job.value;
  };

  test.each([
    ['a job with output_options', { ...ANSWER, output_options: OUTPUT }, ['future', 'output_options.future']],
    ['nothing', JOB, []],
  ])('is named where it says something, without its value: %s', (_what, answer, kept) => {
    expect(parsed(answer).kept).toEqual(kept);
  });

  test.each<readonly [object, object]>([
    [{ enabled: true }, { enabled: true }],
    [{ logpull_options: 'fields=b' }, { logpull_options: 'fields=b' }],
    [
      { output_options: { field_names: ['b'] } },
      { output_options: { future: true, off: false, none: null, field_names: ['b'] } },
    ],
    [{ output_options: null }, { output_options: null }],
  ])('is sent with what replaces it: %j becomes %j', (body, sent) => {
    expect(withFurther(parsed({ ...ANSWER, output_options: OUTPUT }), body)).toEqual(sent);
  });

  const WRITTEN_OUT = { batch_prefix: '', record_prefix: '{', output_type: 'ndjson' };
  test.each<readonly [object, object, object]>([
    [
      { field_names: ['a'] },
      { field_names: ['b'], output_type: 'ndjson', sample_rate: 1 },
      { field_names: ['b'] },
    ],
    [WRITTEN_OUT, { field_names: ['b'], output_type: 'ndjson' }, { ...WRITTEN_OUT, field_names: ['b'] }],
    [{ record_prefix: '{', field_names: null }, { output_type: 'csv' }, { output_type: 'csv' }],
    [{ field_names: ['a'] }, { output_type: 'ndjson' }, { output_type: 'ndjson' }],
  ])('is sent with defaults as they are: %j, with %j, becomes %j', (before, output_options, sent) => {
    const job = parsed({ ...ANSWER, output_options: before });
    expect(withFurther(job, { output_options } as never)).toEqual({ output_options: sent });
  });

  test.each([2 ** 64, Infinity])('is refused if it cannot be kept exactly: %d', (number) => {
    expect(parseLogpushJob({ ...JOB, output_options: { x: [number] } })).toEqual({
      fault: `output_options: it holds the number ${number}, which is too large to keep exactly`,
    });
  });
});
