import type { LogLevel } from '../../text';
import { loggable } from './loggable';

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
