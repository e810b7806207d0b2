import type { Reader } from '../checks/reader';
import { IDENTIFIER, IDENTIFIER_FORM } from '../determinism/identifiers';

const ID_FORM = `${IDENTIFIER_FORM} (in quotes if they could be a number)`;

/** The ids of one kind of thing in a document, which must all be different. */
export class DocumentIds {
  private readonly byKind = new Map<string, Set<string>>();

  /** Reads the id of a thing of this kind. */
  read(reader: Reader | undefined, kind: string): string | undefined {
    // YAML reads digits without quotes as a number, and the general message would not say so.
    if (typeof reader?.value === 'number') return reader.refuse(`it must be ${ID_FORM}`);
    const id = reader?.matching(IDENTIFIER, ID_FORM);
    if (id === undefined) return undefined;
    const given = this.setOf(kind);
    if (given.has(id)) return reader?.refuse('another one in the seed has this id');
    given.add(id);
    return id;
  }

  /** The ids of things of this kind, in the order in which they were read. */
  given(kind: string): ReadonlySet<string> {
    return this.setOf(kind);
  }

  private setOf(kind: string): Set<string> {
    const ids = this.byKind.get(kind) ?? new Set();
    this.byKind.set(kind, ids);
    return ids;
  }
}
