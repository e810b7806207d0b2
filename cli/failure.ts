import { Failure, type Problem } from './engine/failure';
import { EXIT_FAILED } from './exit-codes';

export { codeOf, Failure, type Problem, reasonOf } from './engine/failure';

/** Ends the command with a problem instead of a stack trace. */
export class CommandFailure extends Failure {
  override readonly name = 'CommandFailure';

  constructor(
    problem: Problem,
    readonly exitCode: number = EXIT_FAILED,
    options?: ErrorOptions,
  ) {
    super(problem, options);
  }
}
