import type { LogLevel } from '../../text';

/** Deeper than this a field is not shown; it also ends circles. */
const MAX_DEPTH = 8;

/**
 * What can be written as JSON of any value: secrets replaced in texts and keys, big integers as digits,
 * errors as their stack, byte strings as their size.
 */
function loggable(value: unknown, redact: (text: string) => string, depth = 0): unknown {
  switch (typeof value) {
    case 'string':
      return redact(value);
    case 'bigint':
      return redact(String(value));
    case 'number': {
      const text = String(value);
      const shown = redact(text);
      return shown === text ? value : shown;
    }
    case 'object':
      return value === null ? null : loggableObject(value, redact, depth);
    case 'function':
    case 'symbol':
      return redact(String(value));
    case 'boolean':
    case 'undefined':
      return value;
  }
}

function loggableObject(value: object, redact: (text: string) => string, depth: number): unknown {
  if (value instanceof Error) return redact(value.stack ?? String(value));
  if (ArrayBuffer.isView(value)) return `(${value.byteLength} bytes)`;
  if (value instanceof Date || value instanceof URL) return redact(String(value));
  if (depth >= MAX_DEPTH) return '(deeper)';
  const deeper = (item: unknown): unknown => loggable(item, redact, depth + 1);
  if (Array.isArray(value)) return value.map(deeper);
  if (value instanceof Set) return Array.from(value, deeper);
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [redact(String(key)), deeper(item)]));
}

export type LogFields = Readonly<Record<string, unknown>>;

export interface LogRecord {
  readonly level: LogLevel;
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
  readonly message: string;
  readonly fields: LogFields;
}

/** The engine reads stderr in pieces of 64 KiB; a longer line would be torn. The newline counts. */
export const LINE_LIMIT = 64 * 1024 - 1;

/** Characters of a message in a line that was too long: six bytes each at worst. */
const SHORT_MESSAGE = 8 * 1024;

/**
 * One line of hclog's JSON, without the newline. `@message`, `@level` and `@timestamp` are always texts: one
 * that is not ends Terraform with a panic. The timestamp must have six digits of a second.
 */
export function logLine(record: LogRecord, redact: (text: string) => string): string {
  const head = {
    '@level': record.level,
    '@message': redact(String(record.message)),
    '@timestamp': new Date(record.time).toISOString().replace('Z', '000Z'),
    '@module': 'provider',
  };
  const fields = loggable(withoutReserved(record.fields), redact) as LogFields;
  const line = JSON.stringify({ ...head, ...fields });
  const size = Buffer.byteLength(line);
  if (size <= LINE_LIMIT) return line;
  const message = head['@message'].slice(0, SHORT_MESSAGE);
  return JSON.stringify({ ...head, '@message': message, dropped_bytes: size });
}

/** Keys that begin with `@` are the format's own. */
function withoutReserved(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key.startsWith('@') ? `_${key.slice(1)}` : key, value]),
  );
}
