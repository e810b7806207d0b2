import { type LogLevel, HiddenTexts, printable } from '../text';
import type { Environment } from './host/host';

/** Structured lines for the engine's log. Both are functions of their own: `log` may be handed on alone. */
export interface Logger {
  /** @param fields given as a function, they are only made when the line is written */
  readonly log: (level: LogLevel, message: string, fields?: LogFields | (() => LogFields)) => void;
  /** From now on every line, error and crash text shows `(redacted)` instead of this secret. */
  readonly redact: (secret: string) => void;
}

interface LoggerParts {
  readonly least: LogLevel | 'off';
  readonly redaction: Redaction;
  readonly now: () => number;
  /** Receives whole lines, newline included. */
  readonly write: (text: string) => void;
}

export function createLogger({ least, redaction, now, write }: LoggerParts): Logger {
  return {
    log: (level, message, fields = {}) => {
      if (!reaches(level, least)) return;
      const made = typeof fields === 'function' ? fields() : fields;
      write(`${logLine({ level, time: now(), message, fields: made }, redaction.apply)}\n`);
    },
    redact: redaction.add,
  };
}

/** From most to least talkative. */
const LEVELS: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error'];

/**
 * The lowest level that is written. As in Terraform: `TF_LOG_PROVIDER`, or else `TF_LOG`; empty is off, and any other
 * word (including `JSON`) is trace.
 */
export function levelFrom(environment: Environment): LogLevel | 'off' {
  const word = (environment['TF_LOG_PROVIDER'] || environment['TF_LOG'] || 'off').toLowerCase();
  if (word === 'off') return 'off';
  return LEVELS.find((level) => level === word) ?? 'trace';
}

/** Whether `level` is written when `least` is the least level. */
const reaches = (level: LogLevel, least: LogLevel | 'off'): boolean =>
  least !== 'off' && LEVELS.indexOf(level) >= LEVELS.indexOf(least);

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

type LogFields = Readonly<Record<string, unknown>>;

interface LogRecord {
  readonly level: LogLevel;
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
  readonly message: string;
  readonly fields: LogFields;
}

/** The engine reads stderr in pieces of 64 KiB; a longer line would be torn. The newline counts. */
const LINE_LIMIT = 64 * 1024 - 1;

/** Characters of a message in a line that was too long: six bytes each at worst. */
const SHORT_MESSAGE = 8 * 1024;

/**
 * One line of hclog's JSON, without the newline. `@message`, `@level` and `@timestamp` are always texts: one
 * that is not ends Terraform with a panic. The timestamp must have six digits of a second.
 */
function logLine(record: LogRecord, redact: (text: string) => string): string {
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

/** Knows the secrets of this process and takes them out of texts. */
interface Redaction {
  /** Remembers a secret. */
  readonly add: (secret: string) => void;
  /** The text as it may be shown: `(redacted)` for every secret, and nothing that would act on a terminal. */
  readonly apply: (text: string) => string;
}

export function createRedaction(): Redaction {
  const secrets = new HiddenTexts('(redacted)');
  return {
    add: (secret) => void secrets.add(secret),
    apply: (text) => printable(secrets.hide(text)),
  };
}
