/** One attribute during planning, in values as an author sees them: `unknown` of the schema for what is not known yet. */
export interface AttributePlan {
  /** As written; null where unset. */
  readonly config: unknown;
  /** As it stands in the state; null when the object is to be made. */
  readonly prior: unknown;
  /** As planned so far. */
  readonly planned: unknown;
  /** Whether the object exists already. */
  readonly exists: boolean;
  /** Whether `planned` differs from `prior` for the engine: exactly, and without regard to the order of a set. */
  readonly changed: boolean;
}

export interface ModifiedAttribute {
  readonly planned?: unknown;
  readonly replace?: boolean;
}

/** Looks at one top-level attribute's plan and may change it or ask for a new object. */
export interface PlanModifier {
  /** For the reference: what it does, as a sentence. */
  readonly description: string;
  modify(attribute: AttributePlan): ModifiedAttribute;
}
