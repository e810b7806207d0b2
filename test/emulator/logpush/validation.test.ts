import { createEmulator } from '../../../emulator';
import { caller } from '../client';
import { JOBS, R2, plainJob } from './job-client';

const HTTPS = 'https://receiver.example/logs?header_Authorization=secret';

describe('validation (docs/internals/service.md 5.1)', () => {
  it.each([
    [{ logpull_options: 'fields=RayID,Cookies&timestamps=rfc3339' }, true],
    [{ logpull_options: 'fields=QueryName', dataset: 'dns_logs' }, true],
    [{ logpull_options: 'fields=QueryName' }, false],
    [{ logpull_options: 'fields=RayID', dataset: 'dns_logs' }, false],
    [{ logpull_options: 'nonsense' }, false],
    [{ logpull_options: null }, true],
    [{ logpull_options: '', dataset: null }, true],
  ])('reports whether the options %j are valid: %s', async (sent, valid) => {
    const { status, body } = await caller(createEmulator())('POST', '/logpush/validate/origin', sent);
    expect([status, body.result.valid, body.result.message === '']).toEqual([200, valid, valid]);
  });

  it('says what is wrong with options', async () => {
    const sent = { logpull_options: 'fields=Ray&sample=2' };
    const { body } = await caller(createEmulator())('POST', '/logpush/validate/origin', sent);
    const of = "'fields=Ray&sample=2' is not a valid value for logpull_options because";
    expect(body.result).toEqual({
      valid: false,
      message: `${of} the dataset has no field 'Ray'; ${of} sample must be more than 0 and at most 1, not '2'`,
    });
  });

  it.each([
    [R2, ''],
    [HTTPS, ''],
    ['https://refused.example/', 'status 403'],
    ['s3://bucket', 's3 needs the parameter region'],
    ['bucket', 'it must be of the form scheme://bucket-or-host/path?parameters'],
  ])('reports the problem of the destination %s: %j', async (destination, message) => {
    const emulator = createEmulator();
    emulator.control.destinations.refuse('https://refused', 'status 403');
    const sent = { destination_conf: destination };
    const { status, body } = await caller(emulator)('POST', '/logpush/validate/destination', sent);
    expect([status, body.result]).toEqual([200, { valid: message === '', message }]);
    const arrived = emulator.control.destinations.files().map(({ name, text }) => [name, text]);
    const testFile = ['test.txt.gz', '{"content":"test","filename":"test.txt"}'];
    expect(arrived).toEqual(message === '' ? [testFile] : []);
  });

  it('reports whether a destination is in use, by its whole text', async () => {
    const call = caller(createEmulator());
    await call('POST', JOBS, { destination_conf: R2 });
    const exists = async (destination: string) =>
      (await call('POST', '/logpush/validate/destination/exists', { destination_conf: destination })).body
        .result;
    expect([await exists(R2), await exists(`${R2}&x=y`)]).toEqual([{ exists: true }, { exists: false }]);
  });
});

describe('destinations that are tested when a job is saved (docs/internals/service.md 5.2)', () => {
  it.each([
    HTTPS,
    'splunk://splunk.example:8088/raw?header_Authorization=s',
    'datadog://intake.example/v1/input?header_DD-API-KEY=k',
  ])('uploads a test file to %s on creation and on every update', async (destination) => {
    const emulator = createEmulator();
    const call = caller(emulator);
    await call('POST', JOBS, { destination_conf: destination });
    await call('PUT', `${JOBS}/1`, { name: 'other' });
    const file = {
      destination: destination.split('?')[0],
      name: 'test.txt.gz',
      at: expect.any(String),
      text: '{"content":"test","filename":"test.txt"}',
    };
    expect(emulator.control.destinations.files()).toEqual([file, file]);
  });

  it('refuses to save a job whose destination refuses the file', async () => {
    const emulator = createEmulator();
    const call = caller(emulator);
    await call('POST', JOBS, { destination_conf: HTTPS });
    emulator.control.destinations.refuse('https://receiver.example', 'the receiver answered with status 500');
    for (const [method, path, body] of [
      ['POST', JOBS, { destination_conf: HTTPS }],
      ['PUT', `${JOBS}/1`, { enabled: true }],
    ] as const) {
      const answer = await call(method, path, body);
      const message =
        'error validating destination: error writing object: the receiver answered with status 500';
      expect([answer.status, answer.body.errors]).toEqual([
        400,
        [{ code: 1002, message, source: { pointer: '/destination_conf' } }],
      ]);
    }
    expect((await call('GET', JOBS)).body.result).toEqual([plainJob(1, HTTPS)]);
    emulator.control.destinations.accept();
    expect((await call('PUT', `${JOBS}/1`, { enabled: true })).status).toBe(200);
  });
});
