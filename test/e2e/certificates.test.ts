import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { runProgram } from '../../cli/engine/process';
import { command } from '../cli/built-command';
import { createClientCertificate } from '../conformance/client-certificate';
import { listening } from '../support/listening';
import { temporaryFolder } from '../support/temporary-folder';
import { createWorkspace, hcl } from '../support/workspace';
import { printed } from './one-service';

const folder = temporaryFolder();
const { certificate: cert, key } = createClientCertificate(
  'DNS:localhost,DNS:zone.example.test,DNS:github.com,IP:127.0.0.1',
);
writeFileSync(join(folder, 'own.pem'), cert);
const ZONE = 'a'.repeat(32);

/** The requests that reached the service, whose certificate nobody trusts; each proxy leads there. */
let reached = 0;
const ways = { directly: '', 'through a proxy': '', 'through a proxy over TLS': '' };
type Way = keyof typeof ways;

beforeAll(async () => {
  const answer: RequestListener = (_request, response) => {
    reached += 1;
    response.writeHead(404).end('{"success":false,"result":null,"errors":[],"messages":[]}');
  };
  const port = await listening(createSecureServer({ cert, key }, answer));
  const tunnel = (_request: IncomingMessage, socket: NodeJS.ReadWriteStream): void => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    const upstream = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.on('error', () => upstream.destroy());
    socket.pipe(upstream).pipe(socket);
  };
  const [plain, secure] = [createServer(), createSecureServer({ cert, key })];
  ways.directly = `localhost:${port}`;
  ways['through a proxy'] = `127.0.0.1:${await listening(plain.on('connect', tunnel))}`;
  ways['through a proxy over TLS'] = `https://localhost:${await listening(secure.on('connect', tunnel))}`;
});
beforeEach(() => (reached = 0));

type Client = (env: Readonly<Record<string, string>>) => Promise<string>;
const zonewright =
  (...args: readonly string[]): Client =>
  async (env) =>
    printed(await command.run(args, { ...env, HOME: folder }, folder));

/** Everything that connects to a host that is not this machine. */
const CLIENTS: Readonly<Record<string, Client>> = {
  'the provider': async (env) => {
    const data = `data "zone_rulesets" "all" {\n  zone_id = "${ZONE}"\n}`;
    const workspace = await createWorkspace({ env, files: { 'main.tf': hcl(data) } });
    await workspace.ready();
    return printed(await workspace.plan());
  },
  doctor: zonewright('doctor'),
  adopt: zonewright('adopt', ZONE, '--as', 'hcl', '--out', 'adopted'),
  copy: zonewright('copy', ZONE, '--out', 'copy.yaml'),
  'migration survey': zonewright('migration', 'survey', ZONE),
  'migration approve': zonewright('migration', 'approve', 'not.surveyed.example', '--by', 'me'),
  // Always through a proxy: the release is not on this machine.
  'the download of the engine': (env) =>
    zonewright('demo')({ HTTPS_PROXY: ways['through a proxy'], ...env, PATH: '/nowhere' }),
};

/** The commands connect alike, so one of them shows it for the way through a proxy. */
const THROUGH_PROXIES = ['the provider', 'doctor', 'the download of the engine'];

describe.each(Object.keys(ways) as Way[])('%s', (way) => {
  test.each(Object.entries(CLIENTS).filter(([name]) => way === 'directly' || THROUGH_PROXIES.includes(name)))(
    '%s trusts no certificate but of its own authorities, whatever the environment says',
    async (_name, client) => {
      const host = way === 'directly' ? ways[way] : 'zone.example.test';
      const env = {
        ...{ ZONEWRIGHT_BASE_URL: `https://${host}/client/v4`, ZONEWRIGHT_API_TOKEN: 'T'.repeat(40) },
        ...{ ZONEWRIGHT_MAX_RETRIES: '0', ...(way === 'directly' ? {} : { HTTPS_PROXY: ways[way] }) },
      };
      const text = await client({ ...env, NODE_TLS_REJECT_UNAUTHORIZED: '0' });
      expect({ reached, text }).toEqual({
        reached: 0,
        text: expect.stringMatching(/self-signed certificate/),
      });
      expect(text).toContain('NODE_TLS_REJECT_UNAUTHORIZED is not followed: certificates are checked.');
      expect(text).not.toContain('insecure');
      await client({ ...env, NODE_EXTRA_CA_CERTS: join(folder, 'own.pem') });
      expect(reached).toBeGreaterThan(0);
    },
  );
});

test('the control of an emulator in another process checks certificates', async () => {
  const code = `require('./dist/testing/emulator/remote-control').remoteControl('https://${ways.directly}', 't').zones()`;
  const env = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const { stderr } = await runProgram(process.execPath, ['-e', code], { env });
  expect({ reached, stderr }).toEqual({
    reached: 0,
    stderr: expect.stringContaining('self-signed certificate'),
  });
});
