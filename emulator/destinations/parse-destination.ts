import { HTTP_TOKEN } from '../checks/http-token';
import { HEADER_PARAMETER, KEY_PARAMETERS, SCHEMES, isScheme, schemeRules } from './destination-schemes';
import type { Scheme } from './destination-schemes';
import { isLoopbackHost } from './loopback-host';

/** A `destination_conf` in its parts. */
export interface Destination {
  readonly scheme: Scheme;
  /** The bucket, or the host with its port. */
  readonly authority: string;
  /** `user:password@` of a web receiver; empty when there is none. */
  readonly userInfo: string;
  /** Path without slashes at its ends, with `{DATE}` as it was sent. */
  readonly path: string;
  readonly query: URLSearchParams;
}

export type ParsedDestination =
  { readonly ok: true; readonly destination: Destination } | { readonly ok: false; readonly reason: string };

const FORM =
  /^(?<scheme>[a-z][a-z0-9]*):\/\/(?:(?<user>[^/?#]*)@)?(?<authority>[^/?#@]*)(?<path>[^?#]*)(?:\?(?<query>[^#]*))?$/;

const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

const HEADER_VALUE = /^[\t\x20-\x7e]*$/;

/** Takes a destination apart. The reason of a refusal completes "… because". */
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
    // A run of slashes is looked at from its beginning alone, so that a long one takes no longer than a short one.
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
  // Names of headers come in any case.
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
