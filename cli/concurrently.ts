/**
 * Does something for each of several items, at most `most` at a time.
 *
 * @returns the results in the order of the items
 */
export async function concurrently<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<readonly R[]> {
  const results = new Map<number, R>();
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      results.set(index, await work(items[index] as T, index));
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return items.map((_item, index) => results.get(index) as R);
}
