/** A step from a value to a part of it: an attribute or a map key by name, an element by index. */
export type PathStep = string | number;

/**
 * Something wrong with what the user wrote, as data. The constructs render it as a validation error, the
 * provider as a diagnostic.
 */
export interface Problem {
  /** Stable name of the kind of problem, e.g. `header_name_upper_case`. */
  readonly code: string;
  /** Where it is, from the object's root, e.g. `['request_headers']`. Empty: the object as a whole. */
  readonly path: readonly PathStep[];
  /** One plain sentence: what is wrong and what was seen. */
  readonly message: string;
  /** What is allowed and what to do. */
  readonly hint: string;
}

/** What is wrong, for people alone: no program asks which problem it is. Without a path, it is the object as a whole. */
export type Explanation = Pick<Problem, 'message' | 'hint'> & Partial<Problem>;

/** The one problem that a check found, of the value itself unless `path` says of which part. */
export function oneProblem(
  code: string,
  message: string,
  hint: string,
  path: Problem['path'] = [],
): readonly Problem[] {
  return [{ code, path, message, hint }];
}

/** The same problem, seen from the object that holds the value at `prefix`. */
export function under(prefix: readonly PathStep[], problem: Problem): Problem {
  return { ...problem, path: [...prefix, ...problem.path] };
}

/** What to do about a name that only ends as the lines of Windows do; undefined for any other. */
export function lineEndHint(name: string): string | undefined {
  if (!/^[^\s]+\r$/.test(name)) return undefined;
  return `It ends in a carriage return, from a line of Windows. Write "${name.trim()}"; of a file, replace(file("…"), "\\r", "").`;
}
