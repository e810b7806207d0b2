import { isLoopback } from '../../../schema/zone/loopback';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy that connections go through. */
export interface Proxy {
  readonly url: string;
  /** Its address without user name and password. */
  readonly shown: string;
  /** The environment variable that names it. */
  readonly variable: string;
}

/**
 * The proxy for an `https` address, from https_proxy or HTTPS_PROXY; none for loopback and the hosts of NO_PROXY. A text
 * says what is wrong with the variable, without its value, which may hold a password.
 */
export function proxyFor(address: URL, environment: Environment): Proxy | string | undefined {
  if (address.protocol !== 'https:' || isLoopback(address.hostname)) return undefined;
  const variable = environment['https_proxy'] === undefined ? 'HTTPS_PROXY' : 'https_proxy';
  const text = environment[variable];
  if (!text) return undefined;
  const url = parse(text);
  if (url === undefined) return `the environment variable ${variable} is not the URL of an HTTP proxy`;
  if (isExcepted(address, environment['no_proxy'] ?? environment['NO_PROXY'] ?? '')) return undefined;
  return { url: url.href, shown: url.origin, variable };
}

/** A path has no meaning and is ignored; the user name and the password must be percent-encoded. */
function parse(text: string): URL | undefined {
  if (!/^https?:\/\//i.test(text)) return undefined;
  try {
    const url = new URL(text);
    decodeURIComponent(url.username + url.password);
    return Object.assign(url, { pathname: '/', search: '', hash: '' });
  } catch {
    return undefined;
  }
}

/** As curl and undici read NO_PROXY: names with their subdomains, each with or without a port; `*` is all. */
function isExcepted({ hostname, port }: URL, noProxy: string): boolean {
  if (noProxy === '*') return true;
  return noProxy.split(/[,\s]/).some((entry) => {
    const [, name = entry, itsPort] = /^(.+):(\d+)$/.exec(entry) ?? [];
    const below = name.replace(/^\*?\./, '').toLowerCase();
    const samePort = itsPort === undefined || Number(itsPort) === Number(port || 443);
    return below !== '' && samePort && (hostname === below || hostname.endsWith(`.${below}`));
  });
}
