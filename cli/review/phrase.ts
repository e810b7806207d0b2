import { stripVTControlCharacters } from 'node:util';
import { printable } from '../../provider-shim/sdk/text';

/** Text that the service or other people wrote: names, descriptions, addresses, values. */
export interface Foreign {
  readonly text: string;
}

/** A sentence of our words and foreign texts, which each format escapes in its way. */
export type Phrase = readonly (string | Foreign)[];

/**
 * Makes a phrase: what is interpolated is foreign unless it is a number or a phrase itself.
 *
 * @example say`${zone.name} finishes`
 */
export function say(words: TemplateStringsArray, ...values: readonly (string | number | Phrase)[]): Phrase {
  return words.flatMap((word, index): Phrase => {
    const value = values[index];
    if (value === undefined) return [word];
    if (typeof value === 'string') return [word, { text: value }];
    return typeof value === 'number' ? [word, value.toLocaleString('en')] : [word, ...value];
  });
}

/** A phrase as text, each foreign part escaped by the format. */
export function render(phrase: Phrase, escape: (foreign: string) => string, own = asIs): string {
  return phrase.map((part) => (typeof part === 'string' ? own(part) : escape(part.text))).join('');
}

function asIs(text: string): string {
  return text;
}

/**
 * A foreign text on one line and without anything that a terminal obeys: what remains of control characters, line ends
 * and tabs is shown as an escape, such as `\n`.
 */
export function oneLine(text: string): string {
  return printable(stripVTControlCharacters(text)).replace(/\n/g, '\\n').replace(/\t/g, '\\t');
}

/** A text of at most this many characters, with an ellipsis in the place of the rest. */
export function shortened(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** `1 zone`, `2 zones`, `10,000 zones`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
