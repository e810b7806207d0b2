import type { Problem } from '../problem';
import type { Check } from '../attribute';

/** The check of an enumeration. Its words are known to the types of the constructs and to their documentation. */
export interface OneOfCheck<Word extends string> extends Check<string> {
  readonly words: readonly Word[];
}

/** One of a few words. */
export function oneOf<const Words extends readonly string[]>(...words: Words): OneOfCheck<Words[number]> {
  const check = (value: string): readonly Problem[] =>
    words.includes(value)
      ? []
      : [
          {
            code: 'not_one_of',
            path: [],
            message: `${JSON.stringify(value)} is not an allowed value.`,
            hint: `Allowed: ${words.map((word) => JSON.stringify(word)).join(', ')}.`,
          },
        ];
  check.words = words;
  return check;
}
