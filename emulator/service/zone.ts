/** The plans that the specification distinguishes (docs/internals/service.md 7.2). */
export const PLANS = ['professional', 'business', 'enterprise'] as const;

/** The plan of a zone: `professional`, `business` or `enterprise`. */
export type Plan = (typeof PLANS)[number];

/** How far a zone is set up (docs/internals/service.md 9.1). */
export const ZONE_STATUSES = ['initializing', 'pending', 'active', 'moved'] as const;

export type ZoneStatus = (typeof ZONE_STATUSES)[number];

/** How the DNS of a zone works (docs/internals/service.md 9.1). */
export const ZONE_TYPES = ['full', 'partial', 'secondary', 'internal'] as const;

export type ZoneType = (typeof ZONE_TYPES)[number];

/** When zones were created. */
export const USUAL_CREATION = '2023-06-20T09:43:50.808668Z';

/**
 * A zone. Everything besides what is here belongs to the parts of the service: each adds its own members where it
 * declares its state, with `declare module '../service/zone'`.
 */
export interface Zone {
  readonly id: string;
  readonly name: string;
  /** Determines what it is entitled to. */
  readonly plan: Plan;
  /** The account that owns it. */
  readonly account: { readonly id: string; readonly name: string };
  readonly status: ZoneStatus;
  readonly type: ZoneType;
  readonly paused: boolean;
  readonly vanityNameServers: readonly string[];
  /** ISO 8601, UTC. */
  readonly modifiedOn: string;
}
