import { MAX_MIGRATED_EXPRESSION_BYTES, MAX_MIGRATED_FIREWALL_RULES } from '../../schema';
import { ServiceError, type FirewallRule, type PreviousWafOperations, type UriOverride } from '../api';

/** Something in the previous configuration that keeps a zone from migrating (docs/service.md 7.2, 2.3). */
export interface Obstacle {
  readonly kind: 'uri_override' | 'too_many_firewall_rules' | 'expression_too_long';
  /** Of the override or firewall rule; null where no single one is in the way. */
  readonly id: string | null;
  readonly description: string;
}

type Service = Pick<PreviousWafOperations, 'listUriOverrides' | 'listFirewallRules'>;

/** What is found to be in the way. Lists that cannot be read (docs/service.md 1.2: some are retired) count as empty. */
export async function findObstacles(
  api: Service,
  zoneId: string,
  signal: AbortSignal,
): Promise<readonly Obstacle[]> {
  const [overrides, firewallRules] = await Promise.all([
    orNothing(api.listUriOverrides(zoneId, { signal })),
    orNothing(api.listFirewallRules(zoneId, { signal })),
  ]);
  const migrated = firewallRules.filter(isMigrated);
  return [
    ...overrides.map(overrideInTheWay),
    ...tooMany(migrated),
    ...migrated.filter(isTooLong).map(tooLong),
  ];
}

/** An override in a few words, for messages. */
export function overrideInWords({
  id,
  urls,
  description,
}: Pick<UriOverride, 'id' | 'urls' | 'description'>): string {
  const named = description === '' ? '' : ` (${description})`;
  return `${id} for ${urls.join(', ') || 'no URL'}${named}`;
}

function overrideInTheWay(override: UriOverride): Obstacle {
  return {
    kind: 'uri_override',
    id: override.id,
    description: `URI-based override ${overrideInWords(override)}`,
  };
}

/** Active ones that bypass the managed rules: others are none of the migration's business. */
function isMigrated({ action, products, paused }: FirewallRule): boolean {
  return action === 'bypass' && products.includes('waf') && !paused;
}

function tooMany(rules: readonly FirewallRule[]): readonly Obstacle[] {
  if (rules.length <= MAX_MIGRATED_FIREWALL_RULES) return [];
  const description = `${rules.length} firewall rules that bypass the managed rules, of which at most ${MAX_MIGRATED_FIREWALL_RULES} can be migrated`;
  return [{ kind: 'too_many_firewall_rules', id: null, description }];
}

function isTooLong({ expression }: FirewallRule): boolean {
  return Buffer.byteLength(expression, 'utf8') > MAX_MIGRATED_EXPRESSION_BYTES;
}

function tooLong({ id, description, expression }: FirewallRule): Obstacle {
  const bytes = Buffer.byteLength(expression, 'utf8');
  const named = description === '' ? id : `${id} (${description})`;
  return {
    kind: 'expression_too_long',
    id,
    description: `firewall rule ${named}, whose expression has ${bytes} bytes of at most ${MAX_MIGRATED_EXPRESSION_BYTES}`,
  };
}

/** An explanation is not worth failing for: the check has said already that something is in the way. */
async function orNothing<T>(list: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await list;
  } catch (error) {
    if (error instanceof ServiceError && error.kind !== 'cancelled') return [];
    throw error;
  }
}
