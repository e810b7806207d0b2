import type { LogOptions } from './log-options';
import { parseLogOptions } from './parse-log-options';

/**
 * Whether two texts of options mean the same: neither order nor encoding nor a default that is written out makes a
 * difference. Texts that cannot be read mean the same only when they are equal.
 */
export function sameLogOptionsText(one: string, other: string): boolean {
  return one === other || logOptionsMeaning(one) === logOptionsMeaning(other);
}

/** One text for all texts of options that mean the same; one that cannot be read has its own. */
export function logOptionsMeaning(text: string): string {
  const parsed = parseLogOptions(text);
  return parsed.ok ? `options ${meaning(parsed.options)}` : `text ${text}`;
}

/** Whether two options mean the same. The order of the fields does not count, nor does a repetition. */
export function sameLogOptions(one: LogOptions, other: LogOptions): boolean {
  return meaning(one) === meaning(other);
}

function meaning({ fields, timestamps = 'unixnano', sample = 1, defuse = false }: LogOptions): string {
  return JSON.stringify([[...new Set(fields)].sort(), timestamps, sample, defuse]);
}
