import type { ListedZone } from '../../provider-shim/zone-reader';
import { printable } from '../../provider-shim/sdk/text';

/** The name of a zone for people, on one line. */
export function titleOf({ name, id }: Pick<ListedZone, 'name' | 'id'>): string {
  const shown = onOneLine(name);
  return shown === '' ? onOneLine(id) : `${shown} (${onOneLine(id)})`;
}

/** A text of the service on one line, safe to print. */
export function onOneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim();
}
