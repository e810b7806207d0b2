import fc from 'fast-check';
import {
  checkConfig,
  formatLogOptions,
  logOptionsMeaning,
  logpushJobSchema,
  LOG_TIMESTAMPS,
  readLogOptions,
  type LogOptions,
} from '../../../schema';

const NONE: LogOptions = {
  fields: null,
  timestamps: 'unixnano',
  sample: 1,
  defuse_lookups: false,
  other: null,
};

const options: fc.Arbitrary<LogOptions> = fc.record({
  fields: fc.option(
    fc.uniqueArray(fc.constantFrom('RayID', 'ClientIP', 'Cookies', 'Größe', 'a/b'), { minLength: 1 }),
  ),
  timestamps: fc.constantFrom(...LOG_TIMESTAMPS),
  sample: fc.double({ min: 0, max: 1, minExcluded: true, noNaN: true }),
  defuse_lookups: fc.boolean(),
  other: fc.constantFrom(null, 'a=1', 'a=1&a=2&b', 'c?x=1', 'b&https://a.example/?b=1', 'x=%zz&=y'),
});

test('log options survive writing and reading', () => {
  fc.assert(
    fc.property(options, (one) => {
      const fields = one.fields && [...one.fields].sort();
      expect(readLogOptions(formatLogOptions(one))).toEqual({ ...one, fields });
    }),
  );
});

test.each<readonly [string, Partial<LogOptions>]>([
  ['', {}],
  ['fields=', {}],
  ['fields=RayID', { fields: ['RayID'] }],
  ['fields=RayID,ClientIP&timestamps=rfc3339', { fields: ['RayID', 'ClientIP'], timestamps: 'rfc3339' }],
  ['sample=.25&&fields=RayID%2CClientIP,%20RayID&', { fields: ['RayID', 'ClientIP'], sample: 0.25 }],
  ['https://api.example.com/logs/received?fields=RayID&sample=1', { fields: ['RayID'] }],
  ['?CVE-2021-44228=true', { defuse_lookups: true }],
  ['CVE-2021-44228=false&timestamps=unixnano', {}],
  ['x=1&fields=A&x_y=%7B%7D&sample=0.5', { fields: ['A'], sample: 0.5, other: 'x=1&x_y=%7B%7D' }],
  ['fields=A&fields=B&sample=0.5', { sample: 0.5, other: 'fields=A&fields=B' }],
  ['Fields=A&fields=%zz&flag&=x', { other: 'Fields=A&fields=%zz&flag&=x' }],
  ['fields=A B&timestamps=', { other: 'fields=A B&timestamps=' }],
  ['timestamps=RFC3339&timestamps=rfc3339ms', { other: 'timestamps=RFC3339&timestamps=rfc3339ms' }],
  ['https://logs.example.com/', { other: 'https://logs.example.com/' }],
  ['https://logs.example.com/?x=1&fields=A', { fields: ['A'], other: 'x=1' }],
  ['constructor=1&__proto__=2', { other: 'constructor=1&__proto__=2' }],
  ...['', '0', '1.1', '-0.5', '1e-3', '0x1', 'Infinity'].map(
    (sample) => [`sample=${sample}`, { other: `sample=${sample}` }] as const,
  ),
])('the log options %j are read', (text, read) => {
  expect(readLogOptions(text)).toEqual({ ...NONE, ...read });
});

test.each([
  ['fields=A,B', 'fields=B%2CA', true],
  ['fields=A,A', 'fields=A', true],
  ['fields=A', 'sample=1.0&fields=A&timestamps=unixnano&CVE-2021-44228=false', true],
  ['', 'timestamps=unixnano', true],
  ['nonsense', 'nonsense', true],
  ['nonsense', 'fields=A', false],
  ['fields=A', 'fields=a', false],
  ['fields=A', 'fields=A,B', false],
  ['fields=A', 'fields=A&sample=0.5', false],
  ['fields=A', 'fields=A&CVE-2021-44228=true', false],
  ['fields=A', 'fields=A&x=1', false],
])('whether the log options %j and %j are equal: %j', (one, other, same) => {
  const [first, second] = [one, other].map((text) => logOptionsMeaning(readLogOptions(text)));
  expect(first === second).toBe(same);
});

test.each(['', '&&', '?', 'https://a.example/?'])('an other of nothing, %j, sends nothing', (other) => {
  expect(formatLogOptions({ fields: ['A'], other })).toBe('fields=A');
});

test('options that are too long as text are refused', () => {
  const problems = [4096, 4097].flatMap((length) =>
    checkConfig(logpushJobSchema, { ...JOB, logpull_options: { other: 'a='.padEnd(length, 'b') } }),
  );
  expect(problems.map(({ code, path }) => [code, ...path])).toEqual([
    ['log_options_too_long', 'logpull_options'],
  ]);
});

const JOB = { zone_id: '023e105f4ecef8ad9ca31a8372d0c353', destination_conf: 'https://logs.example.com/' };

test.each<readonly [object, string | undefined]>([
  [{ other: 'x=1&fields=A&fields=B' }, undefined],
  [{ fields: ['A'], other: 'timestamps=RFC3339&constructor=1' }, undefined],
  [{ other: 'x=1&fields=A,B' }, 'Remove it from other, and set fields = ["A","B"].'],
  [{ other: 'https://a.example/?timestamps=unix' }, 'Remove it from other, and set timestamps = "unix".'],
  [{ other: 'CVE-2021-44228=false' }, 'Remove it from other, and set defuse_lookups = false.'],
  [{ other: 'fields=' }, 'which is the member fields. Remove it from other.'],
  [{ sample: 0.5, other: 'sample=2' }, 'set: the service would get sample twice. Keep one of them.'],
  [{ fields: ['A'], timestamps: 'unixnano', sample: 1, other: 'timestamps=RFC3339&sample=1e-2' }, undefined],
  [{ other: 'a=1\nb=2' }, 'Write it as %0A, or leave it out.'],
])('what a member can say is refused in other: %j', (logpull_options, hint) => {
  const problems = checkConfig(logpushJobSchema, { ...JOB, logpull_options });
  expect(problems.map(({ path, message, hint: said }) => [path, `${message} ${said}`])).toEqual(
    hint === undefined ? [] : [[['logpull_options', 'other'], expect.stringContaining(hint)]],
  );
});
