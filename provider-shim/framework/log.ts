export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error';

/**
 * Writes one structured log line, or nothing when the level is off.
 *
 * The plugin and the API client declare the same type: no layer imports another for it, and the compiler compares them
 * where one is handed on.
 */
export type Log = (level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>) => void;
