import type { LogLevel } from '../../text';
import { reaches } from './level';
import { logLine, type LogFields } from './record';
import type { Redaction } from './redaction';

/** Fields may be given as a function, which is only called when the line is written. */
type Fields = LogFields | (() => LogFields);

/**
 * Structured lines for the engine's log. All members are functions of their own: `logger.log` may be handed
 * on alone.
 */
export interface Logger {
  readonly log: (level: LogLevel, message: string, fields?: Fields) => void;
  readonly trace: (message: string, fields?: Fields) => void;
  readonly debug: (message: string, fields?: Fields) => void;
  readonly info: (message: string, fields?: Fields) => void;
  readonly warn: (message: string, fields?: Fields) => void;
  readonly error: (message: string, fields?: Fields) => void;
  readonly enabled: (level: LogLevel) => boolean;
  /** From now on every line, error and crash text shows `(redacted)` instead of this secret. */
  readonly redact: (secret: string) => void;
  /** A logger that adds `fields` to every line. */
  readonly with: (fields: LogFields) => Logger;
}

export interface LoggerParts {
  readonly least: LogLevel | 'off';
  readonly redaction: Redaction;
  readonly now: () => number;
  /** Receives whole lines, newline included. */
  readonly write: (text: string) => void;
}

export function createLogger(parts: LoggerParts, common: LogFields = {}): Logger {
  const { least, redaction, now, write } = parts;
  const log: Logger['log'] = (level, message, fields = {}) => {
    if (!reaches(level, least)) return;
    const own = typeof fields === 'function' ? fields() : fields;
    const record = { level, time: now(), message, fields: { ...common, ...own } };
    write(`${logLine(record, redaction.apply)}\n`);
  };
  return {
    log,
    trace: (message, fields) => log('trace', message, fields),
    debug: (message, fields) => log('debug', message, fields),
    info: (message, fields) => log('info', message, fields),
    warn: (message, fields) => log('warn', message, fields),
    error: (message, fields) => log('error', message, fields),
    enabled: (level) => reaches(level, least),
    redact: redaction.add,
    with: (fields) => createLogger(parts, { ...common, ...fields }),
  };
}
