import { isLoopback } from '../../schema/loopback';

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
 * The proxy for an `https` address: that of HTTPS_PROXY, in small letters first; none for loopback and for the hosts of
 * NO_PROXY. A text in its place says what is wrong with the variable, without the value, which may hold a password.
 */
export function proxyFor(address: URL, environment: Environment): Proxy | string | undefined {
  if (address.protocol !== 'https:' || isLoopback(address.hostname)) return undefined;
  const variable = environment['https_proxy'] === undefined ? 'HTTPS_PROXY' : 'https_proxy';
  const url = environment[variable];
  if (!url) return undefined;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    return `the environment variable ${variable} is not the URL of an HTTP proxy`;
  if (isExcepted(address, environment['no_proxy'] ?? environment['NO_PROXY'] ?? '')) return undefined;
  return { url, shown: new URL(url).origin, variable };
}

/** As curl and undici read NO_PROXY: names with all that is below them, each with its port or without; `*` is all. */
function isExcepted({ hostname, port }: URL, noProxy: string): boolean {
  if (noProxy === '*') return true;
  return noProxy.split(/[,\s]/).some((entry) => {
    const [, name = entry, itsPort] = /^(.+):(\d+)$/.exec(entry) ?? [];
    const below = name.replace(/^\*?\./, '').toLowerCase();
    const samePort = itsPort === undefined || Number(itsPort) === Number(port || 443);
    return below !== '' && samePort && (hostname === below || hostname.endsWith(`.${below}`));
  });
}
