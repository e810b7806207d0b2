import { createHash } from 'node:crypto';
import * as is from '../checks/shape';

/** Generates identifiers of the service: 32 lower-case hexadecimal digits. */
export interface IdentifierSource {
  next(): string;
  /** How many identifiers were generated. */
  issued(): number;
  /** Continues after this many identifiers. */
  resumeAfter(issued: number): void;
  /** The identifier of a request (docs/internals/service.md 2.1), from a sequence of its own. */
  nextRayId(): string;
}

/** The data centre in the identifier of a request: IATA code of an airport. */
const DATA_CENTER = 'FRA';
const RAY_ID_DIGITS = 16;

export const IDENTIFIER = /^[0-9a-f]{32}$/;

/** The form in words; completes "it must be …". */
export const IDENTIFIER_FORM = '32 lower-case hexadecimal digits';

export const identifier = is.text(IDENTIFIER, IDENTIFIER_FORM);

/** The identifier that belongs to this text: always the same one. */
export function identifierOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** The same seed generates the same identifiers in the same order. */
export function seededIdentifiers(seed: string): IdentifierSource {
  let count = 0;
  let resumedAt = 0;
  let rays = 0;
  return {
    next: () => {
      count += 1;
      return identifierOf(`${seed}\n${count}`);
    },
    issued: () => count,
    resumeAfter: (issued) => {
      count = issued;
      resumedAt = issued;
      rays = 0;
    },
    nextRayId: () => {
      rays += 1;
      return `${identifierOf([seed, 'ray', resumedAt, rays].join('\n')).slice(0, RAY_ID_DIGITS)}-${DATA_CENTER}`;
    },
  };
}

const ID_FORM = `${IDENTIFIER_FORM} (in quotes if they could be a number)`;

/** The ids of one kind of thing in a document, which must all be different. */
export class DocumentIds {
  private readonly byKind = new Map<string, Set<string>>();

  /** The id of a thing of this kind. */
  of(kind: string): is.Shape<string> {
    return (reader) => {
      // YAML reads digits without quotes as a number, and the general message would not say so.
      if (typeof reader.value === 'number') return reader.refuse(`it must be ${ID_FORM}`);
      return unused(
        is.text(IDENTIFIER, ID_FORM),
        this.setOf(kind),
        'another one in the seed has this id',
      )(reader);
    };
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

/** Far more than anybody needs, and far below the limit of exact whole numbers. */
const MAX_NUMBER = 1_000_000_000_000;

/** The highest number ever given to a thing of some kind. */
export const lastNumber: is.Shape<number> = is.refusedIf(is.count, (id) =>
  id > MAX_NUMBER ? `it must be at most ${MAX_NUMBER}` : undefined,
);

/** The id of a thing whose ids are numbers. @param seen the ids before it @param taken why a repeated one is refused */
export function numericId(seen: Set<number>, taken: string): is.Shape<number> {
  const id = is.refusedIf(lastNumber, (sent) =>
    sent === 0 ? 'it must be a whole number from 1' : undefined,
  );
  return unused(id, seen, taken);
}

/** A value that is not among these, to which it is added. @param taken why one of them is refused */
export function unused<T>(shape: is.Shape<T>, seen: Set<T>, taken: string): is.Shape<T> {
  return is.refusedIf(shape, (value) => {
    if (seen.has(value)) return taken;
    seen.add(value);
    return undefined;
  });
}
