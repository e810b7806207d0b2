import type { Problem } from '../problem';
import { isKnown } from '../unknown';

/** No value twice. The engine folds a set before a provider sees it, so this speaks at synth. */
export function distinct(values: readonly unknown[]): readonly Problem[] {
  const seen = new Set<unknown>();
  const repeated = new Set<unknown>();
  for (const value of values) {
    if (!isKnown(value)) continue;
    if (seen.has(value)) repeated.add(value);
    seen.add(value);
  }
  return [...repeated].map((value) => ({
    code: 'repeated_value',
    path: [],
    message: `${JSON.stringify(value)} is listed more than once.`,
    hint: 'Each name is logged once. Remove the duplicate.',
  }));
}
