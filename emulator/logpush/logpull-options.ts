import type { Output } from './output';

/** The keys of `logpull_options` (docs/service.md 5.3). */
export const LOGPULL_KEYS = ['fields', 'timestamps', 'sample', 'CVE-2021-44228'] as const;

/** The timestamp formats that `logpull_options` knows; the first is the default (docs/service.md 5.3). */
export const LOGPULL_TIMESTAMPS = [
  'unixnano',
  'unix',
  'rfc3339',
] as const satisfies readonly Output['timestampFormat'][];

/** The keys and values of a query-string text, or of the query of a whole URL, in their order (docs/service.md 5.3). */
export function logpullEntries(text: string): readonly (readonly [key: string, value: string])[] {
  const query = text.slice(text.indexOf('?') + 1);
  return [...new URLSearchParams(query)];
}

/** The field names of a comma-separated list. */
export function fieldList(value: string): readonly string[] {
  return value.split(',').map((name) => name.trim());
}
