import type { Explanation, PathStep } from '../../../schema/description';
import { types } from 'node:util';
import { lacksMemory, MORE_MEMORY, reasonOf, type Log } from '../text';

/** A message for the user: an error stops the operation on this object, a warning does not. */
export interface Diagnostic {
  /** The kind of problem; several of one kind in one attribute are shown as one. */
  readonly code: string | undefined;
  /** Whether it stops the operation on this object. */
  readonly severity: 'error' | 'warning';
  /** One sentence, shown in bold. */
  readonly summary: string;
  /** What is allowed and what to do. */
  readonly detail: string;
  /** From the object's root; empty for the object as a whole. */
  readonly path: readonly PathStep[];
}

/** Diagnostics of one call: appended, never thrown. */
export class Diagnostics {
  readonly #all: Diagnostic[] = [];

  /** Reports what stops the operation. */
  error(problem: Explanation): void {
    this.#all.push(diagnostic('error', problem));
  }

  /** Reports what the user should know. */
  warning(problem: Explanation): void {
    this.#all.push(diagnostic('warning', problem));
  }

  /** Reports several errors. */
  errors(problems: readonly Explanation[]): void {
    for (const problem of problems) this.error(problem);
  }

  /** Whether one of them is an error. */
  get hasError(): boolean {
    return this.#all.some(({ severity }) => severity === 'error');
  }

  /** In the order in which they were reported. */
  get all(): readonly Diagnostic[] {
    return this.#all;
  }
}

export type { Explanation };

function diagnostic(severity: Diagnostic['severity'], problem: Explanation): Diagnostic {
  const { code, message: summary, hint: detail, path = [] } = problem;
  return { severity, code, summary, detail, path };
}

/** An error that knows how to explain itself to a user, such as the API client's. */
interface Explainable {
  toProblem(): Pick<Explanation, 'message' | 'hint' | 'path'>;
}

/** Why a call that is in progress is aborted when the user stops the run. */
export class Stopped extends Error implements Explainable {
  override readonly name = 'Stopped';

  constructor() {
    super('the run was stopped');
  }

  toProblem(): ReturnType<Explainable['toProblem']> {
    return {
      message: 'The run was stopped before this operation finished.',
      hint: 'What is known to exist stays in the state. Run the same command again to continue.',
    };
  }
}

/**
 * The one place where an exception of a resource becomes a diagnostic: an error with an explanation shows it;
 * anything else is reported as a bug in the provider, with its stack only in the log.
 */
export function reportFailure(error: unknown, diagnostics: Diagnostics, log: Log): void {
  const explainable = [error, abortedBy(error)].find(isExplainable);
  if (explainable) {
    const { message, hint, path = [] } = explainable.toProblem();
    diagnostics.error({ message, hint, path });
    return;
  }
  const reason = reasonOf(error);
  const stack = isError(error) ? error.stack : String(error);
  log('error', 'unexpected failure', { stack, ...(stack?.includes(reason) ? {} : { reason }) });
  if (lacksMemory(reason))
    return diagnostics.error({ message: `The provider ran out of memory: ${reason}`, hint: MORE_MEMORY });
  diagnostics.error({
    message: `The provider failed unexpectedly: ${reason}`,
    hint: 'This is a bug in the provider. Please report it with the output of the same command under TF_LOG_PROVIDER=TRACE.',
  });
}

/** What Node's own functions throw when their signal is aborted has the signal's reason as its cause. */
function abortedBy(error: unknown): unknown {
  return isError(error) && error.name === 'AbortError' ? error.cause : undefined;
}

/** An error of any JavaScript realm. */
function isError(error: unknown): error is Error {
  return types.isNativeError(error) || error instanceof Error;
}

function isExplainable(error: unknown): error is Explainable {
  return (
    typeof error === 'object' &&
    error !== null &&
    'toProblem' in error &&
    typeof error.toProblem === 'function'
  );
}
