import { known } from '../binding/known';

/** The known, non-secret properties of a destination, for policies. */
export interface DestinationView {
  /** The scheme, e.g. `s3` or `https`; undefined where it is not known at synth. */
  readonly scheme: string | undefined;
  /** The bucket, container or host with its port, without user information; undefined where it is not known at synth. */
  readonly host: string | undefined;
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
