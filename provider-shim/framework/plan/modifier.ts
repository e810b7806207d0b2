import type { Value } from '../../values';

/** One attribute during planning. */
export interface AttributePlan {
  /** As written; null where unset. */
  readonly config: Value;
  /** As it stands in the state; null when the object is to be made. */
  readonly prior: Value;
  /** As planned so far. */
  readonly planned: Value;
  /** Whether the object exists already. */
  readonly exists: boolean;
  /** Whether `planned` differs from `prior`. */
  readonly changed: boolean;
}

export interface ModifiedAttribute {
  readonly planned?: Value;
  readonly replace?: boolean;
}

/** Looks at one top-level attribute's plan and may change it or ask for a new object. */
export interface PlanModifier {
  /** For the reference: what it does, as a sentence. */
  readonly description: string;
  modify(attribute: AttributePlan): ModifiedAttribute;
}
