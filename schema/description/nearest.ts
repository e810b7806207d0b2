/**
 * The name that was most likely meant: the one with the fewest letters to insert, remove or change, ignoring case.
 * Undefined when no name is close.
 */
export function nearest(
  written: string,
  names: readonly string[],
  limit = Math.max(1, Math.floor(written.length / 3)),
): string | undefined {
  const lower = written.toLowerCase();
  let best: string | undefined;
  let least = limit + 1;
  for (const name of names) {
    if (Math.abs(name.length - written.length) >= least) continue;
    const distance = editDistance(lower, name.toLowerCase());
    // Something of the name has to be there already: x is not near a.
    if (distance < least && distance < Math.max(written.length, name.length))
      [best, least] = [name, distance];
  }
  return best;
}

/** Letters to insert, remove or change. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
