import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders, RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createEmulator } from '../../../emulator';
import { createDestinations } from '../../../emulator/destinations/destinations';
import { virtualClock } from '../../../emulator/service/clock';
import { refusingPort } from '../../support/refusing-port';
import { caller } from '../client';
import { JOBS, plainJob, R2 } from '../logpush/job-client';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const TEST_TEXT = JSON.stringify({ content: 'test', filename: 'test.txt' });

const BATCH = gzipSync('{"RayID":"a"}\n');

function upload(destination: string) {
  return {
    destination,
    name: '20250101/a.log.gz',
    content: BATCH,
    contentType: 'application/json',
    contentEncoding: 'gzip' as const,
  };
}

async function listening(server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

describe('HTTP receivers', () => {
  const received: Received[] = [];
  const servers: { close(): unknown; closeAllConnections?(): void }[] = [];
  const receive =
    (status = 200, headers = {}): RequestListener =>
    async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method, url, headers: sent } = request;
      received.push({ method, url, headers: sent, body: Buffer.concat(chunks) });
      response.writeHead(status, headers).end('answer');
    };
  const start = async (listener: RequestListener, host?: string): Promise<number> => {
    const server = createServer(listener);
    servers.push(server);
    return listening(server, host);
  };
  afterEach(() => {
    received.length = 0;
    for (const server of servers.splice(0)) {
      server.closeAllConnections?.();
      server.close();
    }
  });

  it('get the file with the headers and parameters of the destination', async () => {
    const port = await start(receive(204));
    const destinations = createDestinations({ clock: virtualClock() });
    const destination = `http://user:pass@127.0.0.1:${port}/in/{DATE}?tags=a%20b&header_X-Key=k%201&header_Content-Length=1&header_Transfer-Encoding=chunked`;
    expect(await destinations.upload(upload(destination))).toEqual({ ok: true });
    expect(received).toEqual([
      {
        method: 'POST',
        url: '/in/20250101?tags=a+b',
        headers: {
          host: `127.0.0.1:${port}`,
          authorization: `Basic ${Buffer.from('user:pass').toString('base64')}`,
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          'content-length': String(BATCH.length),
          'x-key': 'k 1',
          connection: expect.any(String),
        },
        body: BATCH,
      },
    ]);
    expect(destinations.files()).toEqual([
      {
        destination: `http://127.0.0.1:${port}/in/20250101`,
        name: '20250101/a.log.gz',
        at: '2025-01-01T00:00:00.000000Z',
        text: '{"RayID":"a"}\n',
      },
    ]);
  });

  it.each(['localhost', 'logs.localhost', '127.0.0.1'])('are connected at %s', async (host) => {
    const port = await start(receive());
    const destinations = createDestinations({ clock: virtualClock() });
    expect(await destinations.upload(upload(`http://${host}:${port}/`))).toEqual({ ok: true });
    expect(received.map(({ headers }) => headers.host)).toEqual([`${host}:${port}`]);
  });

  it.each([
    ['200', 200, {}, { ok: true }],
    ['299', 299, {}, { ok: true }],
    ['403', 403, {}, { ok: false, message: 'the destination answered with status 403' }],
    ['500', 500, {}, { ok: false, message: 'the destination answered with status 500' }],
    [
      'a redirect, which is not followed',
      302,
      { location: '/elsewhere' },
      { ok: false, message: 'the destination answered with status 302' },
    ],
  ])('are judged by the status: %s', async (_name, status, headers, outcome) => {
    const port = await start(receive(status, headers));
    const destinations = createDestinations({ clock: virtualClock() });
    expect(await destinations.upload(upload(`http://127.0.0.1:${port}/`))).toEqual(outcome);
    expect(received).toHaveLength(1);
    expect(destinations.files()).toHaveLength(outcome.ok ? 1 : 0);
  });

  it('on a port where nothing listens are an outcome', async () => {
    const { port, release } = await refusingPort();
    const destinations = createDestinations({ clock: virtualClock() });
    expect(await destinations.upload(upload(`http://127.0.0.1:${port}/`))).toEqual({
      ok: false,
      message: 'the destination could not be reached: ECONNREFUSED',
    });
    release();
  });

  it('that do not answer in HTTP are an outcome', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.end('not HTTP at all\r\n\r\n');
    });
    servers.push(server);
    const port = await listening(server as unknown as Server);
    const destinations = createDestinations({ clock: virtualClock() });
    expect(await destinations.upload(upload(`http://127.0.0.1:${port}/`))).toEqual({
      ok: false,
      message: expect.stringMatching(/^the destination could not be reached: /),
    });
  });

  it('that do not answer are given up', async () => {
    const port = await start(() => {});
    const destinations = createDestinations({ clock: virtualClock(), timeoutMs: 50 });
    expect(await destinations.upload(upload(`http://127.0.0.1:${port}/`))).toEqual({
      ok: false,
      message: 'the destination did not answer within 0.05 seconds',
    });
  });

  it('do not delay a delivery with the body of their answer', async () => {
    const limit = new AbortController();
    jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal);
    let cut: () => void = () => {};
    const isCut = new Promise<void>((resolve) => (cut = resolve));
    const port = await start((_request, response) => {
      response.writeHead(200);
      response.write('and so on');
      response.on('close', cut);
    });
    const destinations = createDestinations({ clock: virtualClock() });
    expect(await destinations.upload(upload(`http://127.0.0.1:${port}/`))).toEqual({ ok: true });
    limit.abort();
    await isCut;
  });

  it.each([
    'https://receiver.example/logs',
    'https://192.0.2.1/',
    'https://localhost.example/',
    'https://[::ffff:7f00:1]/',
    'sumo://collector.example/code',
    'splunk://splunk.example:8088/raw?header_Authorization=t',
    'datadog://intake.example/v1?header_DD-API-KEY=k',
  ])('are never connected at %s, whose files are kept as if delivered', async (destination) => {
    const destinations = createDestinations({ clock: virtualClock(), timeoutMs: 1 });
    expect(await destinations.upload(upload(destination))).toEqual({ ok: true });
    expect(destinations.files().map(({ text }) => text)).toEqual(['{"RayID":"a"}\n']);
  });

  describe('with TLS', () => {
    const folder = mkdtempSync(join(tmpdir(), 'receivers-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    beforeAll(() => {
      const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
      const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
      execFileSync(
        'openssl',
        ['req', '-x509', ...newKey, '-keyout', key, '-out', cert, '-days', '2', ...subject],
        {
          stdio: 'ignore',
        },
      );
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    it.each([
      ['https', '', false],
      ['splunk', '&insecure-skip-verify=false', false],
      ['splunk', '&insecure-skip-verify=true', true],
    ])('with %s need a trusted certificate%s: %s', async (scheme, parameter, ok) => {
      const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, receive());
      servers.push(server);
      const port = await listening(server);
      const destinations = createDestinations({ clock: virtualClock() });
      const destination = `${scheme}://localhost:${port}/raw?channel=c&header_Authorization=t${parameter}`;
      const message = 'the destination could not be reached: DEPTH_ZERO_SELF_SIGNED_CERT';
      expect(await destinations.upload(upload(destination))).toEqual(ok ? { ok } : { ok, message });
      expect(received.map(({ url, headers }) => [url, headers['authorization']])).toEqual(
        ok ? [['/raw?channel=c', 't']] : [],
      );
    });

    it('get the key of IBM Cloud Logs as a bearer token, not in the address', async () => {
      const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, receive());
      servers.push(server);
      const port = await listening(server);
      const destinations = createDestinations({ clock: virtualClock() });
      const destination = `ibmcl://localhost:${port}/logs/v1/singles?ibm_api_key=k&insecure-skip-verify=true`;
      expect(await destinations.upload(upload(destination))).toEqual({ ok: true });
      expect(received.map(({ url, headers }) => [url, headers['authorization']])).toEqual([
        ['/logs/v1/singles', 'Bearer k'],
      ]);
    });
  });

  it.each([
    ['bq://projects/p/datasets/d/tables/t?credentials=url:x', 'bq://projects/p/datasets/d/tables/t', ''],
    ['ibmcl://i.logs.example/v1?ibm_api_key=k', 'ibmcl://i.logs.example/v1', TEST_TEXT],
    ['sentinelone://s.example/raw?header_Authorization=t', 'sentinelone://s.example/raw', TEST_TEXT],
  ])('elsewhere never get a file; a job for %s leaves its test file in memory', async (sent, shown, text) => {
    const emulator = createEmulator();
    const { status } = await caller(emulator)('POST', JOBS, { destination_conf: sent });
    expect(status).toBe(200);
    const files = emulator.control.destinations.files().map((file) => [file.destination, file.text]);
    expect(files).toEqual([[shown, text]]);
  });

  it.each([
    ['receivers', 0],
    ['all', 1],
  ] as const)(
    'and buckets are tested as tested_destinations says: %s',
    async (tested_destinations, files) => {
      const emulator = createEmulator({ seed: { options: { tested_destinations } } });
      const call = caller(emulator);
      const { body } = await call('POST', JOBS, { destination_conf: R2 });
      expect(emulator.control.destinations.files()).toHaveLength(files);
      emulator.control.destinations.refuse('r2://', 'no access');
      const { status } = await call('PUT', `${JOBS}/${body.result.id}`, { enabled: true });
      expect(status).toBe(files === 0 ? 200 : 400);
    },
  );

  it('get the test file of a job, compressed, when the job is saved', async () => {
    const port = await start(receive());
    const call = caller(createEmulator());
    const destination = `http://localhost:${port}/logs?header_X-Key=k`;
    const { status, body } = await call('POST', JOBS, { destination_conf: destination });
    expect([status, body.result]).toEqual([200, plainJob(1, destination)]);
    expect(received).toHaveLength(1);
    const [file] = received;
    expect(file?.headers).toMatchObject({ 'content-encoding': 'gzip', 'x-key': 'k' });
    expect(JSON.parse(gunzipSync(file?.body ?? '').toString())).toEqual({
      content: 'test',
      filename: 'test.txt',
    });
  });
});
