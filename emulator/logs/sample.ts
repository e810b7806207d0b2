/** Digits of the identifier that decide: 52 bits, which a double holds. */
const DIGITS = 13;
const RANGE = 16 ** DIGITS;

/**
 * Whether the entry with this identifier is in a sample of this share, from 0 for none to 1 for all. It follows
 * from the identifier alone: the same run samples the same entries, and a larger share holds the smaller ones.
 */
export function isSampled(rayId: string, share: number): boolean {
  return Number.parseInt(rayId.slice(0, DIGITS), 16) / RANGE < share;
}
