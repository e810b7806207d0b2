import { createEmulator, SeedError, type SeedDocument } from '../../emulator';

/** What is wrong with a seed; nothing where it can be used. */
export function seedProblems(seed: string | object): SeedError['problems'] {
  try {
    createEmulator({ seed: seed as SeedDocument | string });
  } catch (error) {
    if (error instanceof SeedError) return error.problems;
    throw error;
  }
  return [];
}
