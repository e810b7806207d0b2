import type { IConstruct } from 'constructs';
import { AppError } from '../binding/app-error';
import { takenApart } from '../binding/taken-apart';

/**
 * A construct in a wrong place, or a call that comes too late. Thrown at once, because the synthesis would not notice
 * it; what the synthesis can find is a validation, so that all problems are reported together.
 */
export class CompositionError extends AppError {
  /**
   * Names the construct and the reason.
   *
   * @param code stable, for programs
   * @param construct whose path begins the message
   */
  constructor(
    readonly code: string,
    construct: IConstruct,
    message: string,
  ) {
    super(`[${construct.node.path}] ${message}`);
  }
}

/**
 * Refuses a part of a token as a text that is added to a list: there, the only one would stand for the whole.
 *
 * @throws CompositionError
 */
export function refuseTakenApart(construct: IConstruct, prop: string, text: string): void {
  for (const { code, message, hint } of takenApart(text))
    throw new CompositionError(code, construct, `${prop}: ${message} ${hint}`);
}
