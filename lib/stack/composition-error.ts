import type { IConstruct } from 'constructs';
import { AppError } from '../binding/app-error';
import { misuses } from '../binding/misused';

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
 * Refuses a misused value at once, such as one that is added to a list: there, the only part of a token would stand for
 * the whole.
 *
 * @throws CompositionError
 */
export function refuseMisused(construct: IConstruct, prop: string, value: unknown): void {
  for (const { code, message, hint } of misuses(value))
    throw new CompositionError(code, construct, `${prop}: ${message} ${hint}`);
}
