import type { LogpushJob } from '../../../emulator/logpush/logpush-state';
import { outputOf } from '../../../emulator/logpush/output';
import type { LogEntry } from '../../../emulator/logs/field-values';
import { recordWriter } from '../../../emulator/logs/write-record';
import { entryOf, exchangeOf, jobOf, logZone } from './log-zone';

type Options = Readonly<Record<string, unknown>>;

const FIELDS = ['ClientIP', 'EdgeStartTimestamp', 'EdgeResponseStatus', 'RequestHeaders'];

const ENTRY = entryOf({
  at: Date.parse('2025-02-03T04:05:06.789Z'),
  exchange: exchangeOf({ status: 404 }),
  customFields: { RequestHeaders: { a: 'say "hi", ${you}' }, Cookies: {}, ResponseHeaders: {} },
});

const record = (options: Options, entry: LogEntry = ENTRY): string =>
  recordWriter(outputOf(jobOf({ logpull_options: null, output_options: options })))(entry);

describe('docs/internals/service.md 5.4: a record', () => {
  const ONE = { field_names: ['EdgeResponseStatus'] };
  const DEFAULTS =
    '{"ClientIP":"192.0.2.1","ClientRequestHost":"example.com","ClientRequestMethod":"GET","ClientRequestURI":"/",' +
    '"EdgeEndTimestamp":1738555506789000000,"EdgeResponseBytes":0,"EdgeResponseStatus":404,' +
    '"EdgeStartTimestamp":1738555506789000000,"RayID":"0123456789abcdef"}\n';
  const JSON_RECORD =
    '{"ClientIP":"192.0.2.1","EdgeStartTimestamp":1738555506789000000,"EdgeResponseStatus":404,' +
    '"RequestHeaders":{"a":"say \\"hi\\", ${you}"}}\n';
  const CSV_RECORD = '"192.0.2.1",1738555506789000000,404,"{""a"":""say \\""hi\\"", ${you}""}"\n';

  it.each<[string, Options, string]>([
    ['ndjson with the default fields', {}, DEFAULTS],
    ['ndjson, fields in the order of the list', { field_names: FIELDS }, JSON_RECORD],
    ['csv: a quote doubled, numbers bare', { field_names: FIELDS, output_type: 'csv' }, CSV_RECORD],
    ['csv: lists', { field_names: ['WorkerSubrequest', 'BotTags'], output_type: 'csv' }, 'false,"[]"\n'],
    [
      'tsv',
      { field_names: ['ClientIP', 'RayID'], output_type: 'csv', field_delimiter: '\t' },
      '"192.0.2.1"\t"0123456789abcdef"\n',
    ],
    [
      'null for a default, and no suffix',
      { ...ONE, record_prefix: null, record_suffix: '' },
      '{"EdgeResponseStatus":404',
    ],
    [
      'own prefix and suffix',
      { ...ONE, record_prefix: '\n{{', record_suffix: '}}' },
      '\n{{"EdgeResponseStatus":404}}',
    ],
    ['csv with an own prefix', { ...ONE, output_type: 'csv', record_prefix: '> ' }, '> 404\n'],
  ])('%s', (_name, options, expected) => {
    expect(record(options)).toBe(expected);
  });

  it.each([
    ['unixnano', '1738555506789000000'],
    ['unix', '1738555506'],
    ['rfc3339', '"2025-02-03T04:05:06Z"'],
    ['rfc3339ms', '"2025-02-03T04:05:06.789Z"'],
    ['rfc3339ns', '"2025-02-03T04:05:06.789000000Z"'],
  ])('timestamps as %s, the same in both types', (timestamp_format, expected) => {
    const options = { field_names: ['EdgeStartTimestamp'], timestamp_format };
    expect(record(options)).toBe(`{"EdgeStartTimestamp":${expected}}\n`);
    expect(record({ ...options, output_type: 'csv' })).toBe(`${expected}\n`);
  });
});

