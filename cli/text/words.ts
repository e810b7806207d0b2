import { stripVTControlCharacters } from 'node:util';
import { printable } from '../../provider-shim/sdk/text';
import type { ListedZone } from '../../provider-shim/zone-reader';

/**
 * A text of others on one line and without anything that a terminal obeys: what remains of control characters, line ends
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

/** These only if something is so. */
export function given<T>(isSo: boolean, ...items: readonly T[]): readonly T[] {
  return isSo ? items : [];
}

/** A text as one word of a command line in a POSIX shell, quoted if it has to be. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The name of a zone for people, on one line. */
export function titleOf({ name, id }: Pick<ListedZone, 'name' | 'id'>): string {
  const shown = onOneLine(name);
  return shown === '' ? onOneLine(id) : `${shown} (${onOneLine(id)})`;
}

/** A text of the service on one line, safe to print. */
export function onOneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim();
}
