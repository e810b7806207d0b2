import { isIPv4 } from 'node:net';
import { HTTP_TOKEN } from '../checks/shape';

/** How a scheme of `destination_conf` is treated (docs/internals/service.md 5.6, 5.7). */
interface SchemeRules {
  /** Whether files are stored, in a bucket, table or stream, or posted to a receiver on the web. */
  readonly receiver: 'objects' | 'web';
  /** Whether a job needs a token that proves ownership. `without keys`: unless the destination has keys in it. */
  readonly challenge: 'always' | 'never' | 'without keys';
  /** Whether creating and updating a job uploads a test file, and which (docs/internals/service.md 5.2, 5.7). */
  readonly test: 'none' | 'file' | 'empty file';
  /** Required query parameters. */
  readonly required: readonly string[];
  /** The least `max_upload_bytes` of a job, besides 0. */
  readonly leastUploadBytes: number;
}

/** The parameters of access keys. */
export const KEY_PARAMETERS = ['access-key-id', 'secret-access-key'] as const;

/** Prefix of query parameters that become headers of the request to a web receiver. */
const HEADER_PARAMETER = 'header_';

/** The parameter with the key for IBM Cloud Logs. */
const IBM_KEY = 'ibm_api_key';

const ANY = { leastUploadBytes: 5_000_000, required: [] } as const;
const WEB = { ...ANY, receiver: 'web', challenge: 'never', test: 'file' } as const;
const OBJECTS = { ...ANY, receiver: 'objects', challenge: 'always', test: 'none' } as const;

/** The schemes of docs/internals/service.md 5.7, and plain `http` for receivers on this machine. */
const SCHEMES: Readonly<Record<string, SchemeRules>> = {
  r2: {
    ...OBJECTS,
    challenge: 'never',
    required: ['account-id', ...KEY_PARAMETERS],
  },
  gs: OBJECTS,
  s3: { ...OBJECTS, challenge: 'without keys' },
  azure: { ...OBJECTS, required: ['sig'] },
  bq: {
    ...OBJECTS,
    challenge: 'never',
    test: 'empty file',
  },
  kinesis: { ...OBJECTS, challenge: 'never', required: ['region'] },
  sumo: { ...WEB, challenge: 'always', test: 'none' },
  https: WEB,
  http: WEB,
  splunk: { ...WEB, required: [`${HEADER_PARAMETER}Authorization`] },
  datadog: {
    ...WEB,
    required: [`${HEADER_PARAMETER}DD-API-KEY`],
  },
  sentinelone: { ...WEB, required: [`${HEADER_PARAMETER}Authorization`] },
  ibmcl: {
    ...WEB,
    required: [IBM_KEY],
    leastUploadBytes: 2_000_000,
  },
};

/** The treatment of that scheme; `undefined` for one that the service does not know. */
function schemeRules(scheme: string): SchemeRules | undefined {
  return Object.hasOwn(SCHEMES, scheme) ? SCHEMES[scheme] : undefined;
}

/** Whether a host, as `URL.hostname` writes it, is this machine. Names below `localhost` are (RFC 6761). */
function isLoopbackHost(hostname: string): boolean {
  if (isIPv4(hostname)) return hostname.startsWith('127.');
  return hostname === '[::1]' || hostname === 'localhost' || hostname.endsWith('.localhost');
}

/** A `destination_conf` in its parts. */
interface Destination {
  readonly scheme: string;
  readonly rules: SchemeRules;
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
  const rules = schemeRules(scheme);
  if (!rules) return refused(`its scheme must be one of ${Object.keys(SCHEMES).join(', ')}, not ${scheme}`);
  const destination: Destination = {
    scheme,
    rules,
    authority,
    userInfo: user === '' ? '' : `${user}@`,
    // The match of a run of slashes starts only at its beginning, so that a long run takes no longer than a short one.
    path: path.replace(/^\/+|(?<!\/)\/+$/g, ''),
    query: new URLSearchParams(query),
  };
  const reason = wrongAuthority(destination) ?? wrongParameters(destination) ?? wrongHeaders(destination);
  return reason === undefined ? { ok: true, destination } : refused(reason);
}

/** Whether jobs with this destination need a token that proves its ownership (docs/internals/service.md 5.6). */
export function needsChallenge({ rules: { challenge }, query }: Destination): boolean {
  const hasKeys = KEY_PARAMETERS.every((name) => query.get(name));
  return challenge === 'always' || (challenge === 'without keys' && !query.get('endpoint') && !hasKeys);
}

/** How a destination is treated; `undefined` for a text that is no destination. */
export function destinationRules(text: string): SchemeRules | undefined {
  const parsed = parseDestination(text);
  return parsed.ok ? parsed.destination.rules : undefined;
}

function refused(reason: string): ParsedDestination {
  return { ok: false, reason };
}

