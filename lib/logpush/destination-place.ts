import { known } from '../binding/known';

/** The known, non-secret properties of a destination, for policies. */
export interface DestinationView {
  /** The scheme, e.g. `s3` or `https`; undefined where it is not known at synth. */
  readonly scheme: string | undefined;
  /** The bucket, container or host with its port, without user information; undefined where it is not known at synth. */
  readonly host: string | undefined;
  /**
   * Where it is as a whole, without path and secrets: scheme and host, with what decides whose bucket it is. For example
   * `s3://logs`, `s3://logs?endpoint=store.example.com`, `r2://logs?account-id=…` or `bq://projects/shop`. Undefined where
   * it is not known at synth, or where the text names two owners.
   */
  readonly place: string | undefined;
  /** Whether the service accepts it only with a token that proves ownership; undefined if that is unknown. */
  readonly needsChallenge: boolean | undefined;
  /** Whether its text has, or may have, secrets. */
  readonly holdsSecrets: boolean;
}

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//;
const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/;

/** The scheme of a destination's text, which may continue with tokens. */
export function schemeOf(conf: unknown): string | undefined {
  return typeof conf === 'string' ? SCHEME.exec(conf)?.[1] : undefined;
}

/** The bucket, container or host of a destination's text, if no part of it is a token. */
export function hostOf(conf: unknown): string | undefined {
  const authority = typeof conf === 'string' ? AUTHORITY.exec(conf)?.[1] : undefined;
  // The part before the last "@" holds credentials; a "/" in an expression would end the authority too early.
  const host = authority?.slice(authority.lastIndexOf('@') + 1);
  return host && known(authority) === authority ? host : undefined;
}

/** What decides, beside the host, whose store it is: the parameter of a scheme. */
const OWNER_PARAMETERS: Readonly<Record<string, string>> = { s3: 'endpoint', r2: 'account-id' };

/** Scheme and host of a destination's text, and whose it is, if all of that is known at synth and names one owner. */
export function placeOf(conf: unknown): string | undefined {
  const [scheme, host] = [schemeOf(conf), hostOf(conf)];
  if (typeof conf !== 'string' || scheme === undefined || host === undefined) return undefined;
  // The host of BigQuery is a word, and the project follows it.
  if (scheme === 'bq') return wholly(/^bq:\/\/projects\/[^/?#]+/.exec(conf)?.[0]);
  const name = OWNER_PARAMETERS[scheme];
  if (name === undefined) return `${scheme}://${host}`;
  const query = conf.slice(conf.indexOf('?') + 1);
  // An expression of the engine may hold the parameter, or a "?" or "&" of its own.
  if (conf.includes('?') && wholly(query) === undefined)
    return placeWithin(query, name, `${scheme}://${host}`);
  const owners = new Set(conf.includes('?') ? new URLSearchParams(query).getAll(name) : []);
  return owned(`${scheme}://${host}`, name, [...owners]);
}

/** The place by the parameters of a query with tokens in it; undefined unless the owner stands there in clear. */
function placeWithin(query: string, name: string, place: string): string | undefined {
  const parameters = query.split('&').filter((part) => part.startsWith(`${name}=`));
  const owners = new Set(parameters.map((parameter) => wholly(parameter.slice(name.length + 1))));
  if (owners.size === 0 || owners.has(undefined)) return undefined;
  return owned(
    place,
    name,
    [...owners].map((owner) => decodeURIComponent(owner ?? '')),
  );
}

/** The place with its owner. Of several, which one the service takes is not known. */
function owned(place: string, name: string, owners: readonly string[]): string | undefined {
  if (owners.length > 1) return undefined;
  const [owner] = owners;
  return owner === undefined ? place : `${place}?${name}=${owner}`;
}

/** A text without tokens. */
function wholly(text: string | undefined): string | undefined {
  return text !== undefined && known(text) === text ? text : undefined;
}
