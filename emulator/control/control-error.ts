import { type Checked, pointerTo } from '../checks/reader';

/** A control request that cannot be performed. */
export class ControlError extends Error {
  /** The problems of a document, each with a JSON pointer; empty if the error is not about a document. */
  declare readonly problems: readonly { readonly pointer: string; readonly message: string }[];

  constructor(message: string, problems: ControlError['problems'] = []) {
    super([message, ...problems.map(line)].join('\n'));
    this.name = 'ControlError';
    // Node prints what can be enumerated of an error that nobody catches, and the message has the problems.
    Object.defineProperty(this, 'problems', { value: problems });
  }
}

/** A control request for something that does not exist. */
export class NotThereError extends ControlError {}

function line({ pointer, message }: ControlError['problems'][number]): string {
  return `  ${pointer === '' ? '' : `${pointer}: `}${message}`;
}

/** What was read of a document. @param refused what is said of one with problems @throws ControlError */
export function accepted<T>(read: Checked<T>, refused: string): T {
  if (read.ok) return read.value;
  throw new ControlError(
    refused,
    read.problems.map((problem) => ({ pointer: pointerTo(problem.path), message: problem.message })),
  );
}
