import { join } from 'node:path';
import { Client, credentials, type ServiceError } from '@grpc/grpc-js';
import { loadSync, type Type } from 'protobufjs';
import type { ClientCertificate } from './client-certificate';
import type { Handshake } from './started-provider';

/** The messages, written down from the published protocol for tests alone. */
const PROTOCOL = loadSync(join(__dirname, '..', 'provider-shim', 'sdk', 'protocol', 'tfplugin6.proto'));

/** A message as an object: every field is there, and numbers of 64 bits are plain. */
export type Reply = Readonly<Record<string, unknown>>;

/** Calls a provider with nothing of the provider's own code: grpc-js and protobufjs. */
export interface ProviderClient {
  /** Calls `tfplugin6.Provider/<rpc>`. Rejects with grpc-js's error. */
  readonly call: (rpc: string, request?: object) => Promise<Reply>;
  /** Calls `tfplugin6.Provider/<rpc>`, which answers with a stream of events. */
  readonly stream: (rpc: string, request: object) => Promise<readonly Reply[]>;
  /** Calls any path with any bytes. */
  readonly raw: (path: string, request: Uint8Array) => Promise<Buffer>;
  readonly close: () => void;
}

/** Connects over TLS, with a client certificate or without one; trusts the certificate of the handshake line alone. */
export function connect(handshake: Handshake, identity: ClientCertificate | undefined): ProviderClient {
  const channel = credentials.createSsl(
    Buffer.from(pemOf(handshake)),
    identity && Buffer.from(identity.key),
    identity && Buffer.from(identity.certificate),
  );
  return callsOver(
    new Client(`unix:${handshake.address}`, channel, {
      'grpc.ssl_target_name_override': 'localhost',
      'grpc.default_authority': 'localhost',
    }),
  );
}

/** Connects to a provider that was started as for a debugger, which speaks plaintext. */
export function connectPlainly(socket: string): ProviderClient {
  // Each connection is its own, as that of each command.
  return callsOver(
    new Client(`unix:${socket}`, credentials.createInsecure(), { 'grpc.use_local_subchannel_pool': 1 }),
  );
}

function callsOver(client: Client): ProviderClient {
  const raw: ProviderClient['raw'] = (path, request) =>
    new Promise((resolve, reject) => {
      const same = (bytes: Buffer): Buffer => bytes;
      const answer = (error: ServiceError | null, reply?: Buffer): void =>
        reply === undefined || error !== null ? reject(error) : resolve(reply);
      client.makeUnaryRequest(path, same, same, Buffer.from(request), answer);
    });
  return {
    raw,
    call: async (rpc, request = {}) => {
      const bytes = encode(messageType(`${rpc}.Request`), request);
      return decode(messageType(`${rpc}.Response`), await raw(`/tfplugin6.Provider/${rpc}`, bytes));
    },
    stream: (rpc, request) =>
      new Promise((resolve, reject) => {
        const same = (bytes: Buffer): Buffer => bytes;
        const bytes = Buffer.from(encode(messageType(`${rpc}.Request`), request));
        const path = `/tfplugin6.Provider/${rpc}`;
        const events: Reply[] = [];
        client
          .makeServerStreamRequest(path, same, same, bytes)
          .on('data', (event: Buffer) => events.push(decode(messageType(`${rpc}.Event`), event)))
          .on('error', reject)
          .on('end', () => resolve(events));
      }),
    close: () => client.close(),
  };
}

/** The certificate of the handshake line as a file. */
function pemOf({ certificate }: Handshake): string {
  const lines = certificate.padEnd(Math.ceil(certificate.length / 4) * 4, '=').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function messageType(name: string): Type {
  return PROTOCOL.lookupType(`tfplugin6.${name}`);
}

function encode(type: Type, request: object): Uint8Array {
  const problem = type.verify(request);
  if (problem) throw new Error(`the test sends no ${type.fullName}: ${problem}`);
  return type.encode(type.fromObject(request)).finish();
}

function decode(type: Type, bytes: Uint8Array): Reply {
  return type.toObject(type.decode(bytes), {
    defaults: true,
    arrays: true,
    objects: true,
    longs: Number,
    enums: String,
  }) as Reply;
}
