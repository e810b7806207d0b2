import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import type { RunningEmulator } from '../../../emulator';
import { DEFAULT_TOKEN, DEFAULT_ZONE_ID, startEmulator } from '../../../emulator';

const RULESETS = `/zones/${DEFAULT_ZONE_ID}/rulesets`;
const AUTHORIZATION = `Bearer ${DEFAULT_TOKEN}`;

/** What this file has in its folder of temporary files. */
const temporary = (): readonly string[] => readdirSync(tmpdir());
const atFirst = temporary();

let emulator: RunningEmulator;
beforeAll(async () => {
  emulator = await startEmulator({ tls: true });
});
afterAll(async () => {
  expect(temporary()).toHaveLength(atFirst.length + 1);
  await emulator.close();
  expect(temporary()).toEqual(atFirst);
});

interface Finished {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a client that knows of the certificate only by these variables. */
function run(
  program: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<Finished> {
  const env = { PATH: process.env['PATH'], HOME: '/nonexistent', ...environment };
  return new Promise((resolve) => {
    execFile(program, args, { env }, (error, stdout, stderr) =>
      resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

/** Each prints the status of one request, by its own TLS. */
const CLIENTS: Readonly<
  Record<string, (url: string) => readonly [program: string, args: readonly string[]]>
> = {
  curl: (url) => [
    'curl',
    ['-sS', '-o', '/dev/null', '-w', '%{http_code}', '-H', `Authorization: ${AUTHORIZATION}`, url],
  ],
  'Node.js': (url) => [
    process.execPath,
    [
      '-e',
      `fetch('${url}', { headers: { authorization: '${AUTHORIZATION}' } }).then((r) => console.log(r.status))`,
    ],
  ],
  Python: (url) => [
    'python3',
    [
      '-c',
      [
        'import urllib.request as u',
        `r = u.Request('${url}', headers={'Authorization': '${AUTHORIZATION}'})`,
        'print(u.urlopen(r).status)',
      ].join('\n'),
    ],
  ],
};

/** The status that a client prints, by the list above. */
function runClient(name: string, baseUrl: string, environment: Record<string, string>): Promise<Finished> {
  const [program = '', args = []] = CLIENTS[name]?.(baseUrl + RULESETS) ?? [];
  return run(program, args, environment);
}

/** A client that this machine does not have is skipped, and its test says so. */
function itWith(name: string): (title: string, body: () => Promise<void>) => void {
  const [program] = CLIENTS[name]?.('') ?? [''];
  if (spawnSync(program, ['--version']).error === undefined) return it;
  return (title, body) => it.skip(`${title} (not run: needs ${program})`, body);
}

describe('clients that trust the certificate by the variables that the emulator names', () => {
  const cases = [
    ['curl', 'CURL_CA_BUNDLE', '127.0.0.1'],
    ['curl', 'SSL_CERT_FILE', 'localhost'],
    ['Node.js', 'NODE_EXTRA_CA_CERTS', '127.0.0.1'],
    ['Python', 'SSL_CERT_FILE', 'localhost'],
  ] as const;
  for (const [name, variable, host] of cases)
    itWith(name)(`${name} with ${variable} is answered by ${host}`, async () => {
      const trusting = { [variable]: emulator.tls?.environment[variable] ?? '' };
      const { stdout, stderr } = await runClient(name, emulator.baseUrl.replace('127.0.0.1', host), trusting);
      expect([stdout.trim(), stderr]).toEqual(['200', '']);
    });

  it('and no others', async () => {
    const { exitCode, stdout, stderr } = await runClient('curl', emulator.baseUrl, {});
    expect([exitCode, stdout]).toEqual([60, '000']);
    expect(stderr).toMatch(/certificate/i);
    await expect(fetch(emulator.baseUrl + RULESETS)).rejects.toMatchObject({
      cause: { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
    });
  });
});

/** The answer, or the code of the error, to this process, which trusts the certificate by its text. */
function send(
  method: string,
  path: string,
  headers = {},
): Promise<{ response: IncomingMessage; text: string }> {
  return new Promise((resolve, reject) => {
    const ca = emulator.tls?.certificate;
    const sent = request(`${emulator.url}${path}`, { method, ca, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ response, text })).on('error', reject);
    });
    sent.on('error', reject).end();
  });
}

const authorized = { authorization: AUTHORIZATION };

describe('an emulator with https', () => {
  afterEach(() => emulator.control.reset());

  it('names its address, and the file of the certificate', () => {
    expect(emulator.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(emulator.baseUrl).toBe(`${emulator.url}/client/v4`);
    const { certificate = '', certificateFile = '', environment } = emulator.tls ?? {};
    expect(readFileSync(certificateFile, 'utf8')).toBe(certificate);
    expect(environment).toEqual({
      NODE_EXTRA_CA_CERTS: certificateFile,
      SSL_CERT_FILE: certificateFile,
      REQUESTS_CA_BUNDLE: certificateFile,
      CURL_CA_BUNDLE: certificateFile,
    });
  });

  it('answers the service, the control API and the status page', async () => {
    const service = await send('GET', `/client/v4${RULESETS}`, authorized);
    expect([service.response.statusCode, JSON.parse(service.text)]).toEqual([
      200,
      expect.objectContaining({ success: true }),
    ]);
    const { controlToken } = emulator;
    const asBearer = { origin: emulator.url, authorization: `Bearer ${controlToken}` };
    const control = await send('GET', '/_control/zones', asBearer);
    expect([control.response.statusCode, control.text]).toEqual([
      200,
      expect.stringContaining('example.com'),
    ]);
    const asPassword = { authorization: `Basic ${Buffer.from(`:${controlToken}`).toString('base64')}` };
    const page = await send('GET', '/', asPassword);
    expect([page.response.statusCode, page.text]).toEqual([200, expect.stringContaining('example.com')]);
  });

  it.each([
    ['cut', { kind: 'cut', moment: 'before-write' }],
    ['truncated', { kind: 'truncated-body' }],
  ] as const)('an answer that is %s is an error of the connection', async (_case, effect) => {
    emulator.control.faults.put([{ effect }]);
    await expect(send('GET', `/client/v4${RULESETS}`, authorized)).rejects.toMatchObject({
      code: 'ECONNRESET',
    });
  });

  it.each([
    ['GET', ''],
    ['POST', 'a body '.repeat(100_000)],
  ])('tells a client that sends %s with plain http to use https, and keeps running', async (method, body) => {
    const plain = await fetch(`${emulator.url.replace('https', 'http')}/client/v4`, {
      method,
      ...(body !== '' && { body }),
    });
    expect([plain.status, await plain.text()]).toEqual([
      400,
      `The emulator listens with https here, and this request is http. Use ${emulator.url} instead.\n`,
    ]);
    expect(emulator.control.journal()).toEqual([]);
    expect((await send('GET', `/client/v4${RULESETS}`, authorized)).response.statusCode).toBe(200);
  });

  it('listens on ::1 as well', async () => {
    const six = await startEmulator({ tls: true, host: '::1' });
    expect(six.url).toMatch(/^https:\/\/\[::1\]:\d+$/);
    const { stdout } = await runClient('curl', six.baseUrl, { ...six.tls?.environment });
    await six.close();
    expect(stdout).toBe('200');
  });
});

describe('closing an emulator with https', () => {
  it('ends a connection whose handshake is not over, and removes the file of the certificate', async () => {
    const before = temporary();
    const closing = await startEmulator({ tls: true });
    const socket = connect(Number(new URL(closing.url).port), '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    const ended = new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
    await closing.close();
    await ended;
    expect(temporary()).toEqual(before);
  });

  it('removes the file if the port is not available', async () => {
    const before = temporary();
    const port = Number(new URL(emulator.url).port);
    await expect(startEmulator({ tls: true, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(temporary()).toEqual(before);
  });
});
