import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createEmulator } from '../../../emulator';
import { createDestinations } from '../../../emulator/destinations/destinations';
import { virtualClock } from '../../../emulator/service/clock';
import { caller } from '../client';

const BATCH = gzipSync('{"RayID":"a"}\n');

function upload(destination: string, name = 'a.log.gz', content: Uint8Array = BATCH) {
  return { destination, name, content, contentType: 'application/gzip' };
}

describe('object stores', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'object-stores-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it.each([
    ['s3://bucket/logs?region=x', 's3://bucket/logs', 's3/bucket/logs/a.log.gz'],
    ['gs://bucket/', 'gs://bucket', 'gs/bucket/a.log.gz'],
    [
      'r2://bucket/{DATE}/x?account-id=a&access-key-id=k&secret-access-key=s',
      'r2://bucket/20250101/x',
      'r2/bucket/20250101/x/a.log.gz',
    ],
    [
      'azure://account.example/container?sig=s',
      'azure://account.example/container',
      'azure/account.example/container/a.log.gz',
    ],
    [
      'bq://projects/p/datasets/d/tables/t?credentials=base64:e30=',
      'bq://projects/p/datasets/d/tables/t',
      'bq/projects/p/datasets/d/tables/t/a.log.gz',
    ],
    [
      'kinesis://stream?region=x&access-key-id=k&secret-access-key=s',
      'kinesis://stream',
      'kinesis/stream/a.log.gz',
    ],
  ])('keeps a file for %s in memory, uncompressed, and on disk as sent', async (destination, shown, file) => {
    const destinations = createDestinations({ clock: virtualClock(), folder });
    expect(await destinations.upload(upload(destination))).toEqual({ ok: true });
    expect(destinations.files()).toEqual([
      { destination: shown, name: 'a.log.gz', at: '2025-01-01T00:00:00.000000Z', text: '{"RayID":"a"}\n' },
    ]);
    expect(await readFile(join(folder, file))).toEqual(BATCH);
  });

  it.each([
    ['a path that leads out', 'gs://bucket/../../../x', 'a', 'gs/bucket/__/__/__/x/a'],
    ['a name that leads out', 'gs://bucket', '../../../a', 'gs/bucket/__/__/__/a'],
    ['an absolute name', 'gs://bucket', '/etc/a', 'gs/bucket/etc/a'],
    ['a name with NUL', 'gs://bucket', 'a\0b', 'gs/bucket/a_b'],
    ['a name with backslashes', 'gs://bucket', '..\\..\\a', 'gs/bucket/.._.._a'],
    ['the folder itself', 'gs://bucket/./.', 'a', 'gs/bucket/_/_/a'],
  ])('does not leave its folder for %s', async (_name, destination, name, file) => {
    const store = join(folder, 'store');
    const destinations = createDestinations({ clock: virtualClock(), folder: store });
    expect(await destinations.upload(upload(destination, name))).toEqual({ ok: true });
    expect(await readdir(folder)).toEqual(['store']);
    expect(await readFile(join(store, file))).toEqual(BATCH);
  });

  it.each([
    ['a folder that is a file', async () => writeFile(join(folder, 'gs'), ''), 'ENOTDIR|EEXIST'],
    ['a name that is too long', async () => undefined, 'ENAMETOOLONG'],
  ])('reports %s as an outcome', async (_name, prepare, code) => {
    await prepare();
    const destinations = createDestinations({ clock: virtualClock(), folder });
    const name = code === 'ENAMETOOLONG' ? 'a'.repeat(300) : 'a';
    expect(await destinations.upload(upload('gs://bucket', name))).toEqual({
      ok: false,
      message: expect.stringMatching(`^the file could not be stored: (${code})$`),
    });
    expect(destinations.files()).toEqual([]);
  });

  it('reports a malformed destination as an outcome', async () => {
    const destinations = createDestinations({ clock: virtualClock() });
    expect(await destinations.upload(upload('nowhere'))).toEqual({
      ok: false,
      message: expect.stringContaining('the destination is refused because it must be of the form'),
    });
  });

  it('receives the challenge in the folder of the emulator', async () => {
    const emulator = createEmulator({ destinationFolder: folder });
    const sent = { destination_conf: 's3://bucket/logs?region=x' };
    const { result } = (await caller(emulator)('POST', '/logpush/ownership', sent)).body;
    const written = await readFile(join(folder, 's3', 'bucket', result.filename), 'utf8');
    expect(written).toBe(emulator.control.destinations.files()[0]?.text);
    emulator.control.reset();
    expect(emulator.control.destinations.files()).toEqual([]);
    expect(await readFile(join(folder, 's3', 'bucket', result.filename), 'utf8')).toBe(written);
  });

  it('keeps what only looks like gzip unchanged', async () => {
    const destinations = createDestinations({ clock: virtualClock() });
    await destinations.upload(upload('gs://bucket', 'a', Buffer.from([0x1f, 0x8b, 0x41])));
    expect(destinations.files()[0]?.text).toBe(Buffer.from([0x1f, 0x8b, 0x41]).toString());
  });

  it('keeps the last 10,000 files', async () => {
    const destinations = createDestinations({ clock: virtualClock() });
    for (let count = 0; count <= 10_000; count += 1)
      await destinations.upload(upload('gs://bucket', String(count), Buffer.from('x')));
    const names = destinations.files().map(({ name }) => name);
    expect([names.length, names[0], names.at(-1)]).toEqual([10_000, '1', '10000']);
  });
});
