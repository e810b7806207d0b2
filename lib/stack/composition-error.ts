import type { IConstruct } from 'constructs';

/**
 * A construct that cannot be where it is made, or a call that comes too late. Thrown at once, because the synthesis
 * would never hear of it; what a synthesis can find is a validation, so that all of it is told together.
 */
export class CompositionError extends Error {
  /**
   * Says of which construct it is, and why.
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
    this.name = 'CompositionError';
  }
}
