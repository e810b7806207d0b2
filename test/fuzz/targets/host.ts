import { messages, tfplugin6, WireError, type MessageName } from '../../../provider-shim/sdk/protocol';
import { MessageBody, messagePrefix } from '../../../provider-shim/sdk/plugin/grpc/call';
import { RpcError, encodeStatusMessage } from '../../../provider-shim/sdk/plugin/grpc/status';
import { negotiate, refusalLine } from '../../../provider-shim/sdk/plugin/serve';
import { levelFrom } from '../../../provider-shim/sdk/plugin/log';
import {
  createCertificate,
  CertificateError,
  readCertificate,
} from '../../../provider-shim/sdk/plugin/security/certificate';
import { storedObjects } from '../recorded';
import { promised, textSeeds, type Target } from '../target';

const NAMES = Object.keys(messages) as readonly MessageName[];

/** A request of the kind that plans a change, as the engine sends it: the largest there is. */
function planRequest(attributes: object, privateText = ''): Uint8Array {
  const value = { json: Buffer.from(JSON.stringify(attributes)) };
  return tfplugin6.encode('PlanResourceChange.Request', {
    typeName: 'zone_logpush_job',
    priorState: value,
    proposedNewState: value,
    config: value,
    priorPrivate: Buffer.from(privateText, 'base64'),
    clientCapabilities: { deferralAllowed: true },
  });
}

const COOKIE = 'TF_PLUGIN_MAGIC_COOKIE=d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2';

/** Environments as lines `NAME=value`; the lines of a certificate are separated by `\n` in two characters. */
function environments(): readonly string[] {
  const pem = createCertificate().certificatePem.replaceAll('\n', '\\n');
  return [
    `${COOKIE}\nPLUGIN_PROTOCOL_VERSIONS=5,6\nPLUGIN_CLIENT_CERT=${pem}\nTF_LOG_PROVIDER=TRACE`,
    `${COOKIE}\nPLUGIN_PROTOCOL_VERSIONS=4`,
    'TF_PLUGIN_MAGIC_COOKIE=none',
  ];
}

export const HOST_TARGETS: readonly Target[] = [
  {
    name: 'protobuf',
    decoder: 'provider-shim/sdk/protocol/wire.ts',
    from: 'the engine, or whoever else reaches the socket',
    // The first byte chooses the message.
    seeds: () => [
      ...storedObjects().map(({ attributes, private: text }) =>
        Buffer.concat([
          Buffer.of(NAMES.indexOf('PlanResourceChange.Request')),
          planRequest(attributes, text),
        ]),
      ),
      ...NAMES.map((_, index) => Buffer.of(index, 0x0a, 0x01, 0x61, 0x12, 0x02, 0x08, 0x01)),
    ],
    words: [
      Uint8Array.of(0x0a, 0),
      Uint8Array.of(0x0b),
      Uint8Array.of(0x0c),
      Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x0f),
      Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01),
    ],
    nesting: [
      [Uint8Array.of(0x0b), Uint8Array.of(0x0c)],
      [Uint8Array.of(0x0a, 0x7f), ''],
    ],
    decode: (input) =>
      tfplugin6.decode(NAMES[(input[0] ?? 0) % NAMES.length] as MessageName, input.subarray(1)),
    refusals: [WireError],
  },
  {
    name: 'grpc-frames',
    decoder: 'provider-shim/sdk/plugin/grpc/call.ts',
    from: 'the engine, or whoever else reaches the socket',
    // The first byte is the size of the pieces in which the rest arrives.
    seeds: () =>
      storedObjects().map(({ attributes }) => {
        const message = planRequest(attributes);
        return Buffer.concat([
          Buffer.of(attributes['zone_id'] === null ? 1 : 7),
          messagePrefix(message),
          message,
        ]);
      }),
    words: [
      Uint8Array.of(0, 0, 0, 0, 0),
      Uint8Array.of(1, 0, 0, 0, 1),
      Uint8Array.of(0, 0xff, 0xff, 0xff, 0xff),
    ],
    decode: (input) => {
      const body = new MessageBody(undefined);
      const size = 1 + (input[0] ?? 0);
      for (let at = 1; at < input.length; at += size) body.push(input.subarray(at, at + size));
      promised(
        body.finish().byteLength === input.length - 6,
        'is another message than the one that was sent',
      );
    },
    refusals: [RpcError],
  },
  {
    name: 'plugin-environment',
    decoder: 'provider-shim/sdk/plugin/serve.ts, provider-shim/sdk/plugin/security/certificate.ts',
    from: 'whoever starts the provider',
    seeds: () => textSeeds(environments()),
    words: [
      ...'PLUGIN_CLIENT_CERT= PLUGIN_PROTOCOL_VERSIONS= ,6 | \u0085'.split(' '),
      '-----BEGIN CERTIFICATE-----\\n',
    ],
    decode: (input) => {
      const lines = input.toString('utf8').split('\n');
      const environment = Object.fromEntries(
        lines.map((line) => [
          line.split('=', 1)[0],
          line.slice(line.indexOf('=') + 1).replaceAll('\\n', '\n'),
        ]),
      ) as Record<string, string>;
      levelFrom(environment);
      const negotiation = negotiate(environment, 'registry.terraform.io/zonewright/zone');
      if (negotiation.kind === 'refused') {
        const line = refusalLine(negotiation.message);
        promised(!/[|\n\r]/.test(line), 'the refusal looks like a handshake');
        encodeStatusMessage(negotiation.message);
      } else if (negotiation.clientCertificate !== undefined) readCertificate(negotiation.clientCertificate);
    },
    refusals: [CertificateError],
  },
];
