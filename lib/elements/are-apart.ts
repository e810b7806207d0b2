import { isKnown } from '../../schema';
import { known } from '../binding/known';

/** Whether two values certainly differ: both are known at synth, and not equal. */
export function areApart(one: unknown, other: unknown): boolean {
  const [a, b] = [known(one), known(other)];
  return isKnown(a) && isKnown(b) && a !== b;
}
