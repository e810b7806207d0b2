/** What was read, or a sentence part that says what was seen in its place and where. */
export type Parsed<T> = { readonly value: T } | { readonly fault: string };

/** Reads each item of a list; the first fault says where it is. */
export function collect<T>(
  items: readonly unknown[],
  parse: (item: unknown) => Parsed<T>,
  at: string,
): Parsed<readonly T[]> {
  const values: T[] = [];
  for (const [index, item] of items.entries()) {
    const parsed = parse(item);
    if ('fault' in parsed) return { fault: `${at}[${index}]: ${parsed.fault}` };
    values.push(parsed.value);
  }
  return { value: values };
}
