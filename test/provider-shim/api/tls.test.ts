import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createProxy, type IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { connect, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { createClients, type ZoneClient } from '../../../provider-shim/api/operations/client';
import type { ClientOptions } from '../../../provider-shim/api/http/options';
import { createClientCertificate } from '../../conformance/client-certificate';
import { temporaryFolder } from '../../support/temporary-folder';
import { errorOf } from './scripted-service';
import { stopLimits, virtualTime } from './virtual-time';

const folder = temporaryFolder();
const file = (name: string): string => join(folder, name);
const servers: Server[] = [];
const clients: ZoneClient[] = [];
let servicePort = 0;
let proxyPort = 0;
let tunnels: { readonly target: string; readonly authorization: string | undefined }[] = [];
/** Null closes the connection instead of an answer; `silent` never answers. */
let proxyStatus: number | null | 'silent' = 200;
/** Called before the proxy answers. */
let onTunnel = (): void => undefined;

beforeAll(async () => {
  const { certificate: cert, key } = createClientCertificate(
    'DNS:zone.example.test,DNS:localhost,IP:127.0.0.1',
  );
  writeFileSync(file('cert.pem'), cert);
  const service = createServer({ key, cert }, (_request, response) =>
    response.end('{"success":true,"result":"over TLS","errors":[],"messages":[]}'),
  );
  servicePort = await listen(service);
  const proxy = createProxy();
  proxy.on('connect', (request: IncomingMessage, socket) => {
    tunnels.push({ target: request.url ?? '', authorization: request.headers['proxy-authorization'] });
    onTunnel();
    socket.on('error', () => socket.destroy());
    if (proxyStatus === 'silent') return;
    if (proxyStatus === null) return void socket.destroy();
    socket.write(`HTTP/1.1 ${proxyStatus} x\r\n\r\n`);
    if (proxyStatus !== 200) return void socket.end();
    // Whatever the name is, the service of this test is behind it: nothing leaves this machine.
    const upstream = connect(servicePort, '127.0.0.1');
    socket.pipe(upstream).pipe(socket);
    for (const end of [socket, upstream]) end.on('error', () => upstream.destroy());
  });
  proxyPort = await listen(proxy);
});

afterEach(async () => {
  jest.useRealTimers();
  await Promise.all(clients.splice(0).map((client) => client.close()));
  tunnels = [];
  proxyStatus = 200;
  onTunnel = () => undefined;
});

afterAll(() => {
  servers.forEach((server) => server.close());
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function clientOf(
  baseUrl: string,
  environment: Readonly<Record<string, string>>,
  more: Partial<ClientOptions> = {},
): ZoneClient {
  const credentials = { scheme: 'token', token: 't0ken' } as const;
  const options = {
    baseUrl: new URL(baseUrl),
    credentials,
    environment,
    userAgent: 'test/1.0',
    maxRetries: 0,
    time: virtualTime(),
    ...more,
  };
  const { api: client } = createClients(options);
  clients.push(client);
  return client;
}

function get(client: ZoneClient): Promise<unknown> {
  return client.request({ method: 'GET', path: ['x'] }).then(({ result }) => result);
}

describe('the certificate of the service', () => {
  test('is not trusted without a trusted issuer', async () => {
    const error = await errorOf(get(clientOf(`https://127.0.0.1:${servicePort}/`, {})));
    expect(error).toMatchObject({ kind: 'unreachable', outcome: 'not-sent', transient: false });
    expect(error.toProblem()).toEqual({
      code: 'service_unreachable',
      path: [],
      message:
        `GET /x: the service at 127.0.0.1:${servicePort} could not be reached ` +
        '(DEPTH_ZERO_SELF_SIGNED_CERT, self-signed certificate).',
      hint: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
  });

  test('is trusted through an additional file, whatever else the file has', async () => {
    const other = file('two.pem');
    writeFileSync(other, `# a comment\n${readFileSync(file('cert.pem'), 'utf8').repeat(2)}`);
    const client = clientOf(`https://127.0.0.1:${servicePort}/`, { ZONEWRIGHT_EXTRA_CA_CERTS: other });
    await expect(get(client)).resolves.toBe('over TLS');
  });

  test.each([
    ['does not exist', undefined, /"[^"]*bad\.pem" cannot be read \(ENOENT\)\.$/],
    ['is not a PEM file', 'hello', /has no PEM certificate\.$/],
    [
      'is damaged',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
      /has a damaged certificate: number 1 of 1\.$/,
    ],
  ])('cannot be checked with an additional file that %s', async (_case, content, message) => {
    const bad = file('bad.pem');
    rmSync(bad, { force: true });
    if (content !== undefined) writeFileSync(bad, content);
    const client = clientOf(`https://127.0.0.1:${servicePort}/`, { ZONEWRIGHT_EXTRA_CA_CERTS: bad });
    const error = await errorOf(get(client));
    expect(error).toMatchObject({ kind: 'unreachable', outcome: 'not-sent' });
    expect(error.message).toMatch(message);
    expect(error.hint).toContain('NODE_EXTRA_CA_CERTS');
  });
});

describe('a proxy', () => {
  const service = 'https://zone.example.test/';
  const trust = (): { readonly ZONEWRIGHT_EXTRA_CA_CERTS: string } => ({
    ZONEWRIGHT_EXTRA_CA_CERTS: file('cert.pem'),
  });

  test.each([0, 2])('that closes is asked once in each try, with %i retries', async (maxRetries) => {
    proxyStatus = null;
    const environment = { ...trust(), ALL_PROXY: `127.0.0.1:${proxyPort}` };
    const error = await errorOf(get(clientOf(service, environment, { maxRetries })));
    expect(error).toMatchObject({ kind: 'unreachable', outcome: 'not-sent', transient: true });
    expect(error.message).toContain(
      `through the proxy http://127.0.0.1:${proxyPort} (the proxy closed the connection)`,
    );
    expect(error.hint).toContain('set in the environment variable ALL_PROXY');
    expect(tunnels).toHaveLength(maxRetries + 1);
  });

  test.each(['HTTPS_PROXY', 'https_proxy'])(
    'of %s is used, with its user name and password',
    async (name) => {
      const proxy = `http://me:pass-word@127.0.0.1:${proxyPort}`;
      await expect(get(clientOf(service, { ...trust(), [name]: proxy }))).resolves.toBe('over TLS');
      const authorization = `Basic ${Buffer.from('me:pass-word').toString('base64')}`;
      expect(tunnels).toEqual([{ target: 'zone.example.test:443', authorization }]);
    },
  );

  test('makes the tunnel of a request under way when its client is released', async () => {
    const client = clientOf(service, { ...trust(), HTTPS_PROXY: `http://127.0.0.1:${proxyPort}` });
    onTunnel = () => client.release();
    await expect(get(client)).resolves.toBe('over TLS');
  });

  test.each([
    [
      'refuses',
      407,
      (): number => proxyPort,
      /the service at zone\.example\.test could not be reached through the proxy (\S+) \(/,
    ],
    [
      'says nothing',
      'silent',
      (): number => proxyPort,
      /no connection to zone\.example\.test through the proxy (\S+) within 300 ms\.$/,
    ],
    [
      'does not listen',
      'silent',
      (): number => 1,
      /the service at zone\.example\.test could not be reached through the proxy (\S+) \(connect ECONNREFUSED 127\.0\.0\.1:1\)\.$/,
    ],
  ] as const)(
    'that %s is named, with its variable and how to bypass it',
    async (_case, status, port, message) => {
      const proxy = `http://me:pass-word@127.0.0.1:${port()}/path`;
      proxyStatus = status;
      onTunnel = () => void (status === 'silent' && jest.advanceTimersByTime(300));
      stopLimits();
      const client = clientOf(service, { https_proxy: proxy }, { requestTimeoutMs: 300 });
      const error = await errorOf(get(client));
      expect(error).toMatchObject({ outcome: 'not-sent', transient: status === 'silent' });
      expect(message.exec(error.message)?.[1]).toBe(`http://127.0.0.1:${port()}`);
      expect(error.hint).toContain(
        `the proxy http://127.0.0.1:${port()}, set in the environment variable https_proxy`,
      );
      expect(error.hint).toContain('list zone.example.test in NO_PROXY');
      expect(`${error.stack}${JSON.stringify(error)}`).not.toContain('pass-word');
    },
  );

  test('whose name is not found is not one that does not answer', async () => {
    // No name server is asked for a name of which a part is too long.
    const proxy = `http://${'p'.repeat(64)}.invalid:3128`;
    const error = await errorOf(get(clientOf(service, { HTTPS_PROXY: proxy })));
    expect(error).toMatchObject({ kind: 'unreachable', outcome: 'not-sent', attempts: 1 });
    expect(error.hint).toMatch(/^The name of the proxy is not found\./);
    expect(error.hint).toContain(`the proxy ${proxy}, set in the environment variable HTTPS_PROXY`);
    expect(error.toProblem().hint).not.toContain('not answer');
  });
});
