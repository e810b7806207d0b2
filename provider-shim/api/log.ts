export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error';

/**
 * Receives what the client does. Nothing that reaches it holds a secret.
 *
 * The plugin and the framework declare the same type: no layer imports another for it, and the compiler compares them
 * where one is handed on.
 */
export type Log = (level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>) => void;
