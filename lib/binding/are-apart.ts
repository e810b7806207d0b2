import { isKnown } from '../../schema';
import { known } from './known';

/** Whether two values are certain to be different: both are known at synth, and not the same. */
export function areApart(one: unknown, other: unknown): boolean {
  const [a, b] = [known(one), known(other)];
  return isKnown(a) && isKnown(b) && a !== b;
}
