import { type ChildProcess, spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { type ClientHttp2Stream, connect as connectHttp2 } from 'node:http2';
import { connect as connectSocket } from 'node:net';
import { join } from 'node:path';
import { Client, credentials, type ServiceError } from '@grpc/grpc-js';
import { buildSync } from 'esbuild';
import {
  createClientCertificate as createIdentity,
  type ClientCertificate as Identity,
} from '../../../conformance/client-certificate';
import { endsWithTests, temporaryFolder } from '../../../support/temporary-folder';

/** What an engine that offers protocols 5 and 6 gives to a plugin, but for its certificate. */
export const ENVIRONMENT: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
  PLUGIN_PROTOCOL_VERSIONS: '5,6',
  PLUGIN_MIN_PORT: '10000',
  PLUGIN_MAX_PORT: '25000',
};

/** What plays the engine in a test: the bundled fixture, an identity, and a folder that is removed with the tests of the file. */
export interface Engine {
  readonly folder: string;
  /** The fixture. */
  readonly entry: string;
  /** What an engine gives to it. */
  readonly environment: NodeJS.ProcessEnv;
  readonly identity: Identity;
  readonly foreign: Identity;
  /** Starts the fixture with the environment that an engine gives; `undefined` takes a variable away. */
  start(environment?: Readonly<Record<string, string | undefined>>): Plugin;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Plugin {
  readonly process: ChildProcess;
  readonly exited: Promise<Exit>;
  stdout(): string;
  stderr(): string;
  /** The fields of the handshake line, as soon as it is there. */
  handshake(): Promise<readonly string[]>;
  /** A client of its own connection. */
  connect(identity?: Identity | 'none' | 'plaintext'): Promise<Caller>;
}

export interface Caller {
  /** One unary call; the path is that of the fixture's service when it has no slash. */
  call(method: string, request?: Uint8Array | string): Promise<Buffer>;
  /** The status and the message with which a call fails. */
  failure(method: string, request?: Uint8Array | string): Promise<readonly [number, string]>;
  readonly client: Client;
  close(): void;
}

export function createEngine(): Engine {
  const folder = temporaryFolder();
  const entry = join(folder, 'plugin.cjs');
  buildSync({
    entryPoints: [join(__dirname, 'fixture-plugin.ts')],
    outfile: entry,
    bundle: true,
    minify: true,
    keepNames: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
  });
  const identity = createIdentity();
  const started = new Set<ChildProcess>();
  const given = { ...ENVIRONMENT, TMPDIR: folder, PLUGIN_CLIENT_CERT: identity.certificate };
  endsWithTests(() => {
    for (const child of started) child.kill('SIGKILL');
  });
  return {
    folder,
    entry,
    environment: given,
    identity,
    foreign: createIdentity(),
    start: (environment = {}) => {
      const child = spawn(process.execPath, [entry], {
        env: { ...given, ...environment },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      started.add(child);
      return watch(child, identity);
    },
  };
}

/** @param own what the plugin takes for the engine's */
export function watch(child: ChildProcess, own: Identity): Plugin {
  let stdout = '';
  let stderr = '';
  let lineSeen: () => void = () => undefined;
  const line = new Promise<void>((resolve) => (lineSeen = resolve));
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
    if (stdout.includes('\n')) lineSeen();
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const exited = new Promise<Exit>((resolve) =>
    child.on('close', (code, signal) => {
      lineSeen();
      resolve({ code, signal });
    }),
  );
  const handshake = async (): Promise<readonly string[]> => {
    await line;
    return stdout.trimEnd().split('|');
  };
  return {
    process: child,
    exited,
    stdout: () => stdout,
    stderr: () => stderr,
    handshake,
    connect: async (identity = own) => {
      const [, , , address = '', , certificate = ''] = await handshake();
      return connect(`unix:${address}`, identity, certificate);
    },
  };
}

/** @param certificate the server's, as in the handshake line */
export function connect(
  target: string,
  identity: Identity | 'none' | 'plaintext',
  certificate: string,
): Caller {
  const server = (): Buffer =>
    Buffer.from(new X509Certificate(Buffer.from(certificate, 'base64')).toString());
  const channel =
    identity === 'plaintext'
      ? credentials.createInsecure()
      : identity === 'none'
        ? credentials.createSsl(server())
        : credentials.createSsl(server(), Buffer.from(identity.key), Buffer.from(identity.certificate));
  const client = new Client(target, channel, {
    'grpc.default_authority': 'localhost',
    'grpc.ssl_target_name_override': 'localhost',
    'grpc.max_receive_message_length': -1,
    'grpc.max_send_message_length': -1,
    'grpc.enable_retries': 0,
  });
  const call: Caller['call'] = (method, request = '') => {
    const path = method.includes('/') ? method : `/test.Fixture/${method}`;
    const raw = (bytes: Buffer): Buffer => bytes;
    return new Promise((resolve, reject) => {
      client.makeUnaryRequest(path, raw, raw, Buffer.from(request), (error, reply) =>
        error === null ? resolve(reply as Buffer) : reject(error),
      );
    });
  };
  return {
    call,
    failure: async (method, request) => {
      try {
        await call(method, request);
      } catch (error) {
        const { code, details } = error as ServiceError;
        return [code, details];
      }
      throw new Error(`${method} did not fail`);
    },
    client,
    close: () => client.close(),
  };
}

/** Begins calls whose frames a test sends and reads by itself; the plugin is one without a certificate. */
export async function framesOf(
  plugin: Plugin,
): Promise<(method: string, headers?: object) => ClientHttp2Stream> {
  const [, , , path = ''] = await plugin.handshake();
  const session = connectHttp2('http://localhost', { createConnection: () => connectSocket(path) });
  endsWithTests(() => session.destroy());
  return (method, headers) =>
    session.request({
      ':method': 'POST',
      ':path': `/test.Fixture/${method}`,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...headers,
    });
}

let isOver = false;
endsWithTests(() => (isOver = true));

/** Waits until `test` holds, for as long as the machine needs: only Jest's own limit, or the end of the tests, ends it. */
export async function until(test: () => boolean): Promise<void> {
  while (!isOver && !test()) await new Promise((resolve) => setTimeout(resolve, 10));
}
