import type { LogLevel } from '../../text';
import type { Environment } from '../host/host';

/** From most to least talkative. */
export const LEVELS: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error'];

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
export const reaches = (level: LogLevel, least: LogLevel | 'off'): boolean =>
  least !== 'off' && LEVELS.indexOf(level) >= LEVELS.indexOf(least);
