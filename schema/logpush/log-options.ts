/** What a log push job logs and how, in the terms of `logpull_options` (docs/service.md 5.2, 5.3). */
export interface LogOptions {
  /** Names of log fields. */
  readonly fields: readonly string[];
  /** The service's default is `unixnano`. */
  readonly timestamps?: LogTimestamps;
  /** The part of the log entries that is kept: above 0, at most 1. The service's default is 1. */
  readonly sample?: number;
  /** Defuses text that readers of logs are known to run. The service's default is false. */
  readonly defuse?: boolean;
}

/** The words for timestamps: nanoseconds, seconds, ISO 8601. */
export const LOG_TIMESTAMPS = ['unixnano', 'unix', 'rfc3339'] as const;

export type LogTimestamps = (typeof LOG_TIMESTAMPS)[number];

/** The service's key of `LogOptions.defuse`, and of `defuse_lookups` (docs/service.md 5.3, 5.4). */
export const DEFUSE_KEY = 'CVE-2021-44228';
