import { createHmac, randomBytes } from 'node:crypto';
import { isRecord } from '../../schema/description/value';

/** A record of a creation, written before its request is sent. It holds no secrets. */
export interface CreationRecord {
  readonly zoneId: string;
  /** A hash of the service and the state. */
  readonly scope: string;
  /** The salt of the fingerprint, hexadecimal. */
  readonly salt: string;
  /** HMAC-SHA-256 of the object to create, hexadecimal. */
  readonly fingerprint: string;
  /** The ids of the objects that the zone had before. */
  readonly before: readonly number[];
  /** The id of the created object; null until the service answers. */
  readonly made: number | null;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  /** The process that sent it, to check whether it may still be working. */
  readonly sender: Sender;
}

/** The process of a provider, and of the engine that started it. */
export interface Sender {
  readonly host: string;
  readonly pid: number;
  /** When the process started, in the words of its system: another process may get its number. */
  readonly start: string;
  readonly engine: number;
}

/** The name of a record, which is also in the object's private state. */
export function newToken(): string {
  return randomBytes(16).toString('hex');
}

export function newSalt(): string {
  return randomBytes(16).toString('hex');
}

/** A fingerprint, to compare texts without storing them. */
export function fingerprint(salt: string, text: string): string {
  return createHmac('sha256', Buffer.from(salt, 'hex')).update(text).digest('hex');
}

/** Parses a record; undefined for a text that no provider wrote. */
export function parseCreationRecord(text: string): CreationRecord | undefined {
  const value = parsed(text);
  if (!isRecord(value)) return undefined;
  const { zoneId, scope, salt, fingerprint, before, made, at, sender } = value;
  if (![zoneId, scope, salt, fingerprint].every(isHex) || !Array.isArray(before)) return undefined;
  if (!before.every(isNumber) || !(made === null || isNumber(made)) || !isNumber(at)) return undefined;
  if (!isRecord(sender) || typeof sender['host'] !== 'string') return undefined;
  if (!isNumber(sender['pid']) || !isNumber(sender['engine'])) return undefined;
  if (typeof sender['start'] !== 'string') return undefined;
  return value as unknown as CreationRecord;
}

/** Parses JSON; undefined when malformed. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function isHex(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{32,64}$/.test(value);
}

export function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
