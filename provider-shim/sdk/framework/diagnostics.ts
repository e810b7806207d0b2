import type { PathStep, Problem } from '../../../schema/description';

/** A message for the user: an error stops the operation on this object, a warning does not. */
export interface Diagnostic {
  /** The kind of problem; several of one kind in one attribute are shown as one. */
  readonly code: string | undefined;
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

  error(problem: Explanation): void {
    this.#all.push(diagnostic('error', problem));
  }

  warning(problem: Explanation): void {
    this.#all.push(diagnostic('warning', problem));
  }

  errors(problems: readonly Explanation[]): void {
    for (const problem of problems) this.error(problem);
  }

  get hasError(): boolean {
    return this.#all.some(({ severity }) => severity === 'error');
  }

  get all(): readonly Diagnostic[] {
    return this.#all;
  }
}

/** A problem, or what the framework explains itself: that has no code, and concerns the object as a whole. */
export type Explanation = Pick<Problem, 'message' | 'hint'> & Partial<Problem>;

function diagnostic(severity: Diagnostic['severity'], problem: Explanation): Diagnostic {
  const { code, message: summary, hint: detail, path = [] } = problem;
  return { severity, code, summary, detail, path };
}
