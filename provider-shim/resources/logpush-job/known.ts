import { isUnknown } from '../../../schema';

/** Whether no part of a value is unknown. */
export function isWhollyKnown(value: unknown): boolean {
  if (isUnknown(value)) return false;
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isWhollyKnown);
}
