import type { ProblemLike } from '../../framework';

export function importIdMalformed(id: string): ProblemLike {
  return {
    message: `The import id ${JSON.stringify(id)} is not a zone id.`,
    hint: 'Custom log fields are imported by their zone: 32 lower-case hexadecimal digits, and nothing else.',
  };
}

export function nothingToImport(zone: string): ProblemLike {
  return {
    message: `Zone ${zone} has no custom log fields, so there is nothing to import.`,
    hint: 'Leave the import out (remove its import block): the next apply makes the fields.',
  };
}
