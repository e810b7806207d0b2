import type { Problem } from '../checks/reader';
import { pointerTo } from '../checks/reader';

/** A control request that cannot be carried out. */
export class ControlError extends Error {
  constructor(
    message: string,
    /** What is wrong with a document, each with its place as a JSON pointer; empty when it is about no document. */
    readonly problems: readonly { readonly pointer: string; readonly message: string }[] = [],
  ) {
    super([message, ...problems.map(line)].join('\n'));
    this.name = 'ControlError';
  }
}

/** A control request for something that is not there. */
export class NotThereError extends ControlError {}

function line({ pointer, message }: ControlError['problems'][number]): string {
  return `  ${pointer === '' ? '' : `${pointer}: `}${message}`;
}

/** The error of a document in which these things are wrong. */
export function refusedDocument(message: string, problems: readonly Problem[]): ControlError {
  return new ControlError(
    message,
    problems.map((problem) => ({ pointer: pointerTo(problem.path), message: problem.message })),
  );
}
