/**
 * Tells of a whole number beyond 2^53 in a value that is kept as it came and sent back: reading has rounded it, and it
 * would go back as another. Undefined when there is none.
 */
export function roundedNumber(value: unknown): string | undefined {
  if (typeof value === 'number') {
    const exact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
    return exact ? undefined : `it holds the number ${value}, too far from zero to be kept exactly`;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const member of Object.values(value)) {
    const found = roundedNumber(member);
    if (found !== undefined) return found;
  }
  return undefined;
}