it.each<[string, string, Options | null, string]>([
  [
    'as a query',
    'fields=EdgeResponseStatus,EdgeStartTimestamp&timestamps=unix',
    null,
    '404,"EdgeStartTimestamp":1738555506',
  ],
  ['as a URL', 'https://x.example/y?fields=EdgeResponseStatus', null, '404'],
  [
    'unless there are output_options',
    'fields=RayID&timestamps=unix',
    { field_names: ['EdgeResponseStatus'] },
    '404',
  ],
])(
  'docs/internals/service.md 5.3: options of a record, %s',
  (_what, logpull_options, output_options, rest) => {
    const write = recordWriter(outputOf(jobOf({ logpull_options, output_options })));
    expect(write(ENTRY)).toBe(`{"EdgeResponseStatus":${rest}}\n`);
  },
);

describe('docs/internals/service.md 5.4: a record template', () => {
  const template = (record_template: string, options: Options = {}): string =>
    record({ field_names: ['ClientIP', 'EdgeResponseStatus'], record_template, ...options });

  it.each<[string, string, string]>([
    ['fields under other names', '"ip":{{.ClientIP}},"n":{{.RayID}}', '{"ip":"192.0.2.1","n":null}\n'],
    ['spaces within an action', '{{ .EdgeResponseStatus }}', '{404}\n'],
    ['the same field twice', '{{.EdgeResponseStatus}}-{{.EdgeResponseStatus}}', '{404-404}\n'],
    ['a field that the job does not list', '{{.RayID}}', '{null}\n'],
    ['a constant', '{{"{{ \\"a\\" }}"}}', '{{{ "a" }}}\n'],
    ['a raw constant', '{{`a "b" }}`}}', '{a "b" }}}\n'],
    ['a comment', 'a{{/* not seen */}}b', '{ab}\n'],
    ['text alone', 'always', '{always}\n'],
    ['an invalid action, as text', '{{if .ClientIP}}', '{{{if .ClientIP}}}\n'],
  ])('has %s', (_name, text, expected) => {
    expect(template(text)).toBe(expected);
  });

  it('ignores the field delimiter', () => {
    const options = { output_type: 'csv', field_delimiter: ';' };
    expect(template('{{.ClientIP}} {{.EdgeResponseStatus}}', options)).toBe('"192.0.2.1" 404\n');
  });
});

describe('docs/internals/service.md 5.4: a file', () => {
  it.each<[string, Options, string]>([
    [
      'has a prefix, a suffix and delimiters between records',
      { batch_prefix: '[', batch_suffix: ']\n', record_suffix: '}', record_delimiter: ',\n' },
      '[{"EdgeResponseStatus":200},\n{"EdgeResponseStatus":404}]\n',
    ],
    [
      'has a header line in front of csv',
      { output_type: 'csv', batch_prefix: 'EdgeResponseStatus\n' },
      'EdgeResponseStatus\n200\n404\n',
    ],
  ])('%s', async (_name, options, expected) => {
    const { traffic, zone, texts } = logZone([
      { output_options: { field_names: ['EdgeResponseStatus'], ...options } },
    ]);
    await traffic.send(zone.id, [{}, { response: { status: 404 } }]);
    expect(texts()).toEqual([expected]);
  });

  const AGENT = { field_names: ['ClientRequestUserAgent'] };
  it.each<[string, Partial<LogpushJob>, string]>([
    ['with the option', { output_options: { ...AGENT, 'CVE-2021-44228': true } }, 'x{jndi:ldap://a} $x{b}'],
    [
      'with it in a query',
      { logpull_options: 'fields=ClientRequestUserAgent&CVE-2021-44228=true' },
      'x{jndi:ldap://a} $x{b}',
    ],
    ['not without it', { output_options: { ...AGENT, 'CVE-2021-44228': false } }, '${jndi:ldap://a} $${b}'],
  ])('has defused look-ups %s', async (_when, job, expected) => {
    const { traffic, zone, texts } = logZone([job]);
    await traffic.send(zone.id, [{ headers: { 'User-Agent': '${jndi:ldap://a} $${b}' } }]);
    expect(texts()).toEqual([`{"ClientRequestUserAgent":"${expected}"}\n`]);
  });
});
