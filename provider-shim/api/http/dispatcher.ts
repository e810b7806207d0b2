import type { SecureContext } from 'node:tls';
import type { Dispatcher, Pool } from 'undici';
import type { Explanation } from '../../../schema';
import { proxyFor, type Environment, type Proxy } from '../address/proxy';
import { readFile } from 'node:fs/promises';

/** The start script sets it instead of NODE_EXTRA_CA_CERTS, which slows the start of every Node.js process. */
const EXTRA_CERTIFICATES_VARIABLE = 'ZONEWRIGHT_EXTRA_CA_CERTS';

/**
 * TLS settings that trust the certificates of a PEM file in addition to the default ones, or why the file cannot be
 * used, in words.
 */
async function trustAlso(file: string): Promise<SecureContext | string> {
  const tls = require('node:tls') as typeof import('node:tls');
  const { X509Certificate } = require('node:crypto') as typeof import('node:crypto');
  const named = `the file of additional certificates ${JSON.stringify(file)}`;
  let pem: string;
  try {
    pem = await readFile(file, 'latin1');
  } catch (error) {
    return `${named} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`;
  }
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0) return `${named} has no PEM certificate`;
  for (const [index, certificate] of certificates.entries()) {
    try {
      new X509Certificate(certificate);
    } catch {
      return `${named} has a damaged certificate: number ${index + 1} of ${certificates.length}`;
    }
  }
  return tls.createSecureContext({ ca: [...tls.rootCertificates, ...certificates] });
}

const UNCHECKED_VARIABLE = 'NODE_TLS_REJECT_UNAUTHORIZED';

/** Unsets what turns the check of certificates off, or Node.js would print that it did. @returns a warning if it was set */
export function keepCertificatesChecked(environment: Environment): Explanation | undefined {
  if (environment[UNCHECKED_VARIABLE] !== '0') return undefined;
  Reflect.deleteProperty(environment, UNCHECKED_VARIABLE);
  const message = `The environment variable ${UNCHECKED_VARIABLE} is not followed: certificates are checked.`;
  return { message, hint: 'Unset it. NODE_EXTRA_CA_CERTS names a file with authorities of your own (PEM).' };
}

interface DispatcherOptions {
  readonly origin: string;
  readonly connections: number;
  readonly environment: Environment;
}

/** A dispatcher, or the mistake in the environment that prevents it, without a proxy's password. */
export type DispatcherSetup =
  | { readonly type: 'ready'; readonly dispatcher: Dispatcher; readonly proxy?: Proxy | undefined }
  | { readonly type: 'fault'; readonly seen: string; readonly hint: string };

/**
 * Creates the connections to the service. They go only to this origin, through the proxy of HTTPS_PROXY if there is one
 * (never for loopback or a host of NO_PROXY), and also trust the certificates of ZONEWRIGHT_EXTRA_CA_CERTS.
 */
export async function createDispatcher({
  environment,
  connections,
  origin,
}: DispatcherOptions): Promise<DispatcherSetup> {
  const url = new URL(origin);
  const certificates = environment[EXTRA_CERTIFICATES_VARIABLE];
  const secureContext = url.protocol === 'https:' && certificates ? await trustAlso(certificates) : undefined;
  if (typeof secureContext === 'string') {
    const hint =
      'Correct or unset the environment variable NODE_EXTRA_CA_CERTS: it names a file of PEM certificates.';
    return { type: 'fault', seen: secureContext, hint };
  }
  const proxy = proxyFor(url, environment);
  if (typeof proxy === 'string') {
    const hint =
      'Write it as host:port, http://host:port or https://host:port, with user name and password percent-encoded, or unset ' +
      'it. A SOCKS proxy cannot be used; HTTPS_PROXY goes before ALL_PROXY, and NO_PROXY before both.';
    return { type: 'fault', seen: proxy, hint };
  }
  const options = { connections, ...(secureContext && { connect: { secureContext } }) };
  return { type: 'ready', dispatcher: connectionsTo(origin, proxy, options), proxy };
}

/** Connections to one origin, with every certificate checked. @throws Error for a proxy that cannot be used */
export function connectionsTo(
  origin: string,
  proxy: ReturnType<typeof proxyFor>,
  { connect, ...options }: Pool.Options,
): Dispatcher {
  if (typeof proxy === 'string') throw new Error(proxy);
  const tls = { ...connect, rejectUnauthorized: true };
  if (proxy === undefined) {
    // Not import(): that first starts the loader of ES modules, and slows the start.
    const { Pool } = require('./undici') as typeof import('./undici');
    return new Pool(origin, { ...options, connect: tls });
  }
  const { ProxyAgent, proxyConnections } = require('./undici-proxy') as typeof import('./undici-proxy');
  return new ProxyAgent({
    ...{ ...options, requestTls: tls, proxyTls: tls },
    ...{ clientFactory: proxyConnections, uri: proxy.url },
  });
}
