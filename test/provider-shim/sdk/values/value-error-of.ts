import { ValueError, type Path } from '../../../../provider-shim/sdk/values';

export interface Reported {
  readonly message: string;
  readonly path: Path;
}

/** The ValueError that an action throws. Anything else that it throws comes through; to return is an error. */
export function valueErrorOf(action: () => unknown): Reported {
  try {
    action();
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    return { message: error.message, path: error.path };
  }
  throw new Error('expected a ValueError, but nothing was thrown');
}
