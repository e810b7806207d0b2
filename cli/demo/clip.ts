/** A line of at most `width` characters; an ellipsis replaces the rest. */
export function clip(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}
