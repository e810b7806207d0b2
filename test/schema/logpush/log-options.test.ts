import fc from 'fast-check';
import {
  formatLogOptions,
  logOptionsText,
  LOG_TIMESTAMPS,
  parseLogOptions,
  sameLogOptionsText,
  splitLogOptions,
  type LogOptions,
} from '../../../schema';

const options: fc.Arbitrary<LogOptions> = fc
  .record(
    {
      fields: fc.uniqueArray(fc.constantFrom('RayID', 'ClientIP', 'Cookies', 'Größe', 'a&b=c')),
      timestamps: fc.constantFrom(...LOG_TIMESTAMPS),
      sample: fc.double({ min: 0, max: 1, minExcluded: true, noNaN: true }),
      defuse: fc.boolean(),
    },
    { requiredKeys: ['fields'] },
  )
  .map((one) => ({ ...one }));

test('log options survive writing and parsing', () => {
  fc.assert(
    fc.property(options, (one) => {
      expect(parseLogOptions(formatLogOptions(one))).toEqual({ ok: true, options: one });
    }),
  );
});

test.each<readonly [string, LogOptions]>([
  ['', { fields: [] }],
  ['fields=', { fields: [] }],
  ['fields=RayID', { fields: ['RayID'] }],
  ['fields=RayID,ClientIP&timestamps=rfc3339', { fields: ['RayID', 'ClientIP'], timestamps: 'rfc3339' }],
  ['sample=.25&&fields=RayID%2CClientIP&', { fields: ['RayID', 'ClientIP'], sample: 0.25 }],
  ['https://api.example.com/logs/received?fields=RayID&sample=1', { fields: ['RayID'], sample: 1 }],
  ['?CVE-2021-44228=true', { fields: [], defuse: true }],
])('the log options %j are parsed', (text, read) => {
  expect(parseLogOptions(text)).toEqual({ ok: true, options: read });
});

test.each<readonly [string, readonly string[]]>([
  ['fields', ['log_options_malformed']],
  ['fields=%', ['log_options_malformed']],
  ['=x', ['log_option_unknown']],
  ['field=RayID', ['log_option_unknown']],
  ['Fields=RayID', ['log_option_unknown']],
  ['fields=A&fields=B', ['log_option_repeated']],
  ['timestamps=', ['log_option_word']],
  ['timestamps=RFC3339', ['log_option_word']],
  ['timestamps=rfc3339ms', ['log_option_word']],
  ['sample=', ['log_option_out_of_range']],
  ['sample=0', ['log_option_out_of_range']],
  ['sample=1.1', ['log_option_out_of_range']],
  ['sample=-0.5', ['log_option_out_of_range']],
  ['sample=1e-3', ['log_option_out_of_range']],
  ['sample=0x1', ['log_option_out_of_range']],
  ['sample=Infinity', ['log_option_out_of_range']],
  ['CVE-2021-44228=yes', ['log_option_word']],
  ['count=1&timestamps=iso&sample=2', ['log_option_unknown', 'log_option_word', 'log_option_out_of_range']],
])('the log options %j are refused with all their errors', (text, codes) => {
  expect(logOptionsText(text).map(({ code }) => code)).toEqual(codes);
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
])('whether the log options %j and %j are equal: %j', (one, other, same) => {
  expect([sameLogOptionsText(one, other), sameLogOptionsText(other, one)]).toEqual([same, same]);
});

test.each<readonly [string, string, readonly string[]]>([
  ['fields=A&timestamps=unix', 'fields=A&timestamps=unix', []],
  ['', '', []],
  ['&fields=A&', '&fields=A&', []],
  ['x=1&fields=A&x_y=%7B%7D&sample=1', 'fields=A&sample=1', ['x=1', 'x_y=%7B%7D']],
  ['fields=A&flag', 'fields=A', ['flag']],
  ['x=%zz&fields=A', 'fields=A', ['x=%zz']],
  ['x=1', '', ['x=1']],
  ['https://logs.example/?x=1&fields=A', 'https://logs.example/?fields=A', ['x=1']],
  // What is wrong with an option that is known stays, to be reported.
  ['fields=%zz&sample', 'fields=%zz&sample', []],
])('of the log options %j, %j are known and %j are not', (text, known, further) => {
  expect(splitLogOptions(text)).toEqual([known, further]);
});
