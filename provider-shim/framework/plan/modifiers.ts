import { isUnknown } from '../../../schema';
import type { AttributePlan, PlanModifier } from './modifier';

/** A computed value that stays as it is once it is known, so that a plan does not show it as unknown. */
export const keepPrior: PlanModifier = {
  description: 'Stays as it is once it is known.',
  modify: ({ config, prior, planned, exists }) =>
    exists && config === null && isUnknown(planned) ? { planned: prior } : {},
};

/** A different value means a new object. */
export const requireReplace: PlanModifier = {
  description: 'A different value means a new object.',
  modify: ({ exists, changed }) => (exists && changed ? { replace: true } : {}),
};

/** A different value means a new object when a condition holds. */
export function requireReplaceIf(
  description: string,
  condition: (attribute: AttributePlan) => boolean,
): PlanModifier {
  return {
    description,
    modify: (attribute) =>
      attribute.exists && attribute.changed && condition(attribute) ? { replace: true } : {},
  };
}
