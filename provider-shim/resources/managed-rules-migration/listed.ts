/** How many things of a list a message shows; the rest is counted. */
const MOST_SHOWN = 20;

/** Things one to a line; the rest of many is counted. */
export function listed(things: readonly string[]): string {
  const shown = things.slice(0, MOST_SHOWN).map((thing) => `  - ${thing}`);
  const more = things.length - shown.length;
  return [...shown, ...(more > 0 ? [`  - and ${more} more`] : [])].join('\n');
}
