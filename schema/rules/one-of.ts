import type { Problem } from '../problem';
import type { Rule } from '../attribute';

/** The rule of an enumeration. Its words are known to the types of the constructs and to their documentation. */
export interface OneOfRule<Word extends string> extends Rule<string> {
  readonly words: readonly Word[];
}

/** One of a few words. */
export function oneOf<const Words extends readonly string[]>(...words: Words): OneOfRule<Words[number]> {
  const rule = (value: string): readonly Problem[] =>
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
  rule.words = words;
  return rule;
}
