/** The engine's side of the plugin protocol (docs/plugin-protocol.md 1), with the time of each step. */
import { execFileSync, spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { ROOT } from './machine.mjs';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** The built provider, as the engine starts it. */
export const PROVIDER = join(ROOT, 'dist', 'provider', `terraform-provider-zone_v${version}`);

/** How an engine identifies itself, and which protocols it speaks. */
export const PLUGIN_ENV = {
  TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
  PLUGIN_PROTOCOL_VERSIONS: '5,6',
};

/** A certificate like the one that the engine generates. Needs `openssl`. */
export function createClientCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-certificate-'));
  const paths = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-521'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', paths.key, '-out', paths.cert];
  try {
    const args = ['req', '-x509', ...curve, '-nodes', '-days', '2', ...name, ...files];
    execFileSync('openssl', args, { stdio: 'pipe' });
    return { cert: readFileSync(paths.cert, 'utf8'), key: readFileSync(paths.key, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a provider and waits for its handshake: `{ child, ended, address, serverCertificate }`. */
export async function startPlugin(program, env) {
  const child = spawn(program, [], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const line = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.stdout.once('data', (chunk) => resolve(chunk.toString()));
    child.once('close', () => reject(new Error(`${program} ended without a handshake`)));
  });
  const [, , , address, , der] = line.trim().split('|');
  return {
    child,
    ended,
    address,
    serverCertificate: new X509Certificate(Buffer.from(der, 'base64')).toString(),
  };
}

/** Connects over mutual TLS and HTTP/2; resolves when the provider's settings have arrived. */
export async function connectPlugin({ address, serverCertificate }, identity) {
  const socket = connectTls({
    path: address,
    ...{ ...identity, ca: serverCertificate, servername: 'localhost', ALPNProtocols: ['h2'] },
  });
  const session = connectHttp2('https://localhost', { createConnection: () => socket });
  await new Promise((resolve, reject) => {
    session.once('remoteSettings', resolve);
    session.once('error', reject);
  });
  session.on('error', () => undefined); // The provider closes the connection when it ends.
  return {
    call: (path, message) => unaryCall(session, path, message),
    close: () => session.destroy(),
  };
}

/** One gRPC call: five bytes before each message, the status in the trailers. */
function unaryCall(session, path, message) {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  return new Promise((resolve, reject) => {
    const headers = { ':method': 'POST', ':path': path, 'content-type': 'application/grpc', te: 'trailers' };
    const stream = session.request(headers);
    const chunks = [];
    let status;
    const readStatus = (fields) => (status = fields['grpc-status'] ?? status);
    stream.on('response', readStatus).on('trailers', readStatus);
    stream.on('data', (chunk) => chunks.push(chunk)).on('error', reject);
    stream.on('end', () =>
      status === '0'
        ? resolve(Buffer.concat(chunks).subarray(5))
        : reject(new Error(`${path}: status ${status}`)),
    );
    stream.end(Buffer.concat([prefix, message]));
  });
}
