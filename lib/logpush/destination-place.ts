import { known } from '../binding/known';

/** What is known of a destination and holds no secret: for policies. */
export interface DestinationView {
  /** The scheme, e.g. `s3` or `https`; undefined where it is not known at synth. */
  readonly scheme: string | undefined;
  /** The bucket, container or host with its port, without user information; undefined where it is not known at synth. */
  readonly host: string | undefined;
  /** Whether the service takes it only with a token that proves ownership; undefined where that is not known. */
  readonly needsChallenge: boolean | undefined;
  /** Whether its text holds secrets, or may. */
  readonly holdsSecrets: boolean;
}

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//;
const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/;

/** The scheme of a destination's text, which may go on with tokens. */
export function schemeOf(conf: unknown): string | undefined {
  return typeof conf === 'string' ? SCHEME.exec(conf)?.[1] : undefined;
}

/** The bucket, container or host of a destination's text, as long as no part of it is a token. */
export function hostOf(conf: unknown): string | undefined {
  const authority = typeof conf === 'string' ? AUTHORITY.exec(conf)?.[1] : undefined;
  // What stands before the last "@" lets somebody in; a "/" in an expression would end the authority in the middle of it.
  const host = authority?.slice(authority.lastIndexOf('@') + 1);
  return host && known(authority) === authority ? host : undefined;
}
