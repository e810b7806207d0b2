/** What a token may do. The names are the emulator's own: the specification shows none (docs/service.md 2.2). */
export const PERMISSIONS = [
  'rulesets:read',
  'rulesets:edit',
  'logpush:read',
  'logpush:edit',
  'waf:read',
  'waf:edit',
  'zone:read',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** The part of the service that a permission belongs to. */
export type ServiceArea = 'rulesets' | 'logpush' | 'waf' | 'zone';

/** The area of a permission: what stands before its colon. */
export function areaOf(permission: Permission): ServiceArea {
  return permission.slice(0, permission.indexOf(':')) as ServiceArea;
}
