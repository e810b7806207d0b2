/** One step into a value: an attribute of an object, a key of a map, an index of a list or set. */
type PathStep = { readonly attribute: string } | { readonly key: string } | { readonly index: number };

/** Where a part of a value is, from the outside in. The empty path is the whole value. */
export type Path = readonly PathStep[];

/** Values and types nested deeper than this are refused, long before the call stack overflows. */
export const MAX_DEPTH = 512;

/**
 * A value, a type or their encoding is wrong. The message starts with the path, as people read it
 * (`request_headers[0].name`, `tags["a b"]`), and says what was expected and what kind of value was seen; it never shows a
 * string or number of the value, which may be secret.
 */
export class ValueError extends Error {
  override readonly name = 'ValueError';

  constructor(
    readonly problem: string,
    readonly path: Path = [],
  ) {
    super(path.length === 0 ? problem : `${path.map(stepText).join('')}: ${problem}`);
  }
}

function stepText(step: PathStep, position: number): string {
  if ('attribute' in step) return position === 0 ? step.attribute : `.${step.attribute}`;
  return 'key' in step ? `[${JSON.stringify(step.key)}]` : `[${step.index}]`;
}

/** An error in a part of a value, as one of the whole: a walk needs no path until there is an error. */
export function within(step: PathStep, error: unknown): unknown {
  return error instanceof ValueError ? new ValueError(error.problem, [step, ...error.path]) : error;
}

/** The depth one level further in. */
export function deeper(depth: number): number {
  if (depth >= MAX_DEPTH) throw new ValueError(`nested deeper than ${MAX_DEPTH} levels`);
  return depth + 1;
}
