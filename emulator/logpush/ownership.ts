import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { fillDate } from '../destinations/destinations';
import { needsChallenge, parseDestination } from '../destinations/destination';
import { accepted } from '../service/refusal';
import { type Answer, type ZoneCall, type ZoneOperation, BASE_PATH } from '../service/operation';
import { ownershipRefused } from './errors';
import { logpushOperation } from './logpush-operation';
import { readChallengeBody, readDestinationBody } from './read-job';

/** Writes the token into a file at the destination; the answer only names the file (docs/internals/service.md 5.6). */
const request = logpushOperation('logpush.ownership', 'creating', 'POST /logpush/ownership', (call) => {
  const { service, zone, body, dryRun } = call;
  const { destination_conf: destination } = accepted(readDestinationBody(body));
  if (dryRun) return { result: null };
  const parsed = parseDestination(destination);
  if (!parsed.ok) return notWritten(parsed.reason);
  const now = service.clock.now();
  const token = ownershipToken(zone.id, destination, now);
  const name = `ownership-challenge-${createHash('sha256').update(token).digest('hex').slice(0, 8)}.txt`;
  const outcome = service.destinations.upload({ destination, name, text: token });
  if (!outcome.ok) return notWritten(outcome.message);
  const folder = fillDate(parsed.destination.path, now);
  const filename = folder === '' ? name : `${folder}/${name}`;
  return { result: { filename, message: '', valid: true } };
});

/** docs/internals/service.md 5.1. */
const validate = logpushOperation(
  'logpush.ownership.validate',
  'validating',
  'POST /logpush/ownership/validate',
  (call) => {
    const { service, zone, body, dryRun } = call;
    const { destination_conf, ownership_challenge } = accepted(readChallengeBody(body));
    if (dryRun) return { result: null };
    const valid =
      tokenFault(ownership_challenge, zone.id, destination_conf, service.clock.now()) === undefined;
    return { result: { valid } };
  },
);

export const OWNERSHIP_OPERATIONS: readonly ZoneOperation[] = [request, validate];

function notWritten(message: string): Answer {
  return { result: { filename: '', message, valid: false } };
}

const FAULTS: Readonly<Record<TokenFault, string>> = {
  malformed: 'it is not a token of this service',
  signature: 'its signature is not valid',
  zone: 'it was made for another zone',
  destination: 'it was made for another destination',
  expired: 'it has expired; request a new one',
};

/**
 * Refuses to send logs to a destination that needs a token (docs/internals/service.md 5.6) if the token is missing or not for
 * this zone and this destination. If none is needed, a sent token does not matter.
 *
 * @throws Refusal
 */
export function checkOwnership(
  { zone, service }: ZoneCall,
  destination: string,
  challenge: string | undefined,
): void {
  const parsed = parseDestination(destination);
  if (!parsed.ok || !needsChallenge(parsed.destination)) return;
  if (challenge === undefined)
    throw ownershipRefused(
      `ownership_challenge is required for this destination; POST ${BASE_PATH}/zones/${zone.id}/logpush/ownership ` +
        'with this destination_conf; the token arrives there as a file',
    );
  const fault = tokenFault(challenge, zone.id, destination, service.clock.now());
  if (fault === undefined) return;
  throw ownershipRefused(`ownership_challenge is refused because ${FAULTS[fault]}`);
}

/** How long a token is valid, in seconds (docs/internals/service.md 5.6). */
const TOKEN_SECONDS = 7 * 24 * 60 * 60;

/** What a token is bound to (docs/internals/service.md 5.6). The names of the members are our own. */
interface Claims {
  readonly zone_id: string;
  /** SHA-256 of the whole destination, in hexadecimal digits. */
  readonly destination: string;
  /** SHA-256 of bucket and prefix, in hexadecimal digits. */
  readonly fingerprint: string;
  /** Seconds since the Unix epoch. */
  readonly iat: number;
  readonly exp: number;
}

/** Why a token is refused. */
type TokenFault = 'malformed' | 'signature' | 'zone' | 'destination' | 'expired';

const HEADER = { alg: 'HS256', typ: 'JWT' } as const;

/** The token, a JWT (RFC 7519), that proves ownership of the destination. @param now milliseconds */
export function ownershipToken(zoneId: string, destination: string, now: number): string {
  const iat = Math.floor(now / 1000);
  const bound = boundTo(zoneId, destination);
  const claims: Claims = { ...bound, iat, exp: iat + TOKEN_SECONDS };
  const signed = `${encoded(HEADER)}.${encoded(claims)}`;
  return `${signed}.${signature(zoneId, signed)}`;
}

/** Why a token is refused for this zone and this destination at this time, in milliseconds. */
function tokenFault(token: string, zoneId: string, destination: string, now: number): TokenFault | undefined {
  const [header = '', payload = '', sent = '', ...more] = token.split('.');
  const claims = decoded(payload);
  if (more.length > 0 || header !== encoded(HEADER) || sent === '' || !isClaims(claims)) return 'malformed';
  if (!sameText(sent, signature(claims.zone_id, `${header}.${payload}`))) return 'signature';
  const bound = boundTo(zoneId, destination);
  if (claims.zone_id !== zoneId) return 'zone';
  if (claims.destination !== bound.destination || claims.fingerprint !== bound.fingerprint)
    return 'destination';
  return now >= claims.exp * 1000 ? 'expired' : undefined;
}

function boundTo(zoneId: string, text: string): Omit<Claims, 'iat' | 'exp'> {
  const parsed = parseDestination(text);
  const place = parsed.ok ? [parsed.destination.authority, parsed.destination.path] : [];
  return { zone_id: zoneId, destination: sha256(text), fingerprint: sha256(place.join('/')) };
}

/** The key depends only on the zone, so that tokens outlive a reset and need no state. */
function signature(zoneId: string, signed: string): string {
  const key = createHmac('sha256', 'ownership of log push destinations').update(zoneId).digest();
  return createHmac('sha256', key).update(signed).digest('base64url');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function sameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decoded(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown;
  } catch {
    return undefined;
  }
}

function isClaims(value: unknown): value is Claims {
  if (typeof value !== 'object' || value === null) return false;
  const { zone_id, destination, fingerprint, iat, exp } = value as Record<string, unknown>;
  const texts = [zone_id, destination, fingerprint].every((claim) => typeof claim === 'string');
  return texts && Number.isSafeInteger(iat) && Number.isSafeInteger(exp);
}
