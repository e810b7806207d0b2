import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runProgram } from '../../cli/engine/process';
import type { Env } from './repository';

/** An S3-compatible server: moto's, which refuses a conditional write as the service does, so that locks work. */
export interface S3Server {
  /** What leads every client of AWS to it. */
  readonly environment: Env;
  /** The text of an object; undefined when there is none. */
  object(key: string): Promise<string | undefined>;
  put(key: string, text: string): Promise<void>;
  stop(): Promise<void>;
}

export const BUCKET = 'example-states';

/** Whether the machine has what the server needs. */
export const hasPython = spawnSync('python3', ['--version']).status === 0;

const INSTALLED = join(__dirname, 'node_modules', '.s3');

/** Installs the server from its registry, which is asked here and only here, and starts it on loopback with a bucket. */
export async function startS3Server(): Promise<S3Server> {
  const python = join(INSTALLED, 'bin', 'python');
  if (!existsSync(python)) await succeed('python3', ['-m', 'venv', INSTALLED]);
  const requirements = join(__dirname, 'python', 'requirements.txt');
  await succeed(python, ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', '-r', requirements]);
  const server = spawn(python, ['-u', '-m', 'moto.server', '-H', '127.0.0.1', '-p', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr])
      createInterface(stream).on('line', (line) => {
        const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
        if (found !== undefined) resolve(found);
      });
    server.once('exit', (code) => reject(new Error(`the S3 server ended with ${code}`)));
  });
  // The server asks who it is, and does not check the signature.
  const authorization = 'AWS4-HMAC-SHA256 Credential=test-key-id/20260101/us-east-1/s3/aws4_request';
  const put = async (path: string, body = ''): Promise<void> => {
    await fetch(`${address}/${path}`, { method: 'PUT', headers: { authorization }, body });
  };
  await put(BUCKET);
  return {
    environment: {
      AWS_ENDPOINT_URL: address,
      AWS_ACCESS_KEY_ID: 'test-key-id',
      AWS_SECRET_ACCESS_KEY: 'test-secret-key',
    },
    object: async (key) => {
      const answer = await fetch(`${address}/${BUCKET}/${key}`, { headers: { authorization } });
      return answer.ok ? answer.text() : undefined;
    },
    put: (key, text) => put(`${BUCKET}/${key}`, text),
    stop: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    },
  };
}

async function succeed(program: string, args: readonly string[]): Promise<void> {
  const { exitCode, stdout, stderr } = await runProgram(program, args, { env: process.env });
  if (exitCode !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`);
}
