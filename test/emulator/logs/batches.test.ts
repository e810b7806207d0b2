import { gunzipSync } from 'node:zlib';
import type { LogpushJob } from '../../../emulator/logpush/logpush-state';
import { outputOf } from '../../../emulator/logpush/output';
import { divide } from '../../../emulator/logs/push-job';
import { jobOf, logZone, START } from './log-zone';

function sizes(texts: readonly string[], parts: Partial<LogpushJob>) {
  const job = jobOf(parts);
  const { full, open } = divide(
    texts.map((text) => ({ at: START, text })),
    job,
    outputOf(job),
  );
  return { full: full.map((batch) => batch.map((record) => record.text).join('')), open: open.length };
}

const BQ = 'bq://projects/p/datasets/d/tables/t?credentials=url:x';
const DATADOG = 'datadog://intake.example?header_DD-API-KEY=k';
const IBM = 'ibmcl://i.logs.example/v1?ibm_api_key=k';

const records = (count: number) => Array<string>(count).fill('a');
const LARGE = ['a'.repeat(1_500_000), 'b'.repeat(600_000)];
const AT_DATADOG = { destination_conf: DATADOG, max_upload_records: 100_000 };
const BOTH = { max_upload_records: 2, max_upload_bytes: 4 };

const framed = {
  output_options: { field_names: ['RayID'], batch_prefix: '<<', batch_suffix: '>>', record_delimiter: ',' },
};

describe('docs/internals/service.md 5.2: max_upload_records and max_upload_bytes', () => {
  it.each<[string, readonly string[], Partial<LogpushJob>, ReturnType<typeof sizes>]>([
    ['no limits', ['a', 'b', 'c'], {}, { full: [], open: 3 }],
    [
      'the limit of tables',
      records(50_001),
      { destination_conf: BQ },
      { full: ['a'.repeat(50_000)], open: 1 },
    ],
    [
      'that of Datadog above that of the job',
      records(1_001),
      AT_DATADOG,
      { full: ['a'.repeat(1_000)], open: 1 },
    ],
    ['the bytes of IBM Cloud Logs', LARGE, { destination_conf: IBM }, { full: LARGE.slice(0, 1), open: 1 }],
    [
      'a limit of the job below that',
      ['a', 'b', 'c'],
      { ...AT_DATADOG, max_upload_records: 2 },
      { full: ['ab'], open: 1 },
    ],
    ['as many records as the limit', ['a', 'b'], { max_upload_records: 2 }, { full: ['ab'], open: 0 }],
    ['more records', ['a', 'b', 'c', 'd', 'e'], { max_upload_records: 2 }, { full: ['ab', 'cd'], open: 1 }],
    ['as many bytes as the limit', ['aa', 'bb'], { max_upload_bytes: 4 }, { full: ['aabb'], open: 0 }],
    ['a record that would be too much', ['aa', 'bbb'], { max_upload_bytes: 4 }, { full: ['aa'], open: 1 }],
    ['bytes, not characters', ['é', 'é', 'é'], { max_upload_bytes: 4 }, { full: ['éé'], open: 1 }],
    [
      'one beyond the limit',
      ['a', 'bbbbbb', 'c'],
      { max_upload_bytes: 4 },
      { full: ['a', 'bbbbbb'], open: 1 },
    ],
    [
      'what frames them, counted',
      ['a', 'b', 'c'],
      { ...framed, max_upload_bytes: 8 },
      { full: ['ab'], open: 1 },
    ],
    ['both, whichever comes first', ['a', 'b', 'cccc', 'd'], BOTH, { full: ['ab', 'cccc'], open: 1 }],
  ])('%s', (_name, texts, job, expected) => {
    expect(sizes(texts, job)).toEqual(expected);
  });
});

describe('a file for a destination', () => {
  it('has a name of its own', async () => {
    const { traffic, zone, service, uploads } = logZone([{}, { output_options: { output_type: 'csv' } }]);
    service.clock.set(Date.parse('2025-03-04T05:06:07.890Z'));
    await traffic.send(zone.id, [{}], { push: false });
    service.clock.advance(20_000);
    await traffic.send(zone.id, [{}]);
    expect(uploads).toEqual([
      {
        destination: 's3://logs/zone?region=x',
        name: expect.stringMatching(/^20250304T050607Z_20250304T050627Z_[0-9a-f]{8}\.log\.gz$/) as string,
        content: expect.any(Uint8Array) as Uint8Array,
      },
      expect.objectContaining({ destination: 's3://logs/zone?region=x' }),
    ]);
    expect(uploads[0]?.name.slice(-15)).not.toBe(uploads[1]?.name.slice(-15));
  });

  it('for Datadog has longer records cut to a megabyte', async () => {
    const { traffic, zone, texts } = logZone([
      { destination_conf: DATADOG, logpull_options: 'fields=ClientRequestURI' },
    ]);
    await traffic.send(zone.id, [{ path: `/${'a'.repeat(1_100_000)}` }, { path: '/b' }]);
    const [text = ''] = texts();
    expect(text.length).toBe(1_000_000 + '{"ClientRequestURI":"/b"}\n'.length);
    expect(text).toMatch(/a\{"ClientRequestURI":"\/b"\}\n$/);
  });

  it('has no time in its gzip header, so that every run gives the same bytes', async () => {
    const { traffic, zone, uploads } = logZone([{}]);
    await traffic.send(zone.id, [{}]);
    const content = Buffer.from(uploads[0]?.content ?? []);
    // RFC 1952 section 2.3.1: bytes 4 to 7 are the time of modification.
    expect([content.readUInt16BE(0), content.readUInt32LE(4)]).toEqual([0x1f8b, 0]);
    expect(gunzipSync(content).toString()).toMatch(/^\{"RayID":"[0-9a-f]{16}"\}\n$/);
  });
});
