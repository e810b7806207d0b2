export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error';

/** Receives what the client does. Nothing that reaches it holds a secret. */
export type Log = (level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>) => void;
