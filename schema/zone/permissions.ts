/**
 * Permissions of an API token for zones (https://developers.cloudflare.com/fundamentals/api/reference/permissions), and their
 * ids, as `GET /accounts/{account}/tokens/permission_groups` lists them (public records of it).
 */
export const PERMISSIONS = {
  'Zone Read': 'c8fed203ed3043cba015a93ad1616f1f',
  'Logs Read': 'c4a30cd58c5d42619c86a3c36c441e2d',
  'Logs Write': '3e0b5820118e47f3922f7c989e673882',
  'Zone WAF Read': 'dbc512b354774852af2b5a5f4ba3d470',
  'Zone WAF Write': 'fb6778dc191143babbfaa57993f1d275',
  'Firewall Services Read': '4ec32dfcb35641c5bb32d5ef1ab963b4',
  'Firewall Services Write': '43137f8d07884d3198dc0ee77ca6e79b',
  'Page Rules Read': 'b415b70a4fd1412886f164451f20405c',
} as const;

/** The name of a permission. The `Write` of an area includes its `Read`. */
export type Permission = keyof typeof PERMISSIONS;

/** What a token needs at least. */
export interface NeededPermissions {
  /** To plan without a proof. */
  readonly plan: readonly Permission[];
  /** To apply, and to prove a plan. */
  readonly apply: readonly Permission[];
}

const FIELDS: NeededPermissions = { plan: ['Zone Read', 'Logs Read'], apply: ['Zone Read', 'Logs Write'] };
/** Jobs hold the secrets of their destinations, so log push needs it even to read (docs/internals/service.md 5.1). */
const JOBS: NeededPermissions = { plan: ['Zone Read', 'Logs Write'], apply: ['Zone Read', 'Logs Write'] };
const RULES: NeededPermissions = {
  plan: ['Zone Read', 'Zone WAF Read'],
  apply: ['Zone Read', 'Zone WAF Write'],
};
/** It reads what will not carry over (docs/internals/service.md 7.3), and may delete URI-based overrides. */
const MIGRATION: NeededPermissions = {
  plan: ['Zone Read', 'Zone WAF Read', 'Firewall Services Read', 'Page Rules Read'],
  apply: ['Zone Read', 'Zone WAF Write', 'Firewall Services Write', 'Page Rules Read'],
};
const reads = ({ plan }: NeededPermissions): NeededPermissions => ({ plan, apply: plan });

/** The permissions that the objects of each type need (docs/internals/service.md 3.4, 5.1, 7). */
export const NEEDED_PERMISSIONS: Readonly<Record<string, NeededPermissions>> = {
  zone_log_custom_fields: FIELDS,
  zone_logpush_job: JOBS,
  zone_managed_rules: RULES,
  zone_managed_rules_migration: MIGRATION,
  zone_logpush_job_health: JOBS,
  zone_logpush_jobs: JOBS,
  zone_logpush_delivery: JOBS,
  zone_logpush_destination_check: JOBS,
  zone_logpush_ownership_challenge: JOBS,
  zone_managed_rules_compatibility: reads(RULES),
  zone_managed_rules_configuration: reads(MIGRATION),
  zone_managed_rules_status: reads(RULES),
  zone_managed_rulesets: reads(RULES),
  zone_rulesets: { plan: ['Zone Read', 'Logs Read'], apply: ['Zone Read', 'Logs Read'] },
  zone_zones: { plan: ['Zone Read'], apply: ['Zone Read'] },
};
