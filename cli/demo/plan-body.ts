/**
 * The essential lines of what `terraform plan` and `apply` print: from the first change to the summary, without
 * the legend before and the advice after.
 *
 * @returns lines without their common indentation; empty if the output shows no change
 */
export function planBody(output: string): readonly string[] {
  const lines = output.split('\n').map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line.startsWith('  # '));
  const last = lines.findIndex((line) => line.startsWith('Plan: '));
  if (first === -1 || last < first) return lines.filter((line) => line.startsWith('No changes.'));
  return lines
    .slice(first, last + 1)
    .filter((line) => line !== '')
    .map((line) => line.replace(/^ {2}/, ''));
}

/** The lines that begin with one of the given words, e.g. `Apply complete!`. */
export function linesThatBegin(output: string, ...beginnings: readonly string[]): readonly string[] {
  return output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => beginnings.some((beginning) => line.startsWith(beginning)));
}
