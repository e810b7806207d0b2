import type { LogOptions } from './log-options';
import { parseLogOptions } from './parse-log-options';

/**
 * Whether two texts of options mean the same: neither order nor encoding nor a default that is written out makes a
 * difference. Texts that cannot be read mean the same only when they are equal.
 */
export function sameLogOptionsText(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [parseLogOptions(one), parseLogOptions(other)];
  return a.ok && b.ok && sameLogOptions(a.options, b.options);
}

/** Whether two options mean the same. The order of the fields does not count, nor does a repetition. */
export function sameLogOptions(one: LogOptions, other: LogOptions): boolean {
  return meaning(one) === meaning(other);
}

function meaning({ fields, timestamps = 'unixnano', sample = 1, defuse = false }: LogOptions): string {
  return JSON.stringify([[...new Set(fields)].sort(), timestamps, sample, defuse]);
}
