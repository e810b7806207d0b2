import { PHASE_LOG_CUSTOM_FIELDS, PHASE_MANAGED_RULES } from '../../schema/service';

/**
 * What the credentials need for an operation, by its path below the version prefix; the first that matches counts
 * (docs/internals/service.md 3.4, 5.1, 9.1, 9.5). The path of a ruleset alone does not say its phase.
 */
const NEEDED: readonly (readonly [RegExp, string])[] = [
  [
    /^\/(zones|accounts)\/[^/]+\/logpush\//,
    'Logs Write, which log push needs even to read, because jobs hold the secrets of their destinations',
  ],
  [ofZone(`rulesets/phases/${PHASE_LOG_CUSTOM_FIELDS}/`), 'Logs Write, for custom log fields'],
  [ofZone(`rulesets/phases/${PHASE_MANAGED_RULES}/`), 'Zone WAF Write, for managed rules'],
  [ofZone('rulesets'), 'Logs Write for custom log fields, and Zone WAF Write for managed rules'],
  [ofZone('waf_migration/'), 'Zone WAF Write, for the migration of managed rules'],
  [ofZone('firewall/waf/'), 'permission to read the previous managed rules, and to edit them for a DELETE'],
  [ofZone('firewall/'), "permission to read the zone's firewall rules"],
  [ofZone('pagerules'), "permission to read the zone's page rules"],
  [/^\/zones(\/[^/]+)?$/, 'permission to read zones (#zone:read)'],
];

function ofZone(path: string): RegExp {
  return new RegExp(`^/zones/[^/]+/${path}`);
}

/** What to do if the credentials are valid but do not permit an operation. @param path below the base URL */
export function permissionHint(path: string): string {
  const owner = path.startsWith('/accounts/') ? 'account' : 'zone';
  const needed = NEEDED.find(([pattern]) => pattern.test(path))?.[1] ?? 'permission for this operation';
  return (
    `The credentials are valid but may lack a permission. Check the ${owner} id, that the token covers this ${owner}, ` +
    `and that it has ${needed}.`
  );
}
