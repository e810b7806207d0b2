import type { Problem } from '../checks/problem';
import { pointerTo } from '../checks/problem';

/** A control request that cannot be carried out. */
export class ControlError extends Error {
  constructor(
    message: string,
    readonly problems: readonly { readonly pointer: string; readonly message: string }[] = [],
  ) {
    super([message, ...problems.map((problem) => `  ${problem.pointer}: ${problem.message}`)].join('\n'));
    this.name = 'ControlError';
  }
}

/** The error of a document in which these things are wrong. */
export function refusedDocument(message: string, problems: readonly Problem[]): ControlError {
  return new ControlError(
    message,
    problems.map((problem) => ({ pointer: pointerTo(problem.path), message: problem.message })),
  );
}
