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

const WIDTH = 70;

/** The headlines of the errors and warnings that the engine printed, wrapped between words for a terminal. */
export function headlines(output: string, severity: 'Error' | 'Warning'): readonly string[] {
  return linesThatBegin(output, `${severity}: `).flatMap((headline) => {
    const lines: string[] = [];
    for (const word of headline.split(/\s+/)) {
      const line = lines.at(-1);
      if (line !== undefined && line.length + 1 + word.length <= WIDTH)
        lines[lines.length - 1] = `${line} ${word}`;
      else lines.push(word);
    }
    return lines;
  });
}
