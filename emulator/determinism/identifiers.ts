import { createHash } from 'node:crypto';

/** Generates identifiers of the service: 32 lower-case hexadecimal digits. */
export interface IdentifierSource {
  next(): string;
  /** How many identifiers were generated. */
  issued(): number;
  /** Continues after this many identifiers. */
  resumeAfter(issued: number): void;
}

export const IDENTIFIER = /^[0-9a-f]{32}$/;

/** The form in words; completes "it must be …". */
export const IDENTIFIER_FORM = '32 lower-case hexadecimal digits';

/** The identifier that belongs to this text: always the same one. */
export function identifierOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** The same seed generates the same identifiers in the same order. */
export function seededIdentifiers(seed: string): IdentifierSource {
  let count = 0;
  return {
    next: () => {
      count += 1;
      return identifierOf(`${seed}\n${count}`);
    },
    issued: () => count,
    resumeAfter: (issued) => {
      count = issued;
    },
  };
}
