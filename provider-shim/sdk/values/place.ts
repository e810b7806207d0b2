import type { Path, PathStep } from './path';
import { ValueError } from './value-error';

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
