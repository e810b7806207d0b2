/** Of these names the one that takes the fewest edits to come from the text; of equal ones the first. */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  let nearest: { readonly name: string; readonly edits: number } | undefined;
  for (const name of names) {
    const edits = editsBetween(text, name);
    if (nearest === undefined || edits < nearest.edits) nearest = { name, edits };
  }
  return nearest?.name;
}

/** How many characters are to be put in, taken out or replaced (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, mark] of [...one].entries()) {
    const line = [row + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (mark === other[column - 1] ? 0 : 1);
      line.push(Math.min(replaced, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
