import type { Problem } from '../problem';
import type { Check } from '../attribute';

/** One of a few words. */
export function oneOf(...words: readonly string[]): Check<string> {
  return (value): readonly Problem[] =>
    words.includes(value)
      ? []
      : [
          {
            code: 'not_one_of',
            path: [],
            message: `${JSON.stringify(value)} is not a value that this attribute takes.`,
            hint: `Allowed: ${words.map((word) => JSON.stringify(word)).join(', ')}.`,
          },
        ];
}
