/** The plan tiers that the specification tells apart (docs/service.md 7.2). */
export const PLANS = ['professional', 'business', 'enterprise'] as const;

export type Plan = (typeof PLANS)[number];
