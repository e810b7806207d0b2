import { oneProblem, type Problem } from '../description/problem';
import type {
  AttributeType,
  Check,
  Attributes,
  MemberAttributes,
  NestedAttribute,
} from '../description/attribute';
import { isKnown } from '../description/value';
import { ID_PATTERN } from './service';

/** The check of an enumeration. The constructs' types and documentation also use its words. */
export interface OneOfCheck<Word extends string> extends Check<string> {
  readonly words: readonly Word[];
}

/** Checks that a value is one of these words. */
export function oneOf<const Words extends readonly string[]>(...words: Words): OneOfCheck<Words[number]> {
  const check = (value: string): readonly Problem[] =>
    words.includes(value)
      ? []
      : oneProblem(
          'not_one_of',
          `${JSON.stringify(value)} is not an allowed value.`,
          `Allowed: ${words.map((word) => JSON.stringify(word)).join(', ')}.`,
        );
  check.words = words;
  return check;
}

/** Checks that a number is from `least` to `most`, inclusive. */
export function between(least: number, most: number): Check<number> {
  return (value): readonly Problem[] =>
    value >= least && value <= most
      ? []
      : oneProblem('out_of_range', `${value} is out of range.`, `Allowed: ${least} to ${most}.`);
}

/** Checks for duplicates. The engine removes them from a set before the provider sees it, so this matters at synth. */
export function distinct(values: readonly unknown[]): readonly Problem[] {
  const seen = new Set<unknown>();
  const repeated = new Set<unknown>();
  for (const value of values) {
    if (!isKnown(value)) continue;
    if (seen.has(value)) repeated.add(value);
    seen.add(value);
  }
  return [...repeated].flatMap((value) =>
    oneProblem(
      'repeated_value',
      `${JSON.stringify(value)} is listed more than once.`,
      'Each name is logged once. Remove the duplicate.',
    ),
  );
}

/** A zone's id: 32 lower-case hexadecimal digits. */
export function zoneId(value: string): readonly Problem[] {
  if (ID_PATTERN.test(value)) return [];
  return oneProblem(
    'zone_id_malformed',
    `${JSON.stringify(value)} is not a zone id.`,
    'A zone id is 32 lower-case hexadecimal digits, e.g. "023e105f4ecef8ad9ca31a8372d0c353". ' +
      (ID_PATTERN.test(value.trim().toLowerCase())
        ? `Write "${value.trim().toLowerCase()}".`
        : "It is not the zone's name. Look it up in the zone's overview."),
  );
}

/** The one form of all spellings of a zone's name: lower case, punycode, no blanks around it and no dot at its end. */
export function zoneNameKey(name: string): string {
  const text = name.trim().toLowerCase();
  const isOfHost = /\P{ASCII}/u.test(text) && !/[/?#\\:@%]/.test(text) && URL.canParse(`https://${text}`);
  return (isOfHost ? new URL(`https://${text}`).hostname : text).replace(/\.$/, '');
}

/** An attribute that the provider alone sets. */
export function computed<const T extends AttributeType>(type: T, description: string) {
  return { type, computed: true, description } as const;
}

/** Objects that the provider alone sets. */
export function computedObjects<const N extends NestedAttribute['nested'], const A extends MemberAttributes>(
  nested: N,
  description: string,
  attributes: A,
) {
  return { nested, computed: true, description, attributes } as const;
}

/** An attribute that may be set, without a default. */
export function optional<const T extends AttributeType>(type: T, description: string) {
  return { type, optional: true, description } as const;
}

/** An attribute that may be set. @param value what it is otherwise */
export function defaulted<const T extends AttributeType, const D>(type: T, value: D, description: string) {
  return { type, optional: true, default: value, description } as const;
}

/** The zone that something is looked up in. */
export const zoneToRead = {
  zone_id: {
    type: 'string',
    required: true,
    description: 'The zone, 32 hexadecimal digits.',
    checks: [zoneId],
  },
} as const satisfies MemberAttributes;

/** The zone of a resource. @param description of its id */
export function zoneOfObject(description: string) {
  return {
    zone_id: { ...zoneToRead.zone_id, replaceOnChange: true, description },
    zone_name: {
      ...computed('string', 'The name of the zone. Empty when the credentials may not read the zone.'),
      keepsPrior: true,
    },
  } as const satisfies Attributes;
}
