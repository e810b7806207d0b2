import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';

/** The folder that object stores are to keep their files in is none, or cannot be made or written to. */
export class DestinationFolderError extends Error {
  constructor(
    /** The folder, as it was given. */
    readonly folder: string,
    cause: Error,
  ) {
    super(`The folder ${folder} cannot keep the files of destinations:\n  ${cause.message}`, { cause });
    this.name = 'DestinationFolderError';
  }
}

/** Makes the folder when it is not there. @throws DestinationFolderError */
export async function prepareFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DestinationFolderError(folder, error as Error);
  }
}
