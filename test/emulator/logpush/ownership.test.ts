import { createHmac } from 'node:crypto';
import { DEFAULT_ZONE_ID, createEmulator } from '../../../emulator';
import { virtualClock } from '../../../emulator/service/clock';
import { caller } from '../client';
import { JOBS, R2, S3, challengeFor, plainJob } from './job-client';

const OTHER_ZONE_ID = 'f'.repeat(32);
const DAY = 24 * 60 * 60 * 1000;

const TWO_ZONES = {
  zones: [
    { id: DEFAULT_ZONE_ID, name: 'example.com' },
    { id: OTHER_ZONE_ID, name: 'example.org' },
  ],
};

const OTHER_DESTINATION = 'it was made for another destination';

const POINTER = { pointer: '/ownership_challenge' };

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

function forged(token: string, change: Record<string, unknown>): string {
  const [header = '', , signature = ''] = token.split('.');
  const payload = Buffer.from(JSON.stringify({ ...claimsOf(token), ...change })).toString('base64url');
  return [header, payload, signature].join('.');
}

describe('the ownership challenge (docs/internals/service.md 5.6)', () => {
  it('goes into a file at the destination, and the answer contains only its name', async () => {
    const emulator = createEmulator();
    const { status, body } = await caller(emulator)('POST', '/logpush/ownership', { destination_conf: S3 });
    expect([status, body.result]).toEqual([
      200,
      {
        filename: expect.stringMatching(/^logs\/ownership-challenge-[0-9a-f]{8}\.txt$/),
        message: '',
        valid: true,
      },
    ]);
    const [file, ...others] = emulator.control.destinations.files();
    expect(others).toEqual([]);
    expect(file).toEqual({
      destination: 's3://bucket/logs',
      name: body.result.filename.replace('logs/', ''),
      at: '2025-01-01T00:00:00.000000Z',
      text: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
    expect(JSON.stringify(body)).not.toContain(file?.text);
    expect(claimsOf(file?.text ?? '')).toEqual({
      zone_id: DEFAULT_ZONE_ID,
      destination: expect.stringMatching(/^[0-9a-f]{64}$/),
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      iat: Date.parse('2025-01-01T00:00:00Z') / 1000,
      exp: Date.parse('2025-01-08T00:00:00Z') / 1000,
    });
  });

  it('fills in the day', async () => {
    const emulator = createEmulator();
    const call = caller(emulator);
    const destination = 'gs://bucket/{DATE}';
    const { result } = (await call('POST', '/logpush/ownership', { destination_conf: destination })).body;
    expect(result.filename).toMatch(/^20250101\/ownership-challenge-/);
    expect(emulator.control.destinations.files()[0]?.destination).toBe('gs://bucket/20250101');
    const token = emulator.control.destinations.files()[0]?.text;
    const job = await call('POST', JOBS, { destination_conf: destination, ownership_challenge: token });
    expect(job.body.result).toEqual(plainJob(1, destination));
  });

  it.each([
    ['a destination that refuses files', 's3://bucket/refused?region=x', 'no access'],
    ['an invalid destination', 'ftp://bucket', expect.stringContaining('its scheme must be one of')],
  ])('is reported as not valid for %s', async (_name, destination, message) => {
    const emulator = createEmulator();
    emulator.control.destinations.refuse('s3://bucket/refused', 'no access');
    const { status, body } = await caller(emulator)('POST', '/logpush/ownership', {
      destination_conf: destination,
    });
    expect([status, body.result]).toEqual([200, { filename: '', message, valid: false }]);
    expect(emulator.control.destinations.files()).toEqual([]);
  });

  it.each([
    S3,
    'gs://bucket/logs',
    'azure://account.blob.example/container?sig=secret',
    'sumo://collector.example/receiver/v1/http/code',
  ])('allows creating a job to %s', async (destination) => {
    const emulator = createEmulator();
    const call = caller(emulator);
    const refused = await call('POST', JOBS, { destination_conf: destination });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [
        {
          code: 1002,
          message:
            `ownership_challenge is required for this destination; POST /client/v4/zones/${DEFAULT_ZONE_ID}/logpush/ownership ` +
            'with this destination_conf; the token arrives there as a file',
          source: POINTER,
        },
      ],
    ]);
    const token = await challengeFor(emulator, destination);
    const job = await call('POST', JOBS, { destination_conf: destination, ownership_challenge: token });
    expect([job.status, job.body.result]).toEqual([200, plainJob(1, destination)]);
  });

  it.each([
    R2,
    `${S3}&access-key-id=k&secret-access-key=s`,
    's3://bucket/logs?endpoint=store.example&access-key-id=k&secret-access-key=s',
    'https://receiver.example/logs',
    'splunk://splunk.example:8088/services/collector/raw?channel=c&header_Authorization=Splunk%20t',
    'datadog://intake.example/v1/input?header_DD-API-KEY=k',
  ])('is not needed for %s, where any token is ignored', async (destination) => {
    const call = caller(createEmulator());
    expect((await call('POST', JOBS, { destination_conf: destination })).status).toBe(200);
    const withToken = await call('POST', JOBS, { destination_conf: destination, ownership_challenge: 'any' });
    expect(withToken.status).toBe(200);
  });

  const FOREIGN = 'it is not a token of this service';
  const UNSIGNED = 'its signature is not valid';
  const resigned = (token: string): string => {
    const signed = token.split('.').slice(0, 2).join('.');
    return `${signed}.${createHmac('sha256', 'key').update(signed).digest('base64url')}`;
  };
  it.each<
    [string, (token: string) => string, string, { readonly zone?: string; readonly destination?: string }?]
  >([
    ['no token of this service', () => 'a.b.c', FOREIGN],
    ['a token with one part more', (token) => `${token}.x`, FOREIGN],
    ['claims that were changed', (token) => forged(token, { exp: 9_999_999_999 }), UNSIGNED],
    ['a signature by another key', resigned, UNSIGNED],
    ['the token of another zone', String, 'it was made for another zone', { zone: OTHER_ZONE_ID }],
    ['that of another bucket', String, OTHER_DESTINATION, { destination: S3.replace('bucket', 'other') }],
    ['that of another parameter', String, OTHER_DESTINATION, { destination: `${S3}&sse=AES256` }],
  ])(
    'is refused for %s',
    async (_name, changed, reason, { zone = DEFAULT_ZONE_ID, destination = S3 } = {}) => {
      const emulator = createEmulator({ seed: TWO_ZONES });
      const token = changed(await challengeFor(emulator, destination, caller(emulator, zone)));
      const { status, body } = await caller(emulator)('POST', JOBS, {
        destination_conf: S3,
        ownership_challenge: token,
      });
      expect([status, body.errors]).toEqual([
        400,
        [{ code: 1002, message: `ownership_challenge is refused because ${reason}`, source: POINTER }],
      ]);
      expect((await caller(emulator)('GET', JOBS)).body.result).toEqual([]);
    },
  );

  it('is valid for seven days', async () => {
    const clock = virtualClock();
    const emulator = createEmulator({ clock });
    const call = caller(emulator);
    const token = await challengeFor(emulator, S3);
    const create = async () => call('POST', JOBS, { destination_conf: S3, ownership_challenge: token });
    const validate = async () =>
      (
        await call('POST', '/logpush/ownership/validate', {
          destination_conf: S3,
          ownership_challenge: token,
        })
      ).body.result;
    clock.advance(7 * DAY - 1000);
    expect([(await create()).status, await validate()]).toEqual([200, { valid: true }]);
    clock.advance(1000);
    const late = await create();
    expect([late.status, late.body.errors[0]?.message, await validate()]).toEqual([
      400,
      'ownership_challenge is refused because it has expired; request a new one',
      { valid: false },
    ]);
  });

  it('is needed again, in the same update, to change the destination', async () => {
    const emulator = createEmulator();
    const call = caller(emulator);
    const moved = S3.replace('logs', 'moved');
    const first = await challengeFor(emulator, S3);
    await call('POST', JOBS, { destination_conf: S3, ownership_challenge: first });
    for (const sent of [{}, { ownership_challenge: first }]) {
      const { status, body } = await call('PUT', `${JOBS}/1`, { destination_conf: moved, ...sent });
      expect([status, body.errors[0]?.code]).toEqual([400, 1002]);
    }
    const second = await challengeFor(emulator, moved);
    const { body } = await call('PUT', `${JOBS}/1`, { destination_conf: moved, ownership_challenge: second });
    expect(body.result).toEqual(plainJob(1, moved));
  });

  it('is not needed for an update that keeps the destination, where an old token is ignored', async () => {
    const clock = virtualClock();
    const emulator = createEmulator({ clock });
    const call = caller(emulator);
    const token = await challengeFor(emulator, S3);
    await call('POST', JOBS, { destination_conf: S3, ownership_challenge: token });
    clock.advance(30 * DAY);
    const sent = { destination_conf: S3, ownership_challenge: token, enabled: true };
    expect((await call('PUT', `${JOBS}/1`, sent)).body.result).toEqual({ ...plainJob(1, S3), enabled: true });
  });
});
