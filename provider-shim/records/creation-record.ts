import { createHmac, randomBytes } from 'node:crypto';
import { isRecord } from '../../schema/value';

/** A creation as it is written down before its request is sent. Nothing of it is secret. */
export interface CreationRecord {
  readonly zoneId: string;
  /** Which service and which state: a hash. */
  readonly scope: string;
  /** Of the fingerprint, hexadecimal. */
  readonly salt: string;
  /** HMAC-SHA-256 of what was to be made, hexadecimal. */
  readonly fingerprint: string;
  /** The numbers of the objects that the zone had before. */
  readonly before: readonly number[];
  /** The number of the object that was made; null until the service answers. */
  readonly made: number | null;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  /** The process that sent it, to check whether it may still be working. */
  readonly sender: Sender;
}

/** A provider's process and the engine's that started it. */
export interface Sender {
  readonly host: string;
  readonly pid: number;
  readonly engine: number;
}

/** The name of a record, which the private state of the object holds as well. */
export function newToken(): string {
  return randomBytes(16).toString('hex');
}

export function newSalt(): string {
  return randomBytes(16).toString('hex');
}

/** Tells whether two texts are the same without telling the text. */
export function fingerprint(salt: string, text: string): string {
  return createHmac('sha256', Buffer.from(salt, 'hex')).update(text).digest('hex');
}

/** Reads a record; undefined for a text that no provider wrote. */
export function parseCreationRecord(text: string): CreationRecord | undefined {
  const value = parsed(text);
  if (!isRecord(value)) return undefined;
  const { zoneId, scope, salt, fingerprint, before, made, at, sender } = value;
  if (![zoneId, scope, salt, fingerprint].every(isHex) || !Array.isArray(before)) return undefined;
  if (!before.every(isNumber) || !(made === null || isNumber(made)) || !isNumber(at)) return undefined;
  if (!isRecord(sender) || typeof sender['host'] !== 'string') return undefined;
  if (!isNumber(sender['pid']) || !isNumber(sender['engine'])) return undefined;
  return value as unknown as CreationRecord;
}

/** A text as JSON; undefined when it is none. */
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
