/** A problem that the person at the terminal can act on, as data. */
export interface Problem {
  /** Stable name of what keeps a plan from being read, for the JSON of a review: `no_engine`. Others have none. */
  readonly code?: string;
  /** One plain sentence: what is wrong. */
  readonly message: string;
  /** What was seen: values, paths, the first lines of another program's output. */
  readonly seen?: readonly string[];
  /** What is allowed. */
  readonly allowed?: readonly string[];
  /** What to do next, most useful first. */
  readonly hints: readonly string[];
}

/** A problem that is thrown. */
export class Failure extends Error {
  override readonly name: string = 'Failure';

  constructor(
    readonly problem: Problem,
    options?: ErrorOptions,
  ) {
    super(problem.message, options);
  }
}

/** The reason that an unknown thrown value gives, without its stack: `connect ECONNREFUSED 127.0.0.1:1`. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause instanceof Error ? `: ${reasonOf(thrown.cause)}` : '';
  // Node reports a failed dual-stack connection as an AggregateError without a message.
  const own = thrown.message || ('code' in thrown ? String(thrown.code) : thrown.name);
  return `${own}${cause}`;
}

/** The `code` of a system error, e.g. `EADDRINUSE`, if there is one. */
export function codeOf(thrown: unknown): string | undefined {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : undefined;
}
