import type { IConstruct } from 'constructs';
import type { PathStep } from '../../schema';

/** Something wrong with a construct, as data. */
export interface ConstructProblem {
  /** Stable name of the kind of problem, e.g. `header_name_not_lower_case`. */
  readonly code: string;
  /** Where it is, in the names of the schema, e.g. `['request_headers', 2]`. Empty: the construct as a whole. */
  readonly path: readonly PathStep[];
  /** Where it is, in the spelling of TypeScript: `requestHeaders[2]`. */
  readonly prop: string;
  /** What is wrong and what was seen. */
  readonly message: string;
  /** What is allowed and what to do. */
  readonly hint: string;
  /** The full text, as the synthesis reports it. */
  readonly text: string;
}

/**
 * From the global registry: the same for all copies of this package. The test kit reads it, and loads no CDK: so this is
 * a file of its own.
 */
const PROBLEMS = Symbol.for('zonewright/problems');

type Ask = () => readonly ConstructProblem[];

/** Stores the source of its problems with a construct, because a validation of `constructs` returns only texts. */
export function keepProblems(construct: IConstruct, ask: Ask): void {
  const kept = (construct as { [PROBLEMS]?: Ask[] })[PROBLEMS];
  if (kept) kept.push(ask);
  else Object.defineProperty(construct, PROBLEMS, { value: [ask] });
}

/** The problems of a construct; none for a construct of another package. */
export function problemsOfConstruct(construct: object): readonly ConstructProblem[] {
  return ((construct as { [PROBLEMS]?: readonly Ask[] })[PROBLEMS] ?? []).flatMap((ask) => ask());
}
