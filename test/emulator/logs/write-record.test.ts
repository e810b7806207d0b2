import fc from 'fast-check';
import { outputOf } from '../../../emulator/logpush/output';
import type { LogEntry } from '../../../emulator/logs/field-values';
import { recordWriter } from '../../../emulator/logs/write-record';
import { entryOf, exchangeOf, jobOf, logZone } from './log-zone';
import { codePoint } from '../../support/code-point';

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
  it.each<[string, Options, string]>([
    [
      'ndjson, the default',
      { field_names: FIELDS },
      '{"ClientIP":"192.0.2.1","EdgeStartTimestamp":1738555506789000000,"EdgeResponseStatus":404,' +
        '"RequestHeaders":{"a":"say \\"hi\\", ${you}"}}\n',
    ],
    [
      'ndjson, fields in the order of the list',
      { field_names: ['EdgeResponseStatus', 'ClientIP'] },
      '{"EdgeResponseStatus":404,"ClientIP":"192.0.2.1"}\n',
    ],
    [
      'csv: texts and objects in quotes, a quote doubled, numbers bare',
      { field_names: FIELDS, output_type: 'csv' },
      '"192.0.2.1",1738555506789000000,404,"{""a"":""say \\""hi\\"", ${you}""}"\n',
    ],
    [
      'csv: true, false and lists',
      { field_names: ['WorkerSubrequest', 'BotTags'], output_type: 'csv' },
      'false,"[]"\n',
    ],
    [
      'tsv',
      { field_names: ['ClientIP', 'EdgeResponseStatus'], output_type: 'csv', field_delimiter: '\t' },
      '"192.0.2.1"\t404\n',
    ],
    [
      'own prefix and suffix',
      { field_names: ['EdgeResponseStatus'], record_prefix: '\n{"info":{', record_suffix: '}}' },
      '\n{"info":{"EdgeResponseStatus":404}}',
    ],
    [
      'csv with an own prefix',
      { field_names: ['EdgeResponseStatus'], output_type: 'csv', record_prefix: '> ' },
      '> 404\n',
    ],
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

describe('docs/internals/service.md 5.4: a record template', () => {
  const template = (record_template: string, options: Options = {}): string =>
    record({ field_names: ['ClientIP', 'EdgeResponseStatus'], record_template, ...options });

  it.each<[string, string, string]>([
    [
      'fields under other names',
      '"ip":{{.ClientIP}},"code":{{.EdgeResponseStatus}}',
      '{"ip":"192.0.2.1","code":404}\n',
    ],
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
    expect(
      template('{{.ClientIP}} {{.EdgeResponseStatus}}', { output_type: 'csv', field_delimiter: ';' }),
    ).toBe('"192.0.2.1" 404\n');
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

  it.each([
    [true, '{"ClientRequestUserAgent":"x{jndi:ldap://a} $x{b}"}\n'],
    [false, '{"ClientRequestUserAgent":"${jndi:ldap://a} $${b}"}\n'],
  ])('has defused look-ups: %s', async (guards, expected) => {
    const { traffic, zone, texts } = logZone([
      { output_options: { field_names: ['ClientRequestUserAgent'], 'CVE-2021-44228': guards } },
    ]);
    await traffic.send(zone.id, [{ headers: { 'User-Agent': '${jndi:ldap://a} $${b}' } }]);
    expect(texts()).toEqual([expected]);
  });
});

describe('for any values,', () => {
  const texts = fc.string({ unit: codePoint });
  const data = fc.dictionary(texts, fc.oneof(texts, fc.array(texts, { maxLength: 3 })), { maxKeys: 4 });
  const names = ['RayID', 'ClientRequestURI', 'EdgeResponseStatus', 'RequestHeaders', 'Cookies'];
  const values = fc.record({ uri: texts, status: fc.integer(), headers: data, cookies: data });
  const entries = values.map(({ uri, status, headers, cookies }) =>
    entryOf({
      exchange: exchangeOf({ uri, status }),
      customFields: { RequestHeaders: headers, Cookies: cookies, ResponseHeaders: {} },
    }),
  );
  const expected = ({ rayId, exchange, customFields }: LogEntry) => [
    rayId,
    exchange.uri,
    exchange.status,
    customFields.RequestHeaders,
    customFields.Cookies,
  ];

  it('ndjson reads back to them, one record on each line', () => {
    fc.assert(
      fc.property(fc.array(entries, { maxLength: 5 }), (list) => {
        const lines = list.map((entry) => record({ field_names: names }, entry)).join('');
        const parsed = lines
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line) as object);
        expect(parsed.map((line) => Object.keys(line))).toEqual(list.map(() => names));
        expect(parsed.map((line) => Object.values(line) as unknown)).toEqual(list.map(expected));
      }),
    );
  });

  it.each([',', ';', '\t', '|'])('csv with %p reads back to them', (delimiter) => {
    const options = { field_names: names, output_type: 'csv', field_delimiter: delimiter };
    fc.assert(
      fc.property(fc.array(entries, { maxLength: 5 }), (list) => {
        const rows = parseCsv(list.map((entry) => record(options, entry)).join(''), delimiter);
        const parsed = rows.map(([ray, uri, status, headers, cookies]) => [
          ray,
          uri,
          Number(status),
          JSON.parse(headers ?? ''),
          JSON.parse(cookies ?? ''),
        ]);
        expect(parsed).toEqual(list.map(expected));
      }),
    );
  });
});

/** A parser of RFC 4180, character by character, independent of the writer. */
function parseCsv(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (quoted && character === '"' && text[at + 1] === '"') {
      field += '"';
      at += 1;
    } else if (character === '"') quoted = !quoted;
    else if (!quoted && (character === delimiter || character === '\n')) {
      row.push(field);
      field = '';
      if (character === delimiter) continue;
      rows.push(row);
      row = [];
    } else field += character ?? '';
  }
  expect([quoted, row, field]).toEqual([false, [], '']);
  return rows;
}
