import { isUnknown } from './unknown';
import { isMembers, isSequence, type Value } from './value';

/** Whether no part of a value is unknown. Null is known. */
export function isWhollyKnown(value: Value): boolean {
  const pending: Value[] = [value];
  while (pending.length > 0) {
    const part = pending.pop();
    if (isUnknown(part)) return false;
    if (isSequence(part)) for (const item of part) pending.push(item);
    else if (isMembers(part)) for (const member of Object.values(part)) pending.push(member);
  }
  return true;
}
