/** A line of at most `width` characters; what does not fit is replaced by an ellipsis. */
export function clip(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}
