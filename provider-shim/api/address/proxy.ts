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

/** The first that is set and not empty counts, as for curl. */
const VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'];

/**
 * The proxy for an `https` address, from the environment; none for loopback and the hosts of NO_PROXY. A text says what
 * is wrong with the variable, without its value, which may hold a password.
 */
export function proxyFor(address: URL, environment: Environment): Proxy | string | undefined {
  if (address.protocol !== 'https:' || isLoopback(address.hostname)) return undefined;
  if (isExcepted(address, environment['no_proxy'] || environment['NO_PROXY'] || '')) return undefined;
  const variable = VARIABLES.find((name) => environment[name]);
  if (variable === undefined) return undefined;
  const url = parse(environment[variable]?.trim() ?? '');
  if (url === undefined) return `the environment variable ${variable} is not the address of an HTTP proxy`;
  return { url: url.href, shown: url.origin, variable };
}

/** `http` without a scheme. A path has no meaning and is ignored; user name and password must be percent-encoded. */
function parse(text: string): URL | undefined {
  const address = text.includes('://') ? text : `http://${text}`;
  if (!/^https?:\/\//i.test(address)) return undefined;
  try {
    const url = new URL(address);
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
