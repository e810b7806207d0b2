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
