/** One step into a value: an attribute of an object, a key of a map, an index of a list or tuple. */
export type PathStep = { readonly attribute: string } | { readonly key: string } | { readonly index: number };

/** Where a part of a value is, from the outside in. The empty path is the whole value. */
export type Path = readonly PathStep[];

/** A path as people read it: `request_headers[0].name`, `tags["a b"]`; empty for the whole value. */
export function pathText(path: Path): string {
  return path.map((step, position) => stepText(step, position === 0)).join('');
}

function stepText(step: PathStep, first: boolean): string {
  if ('attribute' in step) return first ? step.attribute : `.${step.attribute}`;
  if ('key' in step) return `[${JSON.stringify(step.key)}]`;
  return `[${step.index}]`;
}

/** Values and types nested deeper than this are refused, long before the call stack overflows. */
export const MAX_DEPTH = 512;

/** The current position in a walk through a value: a path that costs nothing until an error needs it. */
export interface Place {
  readonly parent?: Place;
  readonly step?: PathStep;
  readonly depth: number;
}

export const ROOT: Place = { depth: 0 };

/**
 * The place one level further in. Without a step the path stays the same: inside a type.
 * @throws {ValueError} deeper than {@link MAX_DEPTH}
 */
export function into(parent: Place, step?: PathStep): Place {
  if (parent.depth >= MAX_DEPTH) throw problem(parent, `nested deeper than ${MAX_DEPTH} levels`);
  const depth = parent.depth + 1;
  return step === undefined ? { parent, depth } : { parent, step, depth };
}

export function problem(place: Place, message: string): ValueError {
  return new ValueError(message, pathOf(place));
}

function pathOf(place: Place): Path {
  const steps: PathStep[] = [];
  for (let at: Place | undefined = place; at; at = at.parent) if (at.step) steps.push(at.step);
  return steps.reverse();
}

/**
 * A value, a type or their encoding is wrong. The message starts with the path and says what was expected and what kind
 * of value was seen; it never shows a string or number of the value, which may be secret.
 */
export class ValueError extends Error {
  override readonly name = 'ValueError';
  readonly path: Path;

  constructor(problem: string, path: Path = []) {
    super(path.length === 0 ? problem : `${pathText(path)}: ${problem}`);
    this.path = path;
  }
}
