/** The plan tiers that the specification tells apart (spec 3). */
export const PLANS = ['professional', 'business', 'enterprise'] as const;

/** The plan of a zone: `professional`, `business` or `enterprise`. */
export type Plan = (typeof PLANS)[number];
