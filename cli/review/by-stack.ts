/** The items of each stack, in their order. */
export function byStack<Item extends { readonly stack: string }>(
  items: readonly Item[],
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const each of items) {
    const group = groups.get(each.stack);
    if (group) group.push(each);
    else groups.set(each.stack, [each]);
  }
  return groups;
}
