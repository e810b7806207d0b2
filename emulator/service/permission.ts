/** What a token may do. The names are the emulator's own: the specification shows none (spec 5). */
export const PERMISSIONS = [
  'rulesets:read',
  'rulesets:edit',
  'logpush:read',
  'logpush:edit',
  'waf:read',
  'waf:edit',
  'zone:read',
] as const;

/** What a token may do, `<part of the service>:<read or edit>`. */
export type Permission = (typeof PERMISSIONS)[number];

/** The part of the service that a permission belongs to. */
export type ServiceArea = 'rulesets' | 'logpush' | 'waf' | 'zone';

/** The area of a permission: what stands before its colon. */
export function areaOf(permission: Permission): ServiceArea {
  return permission.slice(0, permission.indexOf(':')) as ServiceArea;
}
