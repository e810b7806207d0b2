/** The plans that the specification distinguishes (docs/service.md 7.2). */
export const PLANS = ['professional', 'business', 'enterprise'] as const;

/** The plan of a zone: `professional`, `business` or `enterprise`. */
export type Plan = (typeof PLANS)[number];

/**
 * A zone. Everything besides its name and plan belongs to the parts of the service: each adds its own members where
 * it declares its state, with `declare module '../service/zone'`.
 */
export interface Zone {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
}
