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

/** The same seed generates the same identifiers in the same order. */
export function seededIdentifiers(seed: string): IdentifierSource {
  let count = 0;
  return {
    next: () => {
      count += 1;
      return createHash('sha256').update(`${seed}\n${count}`).digest('hex').slice(0, 32);
    },
    issued: () => count,
    resumeAfter: (issued) => {
      count = issued;
    },
  };
}
