/**
 * Does something for each of several items, at most `most` at a time. After a failure nothing else begins, and what is
 * under way ends before the failure is thrown: nothing goes on behind the caller's back.
 *
 * @returns the results in the order of the items
 * @throws the first failure
 */
export async function concurrently<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<readonly R[]> {
  const results = new Map<number, R>();
  const failures: unknown[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    try {
      while (next < items.length && failures.length === 0) {
        const index = next++;
        results.set(index, await work(items[index] as T, index));
      }
    } catch (thrown) {
      failures.push(thrown);
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
  return items.map((_item, index) => results.get(index) as R);
}
