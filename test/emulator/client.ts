import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Emulator, RunningEmulator, StartOptions } from '../../emulator';
import { BASE_PATH, createEmulator, DEFAULT_TOKEN, DEFAULT_ZONE_ID, startEmulator } from '../../emulator';
import { endsWithTests } from '../support/temporary-folder';

/** An answer as a client sees it. */
export interface Reply {
  readonly status: number;
  /** `undefined` for an answer without a body. */
  readonly body: Envelope;
}

export interface Envelope {
  readonly result: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests look into every shape
  readonly success: boolean;
  readonly errors: readonly { code?: number; message: string; source?: { pointer: string } }[];
  readonly messages: readonly unknown[];
  readonly result_info?: { readonly count: number; readonly cursors: { readonly after?: string } };
}

export type Call = (method: string, path: string, body?: unknown) => Promise<Reply>;

/** Starts an emulator that ends with the tests of the file. */
export async function started(options?: StartOptions): Promise<RunningEmulator> {
  const running = await startEmulator(options);
  endsWithTests(() => running.close());
  return running;
}

/** Sends JSON to a path below the zone, with the default token. */
export function caller(emulator: Emulator, zoneId: string = DEFAULT_ZONE_ID, token = DEFAULT_TOKEN): Call {
  const call = serviceCaller(emulator, token);
  return (method, path, body) => call(method, `/zones/${zoneId}${path}`, body);
}

/** Sends JSON to any path of the service, with this token. */
export function serviceCaller(emulator: Emulator, token: string = DEFAULT_TOKEN): Call {
  return async (method, path, body) => {
    const request = serviceRequest(path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return reply(await emulator.handle(request));
  };
}

/** An emulator, which is called and, by `send`, controlled over HTTP; a text is sent as it is. */
export function controlled(emulator = createEmulator()) {
  const send = async (method: string, path: string, body?: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const init = { method, ...(body !== undefined && { body: text }) };
    const response = await emulator.handle(new Request(`http://127.0.0.1/_control${path}`, init));
    return { status: response.status, body: (await response.json()) as unknown };
  };
  return { emulator, control: emulator.control, send, call: caller(emulator) };
}

/** A connection to a running emulator; that it breaks is no failure by itself. */
export async function connected(running: RunningEmulator): Promise<Socket> {
  const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Everything received until the server ends the connection. */
export async function answerTo(running: RunningEmulator, bytes: string | Uint8Array): Promise<string> {
  const socket = await connected(running);
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
  socket.write(bytes);
  await once(socket, 'close');
  return received;
}

export function serviceRequest(path: string, init: RequestInit = {}): Request {
  return new Request(`http://localhost${BASE_PATH}${path}`, init);
}

export async function reply(response: Response): Promise<Reply> {
  const text = await response.text();
  return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as Envelope };
}

/** A rule with these request headers. */
export function fieldsRule(...names: readonly string[]): Record<string, unknown> {
  return {
    action: 'log_custom_field',
    expression: 'true',
    action_parameters: { request_fields: names.map((name) => ({ name })) },
  };
}

/** A rule with as many request headers. */
export const manyFields = (count: number, prefix: string) =>
  fieldsRule(...Array.from({ length: count }, (_, index) => `${prefix}-${index}`));

export const ID = /^[0-9a-f]{32}$/;
export const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/;

export const FIELDS_RULESET = { name: 'Fields', kind: 'zone', phase: 'http_log_custom_fields' };

export const ENTRY_POINT = '/rulesets/phases/http_log_custom_fields/entrypoint';
