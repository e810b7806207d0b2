import { isIPv4 } from 'node:net';
import { HTTP_TOKEN } from '../checks/read-values';

/** How a scheme of `destination_conf` is treated (docs/service.md 5.6). */
interface SchemeRules {
  /** Whether files are stored in a bucket, or posted to a receiver on the web. */
  readonly receiver: 'objects' | 'web';
  /** Whether a job needs a token that proves ownership. `without keys`: unless the destination has keys in it. */
  readonly challenge: 'always' | 'never' | 'without keys';
  /** Whether creating and updating a job uploads a test file (docs/service.md 5.2). */
  readonly tested: boolean;
  /** Required query parameters. */
  readonly required: readonly string[];
}

/** The parameters of access keys to a bucket. */
const KEY_PARAMETERS = ['access-key-id', 'secret-access-key'] as const;

/** Prefix of query parameters that become headers of the request to a web receiver. */
export const HEADER_PARAMETER = 'header_';

const WEB = { receiver: 'web', challenge: 'never', tested: true, required: [] } as const;
const OBJECTS = {
  receiver: 'objects',
  challenge: 'always',
  tested: false,
  required: [],
} as const;

/** The schemes of docs/service.md 5.6, and plain `http` for receivers on this machine. */
const SCHEMES = {
  r2: {
    ...OBJECTS,
    challenge: 'never',
    required: ['account-id', ...KEY_PARAMETERS],
  },
  gs: OBJECTS,
  s3: { ...OBJECTS, challenge: 'without keys' },
  azure: { ...OBJECTS, required: ['sig'] },
  sumo: { ...WEB, challenge: 'always', tested: false },
  https: WEB,
  http: WEB,
  splunk: { ...WEB, required: [`${HEADER_PARAMETER}Authorization`] },
  datadog: { ...WEB, required: [`${HEADER_PARAMETER}DD-API-KEY`] },
} as const satisfies Readonly<Record<string, SchemeRules>>;

type Scheme = keyof typeof SCHEMES;

export function isScheme(name: string): name is Scheme {
  return Object.hasOwn(SCHEMES, name);
}

/** The treatment of that scheme. */
export function schemeRules(scheme: Scheme): SchemeRules {
  return SCHEMES[scheme];
}

/** Whether a host, as `URL.hostname` writes it, is this machine. Names below `localhost` are (RFC 6761). */
export function isLoopbackHost(hostname: string): boolean {
  if (isIPv4(hostname)) return hostname.startsWith('127.');
  return hostname === '[::1]' || hostname === 'localhost' || hostname.endsWith('.localhost');
}

/** A `destination_conf` in its parts. */
export interface Destination {
  readonly scheme: Scheme;
  /** The bucket, or the host with its port. */
  readonly authority: string;
  /** `user:password@` of a web receiver; empty if there is none. */
  readonly userInfo: string;
  /** Path without slashes at its ends, with `{DATE}` as it was sent. */
  readonly path: string;
  readonly query: URLSearchParams;
}

type ParsedDestination =
  { readonly ok: true; readonly destination: Destination } | { readonly ok: false; readonly reason: string };

const FORM =
  /^(?<scheme>[a-z][a-z0-9]*):\/\/(?:(?<user>[^/?#]*)@)?(?<authority>[^/?#@]*)(?<path>[^?#]*)(?:\?(?<query>[^#]*))?$/;

const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

const HEADER_VALUE = /^[\t\x20-\x7e]*$/;

/** Parses a destination. The reason of a refusal completes "… because". */
export function parseDestination(text: string): ParsedDestination {
  const form = /^[\x21-\x7e]*$/.test(text) ? FORM.exec(text)?.groups : undefined;
  if (form === undefined) return refused('it must be of the form scheme://bucket-or-host/path?parameters');
  const { scheme = '', user = '', authority = '', path = '', query = '' } = form;
  if (!isScheme(scheme)) {
    const known = Object.keys(SCHEMES).join(', ');
    return refused(`its scheme must be one of ${known}, not ${scheme}`);
  }
  const destination: Destination = {
    scheme,
    authority,
    userInfo: user === '' ? '' : `${user}@`,
    // The match of a run of slashes starts only at its beginning, so that a long run takes no longer than a short one.
    path: path.replace(/^\/+|(?<!\/)\/+$/g, ''),
    query: new URLSearchParams(query),
  };
  const reason = wrongAuthority(destination) ?? wrongParameters(destination) ?? wrongHeaders(destination);
  return reason === undefined ? { ok: true, destination } : refused(reason);
}

/** Whether jobs with this destination need a token that proves its ownership (docs/service.md 5.6). */
export function needsChallenge({ scheme, query }: Destination): boolean {
  const { challenge } = schemeRules(scheme);
  const hasKeys = KEY_PARAMETERS.every((name) => query.get(name));
  return challenge === 'always' || (challenge === 'without keys' && !query.get('endpoint') && !hasKeys);
}

function refused(reason: string): ParsedDestination {
  return { ok: false, reason };
}

function wrongAuthority({ scheme, authority, userInfo }: Destination): string | undefined {
  if (schemeRules(scheme).receiver === 'objects') {
    if (authority === '') return `${scheme}:// must be followed by a bucket`;
    return BUCKET.test(authority) && userInfo === ''
      ? undefined
      : `its bucket must be letters, digits, ".", "_" and "-"`;
  }
  const url = `https://${userInfo}${authority}/`;
  if (authority === '' || !URL.canParse(url)) return `${scheme}:// must be followed by a host`;
  return scheme === 'http' && !isLoopbackHost(new URL(url).hostname)
    ? 'http is only for receivers on this machine; use https'
    : undefined;
}

function wrongParameters({ scheme, query }: Destination): string | undefined {
  // Header names may be in any case.
  const given = new Set(
    [...query].flatMap(([name, value]) => (value === '' ? [] : [name, headerCase(name)])),
  );
  const missing = schemeRules(scheme).required.filter((name) => !given.has(headerCase(name)));
  if (missing.length > 0) return `${scheme} needs the parameters ${missing.join(', ')}`;
  if (scheme !== 's3') return undefined;
  if (!given.has('region') && !given.has('endpoint')) return 's3 needs the parameter region';
  const keys = KEY_PARAMETERS.filter((name) => given.has(name)).length;
  if (keys === 1) return `${KEY_PARAMETERS.join(' and ')} go together`;
  return given.has('endpoint') && keys === 0
    ? `s3 with an endpoint needs ${KEY_PARAMETERS.join(' and ')}`
    : undefined;
}

function headerCase(parameter: string): string {
  return parameter.startsWith(HEADER_PARAMETER) ? parameter.toLowerCase() : parameter;
}

function wrongHeaders({ query }: Destination): string | undefined {
  for (const [name, value] of query) {
    if (!name.startsWith(HEADER_PARAMETER)) continue;
    if (!HTTP_TOKEN.test(name.slice(HEADER_PARAMETER.length)) || !HEADER_VALUE.test(value))
      return `${name} must be a header's name and value`;
  }
  return undefined;
}
