/**
 * Whether two documents of JSON are the same, whatever the order of their members and wherever they were made:
 * `isDeepStrictEqual` tells what `structuredClone` copied in a test apart from what the test wrote.
 */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_name, member: unknown) =>
      isObject(member)
        ? Object.fromEntries(Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1)))
        : member,
    ) ?? 'undefined'
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