function wrongAuthority({ scheme, rules, authority, userInfo }: Destination): string | undefined {
  if (scheme === 'bq' && authority !== 'projects') return TABLE_FORM;
  if (rules.receiver === 'objects') {
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

function wrongParameters({ scheme, rules, path, query }: Destination): string | undefined {
  // Header names may be in any case.
  const given = new Set(
    [...query].flatMap(([name, value]) => (value === '' ? [] : [name, headerCase(name)])),
  );
  const missing = rules.required.filter((name) => !given.has(headerCase(name)));
  if (missing.length > 0) return `${scheme} needs the parameters ${missing.join(', ')}`;
  switch (scheme) {
    case 's3':
      if (!given.has('region') && !given.has('endpoint')) return 's3 needs the parameter region';
      return wrongKeys(given, given.has('endpoint') ? 's3 with an endpoint' : undefined);
    case 'kinesis':
      return wrongKeys(given, given.has(ROLE) ? undefined : `kinesis without ${ROLE}`);
    case 'bq':
      return TABLE.test(path) ? wrongCredentials(query.get('credentials')) : TABLE_FORM;
    default:
      return undefined;
  }
}

/** The role that the service assumes to write to a stream. */
const ROLE = 'sts-assume-role-arn';

/** @param needing what needs the keys; `undefined` if they may be left out */
function wrongKeys(given: ReadonlySet<string>, needing: string | undefined): string | undefined {
  const keys = KEY_PARAMETERS.filter((name) => given.has(name)).length;
  if (keys === 1) return `${KEY_PARAMETERS.join(' and ')} go together`;
  return needing !== undefined && keys === 0 ? `${needing} needs ${KEY_PARAMETERS.join(' and ')}` : undefined;
}

/** A table of BigQuery, after `bq://projects/`. */
const TABLE = /^[^/]+\/datasets\/[^/]+\/tables\/[^/]+$/;

const TABLE_FORM = 'it must be of the form bq://projects/<project>/datasets/<dataset>/tables/<table>';

/** The credentials of an application as JSON, encoded in one of two ways. Jobs without them have been seen. */
function wrongCredentials(credentials: string | null): string | undefined {
  return credentials === null || /^(?:base64|url):./s.test(credentials)
    ? undefined
    : 'credentials must begin with base64: or url:, followed by the encoded credentials';
}

function headerCase(parameter: string): string {
  return parameter.startsWith(HEADER_PARAMETER) ? parameter.toLowerCase() : parameter;
}

function wrongHeaders({ query }: Destination): string | undefined {
  for (const [name, value] of query) {
    if (!name.startsWith(HEADER_PARAMETER)) continue;
    if (!HTTP_TOKEN.test(name.slice(HEADER_PARAMETER.length)) || !HEADER_VALUE.test(value))
      return `${name} must be a header's name and value, in printable ASCII`;
  }
  return undefined;
}

/** Replaces a secret wherever the emulator shows what it received, as everywhere in the project. */
export const REDACTED = '(redacted)';

/** The destination without its query and user info. */
export function publicDestination({ scheme, authority, path }: Destination): string {
  return `${scheme}://${authority}${path === '' ? '' : `/${path}`}`;
}

const ADDRESS = /^([a-z][a-z0-9+.-]*):\/\/([^/?#\\]*)([^?#]*)(.*)$/is;

/** The parts of a text that are each shown or hidden; `undefined` if it is not an address. */
function destinationParts(text: string) {
  const parts = ADDRESS.exec(text);
  if (parts === null) return undefined;
  const [, scheme = '', authority = '', path = '', rest = ''] = parts;
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  return {
    scheme,
    hasUserInfo: host !== authority,
    host,
    path,
    // The path in an object store is a folder; the address of a web receiver may be enough to write to it.
    pathMayBeSecret: schemeRules(scheme.toLowerCase())?.receiver !== 'objects',
    hasQuery: rest !== '',
  };
}

/** A `destination_conf` of any form, without what may be a secret. */
export function redactedDestination(text: string): string {
  const parts = destinationParts(text);
  if (parts === undefined) return REDACTED;
  const { scheme, hasUserInfo, host, path, pathMayBeSecret, hasQuery } = parts;
  const shownPath = pathMayBeSecret && path.length > 1 ? `/${REDACTED}` : path;
  return `${scheme}://${hasUserInfo ? `${REDACTED}@` : ''}${host}${shownPath}${hasQuery ? `?${REDACTED}` : ''}`;
}

/**
 * A `destination_conf` without what may be secret in it: the query, user information, and for web receivers
 * the path (docs/internals/service.md 5.2: the service returns it in clear, so a screen must not show it).
 */
export function shownDestination(destination: string): string {
  const parts = destinationParts(destination);
  if (parts === undefined) return '(not an address)';
  const { scheme, host, path, pathMayBeSecret } = parts;
  return `${scheme}://${host}${pathMayBeSecret ? '' : path}`;
}

/** A text of the service that may contain destinations, without what may be secret in them. */
export function withoutSecrets(text: string): string {
  return text.replace(/[a-z][a-z0-9+.-]*:\/\/[^\s'"`<>]+/gi, shownDestination);
}
