import type { Environment } from './host';

/** go-plugin: "HandshakeConfig"; the value is Terraform's and OpenTofu's. It is no secret. */
const COOKIE_KEY = 'TF_PLUGIN_MAGIC_COOKIE';
const COOKIE_VALUE = 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2';

/** go-plugin: "CoreProtocolVersion". */
const CORE_PROTOCOL = 1;

/** A refusal is sent instead of the handshake line, the only text that the engine shows. */
export type Negotiation =
  | { readonly kind: 'agreed'; readonly clientCertificate: string | undefined }
  | { readonly kind: 'refused'; readonly audience: 'person' | 'engine'; readonly message: string };

/** Decides from the environment whether an engine started the program, and one that speaks `version`. */
export function negotiate(environment: Environment, version: number, address: string): Negotiation {
  if (environment[COOKIE_KEY] !== COOKIE_VALUE) {
    return { kind: 'refused', audience: 'person', message: startedByHand(address) };
  }
  const offered = (environment['PLUGIN_PROTOCOL_VERSIONS'] ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  // An engine that offers nothing reads our version in the line and says itself what it makes of it.
  if (offered.length > 0 && !offered.includes(String(version))) {
    return { kind: 'refused', audience: 'engine', message: wrongVersion(address, version, offered) };
  }
  return { kind: 'agreed', clientCertificate: environment['PLUGIN_CLIENT_CERT'] || undefined };
}

export interface HandshakeLine {
  readonly version: number;
  readonly network: 'unix' | 'tcp';
  /** Path of the socket, or `host:port`. */
  readonly address: string;
  /** DER of the server's certificate; none means plaintext. */
  readonly certificate: Uint8Array | undefined;
}

/** go-plugin: CORE|APP|NETWORK|ADDRESS|PROTOCOL|CERTIFICATE, the certificate as base64 without padding. */
export function handshakeLine({ version, network, address, certificate }: HandshakeLine): string {
  const encoded = Buffer.from(certificate ?? []).toString('base64');
  return [CORE_PROTOCOL, version, network, address, 'grpc', encoded.replace(/=+$/, '')].join('|');
}

/** A text that the engine shows as "Unrecognized remote plugin message": it must not look like the line. */
export function refusalLine(message: string): string {
  return message.replace(/\s+/g, ' ').replaceAll('|', '/').trim();
}

const startedByHand = (
  address: string,
): string => `This program is the Terraform and OpenTofu provider ${address}.
It is started by terraform or tofu, and does nothing by hand.
Add the provider to the required_providers of a configuration, then run terraform init and terraform plan.
`;

const wrongVersion = (address: string, version: number, offered: readonly string[]): string =>
  `The provider ${address} speaks plugin protocol ${version}; this engine offers ${offered.join(', ')}. ` +
  'Use Terraform 1.0 or newer, or OpenTofu.';
