import { createHash } from 'node:crypto';

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
