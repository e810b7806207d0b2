import { canonicalJson, MAX_MIGRATED_EXPRESSION_BYTES, MAX_MIGRATED_FIREWALL_RULES } from '../../../schema';
import {
  hasNoRoute,
  isRetired,
  ServiceError,
  type FirewallRule,
  type GeneratedRule,
  type PageRule,
  type PreviousWafOperations,
  type UriOverride,
  type ZoneClient,
} from '../../api';
import { digestOf, savedRules } from '../rules/rule';
import type { State } from './state';

/** A setting of the previous version that the migration does not carry over (docs/internals/service.md 7.3, settings migrated). */
export interface Loss {
  readonly kind: 'core_rule_set_group_override' | 'core_rule_set_rule_override' | 'page_rule_waf_off';
  /** Of the group, rule or page rule. */
  readonly id: string;
  /** What it is set to. */
  readonly mode: string;
  /** What was, and what is afterwards. */
  readonly description: string;
}

/** A loss as plan, state, data source and survey show it. */
export type ShownLoss = Omit<Loss, 'mode'>;

type Service = Pick<ZoneClient, 'listCoreRuleSets' | 'listWafPackages' | 'listWafRules' | 'listPageRules'>;

/** The modes of groups and scoring rules that nobody changed (docs/internals/service.md 7.7); a service that says none changed none. */
const UNCHANGED = ['on', 'default', ''];

/** What is known of it, and why not all of it is; null when all of it is. */
export interface Losses {
  readonly known: readonly Loss[];
  readonly unknownBecause: string | null;
}

/** What will not carry over, as far as the service lets the previous configuration be read. */
export async function findLosses(api: Service, zoneId: string, signal: AbortSignal): Promise<Losses> {
  const parts = await Promise.all([
    asFarAsReadable(() => lossesOfCoreRuleSets(api, zoneId, signal)),
    asFarAsReadable(async () => {
      const pageRules = await api.listPageRules(zoneId, { signal });
      return pageRules.filter(({ active, actions }) => active && actions['waf'] === 'off').map(pageRuleOff);
    }),
  ]);
  const reasons = parts.flatMap(({ unknownBecause }) => unknownBecause ?? []);
  return {
    known: parts.flatMap(({ known }) => known),
    unknownBecause: reasons.length === 0 ? null : [...new Set(reasons)].join('; '),
  };
}

/** The losses as plan, state and data source show them: half of a list would read like the whole. */
export function shownLosses({ known, unknownBecause }: Losses): {
  readonly not_carried_over: readonly ShownLoss[] | null;
  readonly losses_unknown_because: string | null;
} {
  const shown = unknownBecause === null ? known.map(shownLoss) : null;
  return { not_carried_over: shown, losses_unknown_because: unknownBecause };
}

export function shownLoss({ mode: _said, ...loss }: Loss): ShownLoss {
  return loss;
}

async function asFarAsReadable(read: () => Promise<readonly Loss[]>): Promise<Losses> {
  try {
    return { known: await read(), unknownBecause: null };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind === 'cancelled' || error.transient) throw error;
    return { known: [], unknownBecause: error.message };
  }
}

async function lossesOfCoreRuleSets(
  api: Service,
  zoneId: string,
  signal: AbortSignal,
): Promise<readonly Loss[]> {
  const core = await api.listCoreRuleSets(zoneId, { signal });
  const changed = core.filter(
    ({ groups }) => groups.length === 0 || groups.some(({ isAsUsual }) => !isAsUsual),
  );
  const read = await Promise.all(changed.map(({ id }) => api.listWafRules(zoneId, id, { signal })));
  const groups = core.flatMap((pack) => pack.groups).filter(({ mode }) => !UNCHANGED.includes(mode));
  const rules = read.flat().filter(({ mode }) => !UNCHANGED.includes(mode));
  if (groups.length + rules.length === 0) return [];
  const packages = await api.listWafPackages(zoneId, { signal });
  const off = packages.filter(({ sensitivity }) => sensitivity === 'off').map(({ id }) => id);
  const isOff = core.every(({ id }) => off.includes(id));
  const after = (are: string): string =>
    isOff ? 'the core rule set is off, and stays off' : `its ${are} on afterwards`;
  return [
    ...groups.map(({ id, name, mode }): Loss => ({
      kind: 'core_rule_set_group_override',
      id,
      mode,
      description: `group ${JSON.stringify(name)} of the core rule set was ${mode}; ${after('detections are')}`,
    })),
    ...rules.map(({ id, description, mode }): Loss => ({
      kind: 'core_rule_set_rule_override',
      id,
      mode,
      description: `rule ${id} of the core rule set (${description}) was ${mode}; ${after('detection is')}`,
    })),
  ];
}

/** Its current effect is carried over as an exception; the page rule itself then has none (docs/internals/service.md 7.3). */
function pageRuleOff({ id, urls }: PageRule): Loss {
  const description = `page rule ${id} switched the managed rules off for ${urls.join(', ')} (WAF Off); an exception does so afterwards, and the page rule has no effect`;
  return { kind: 'page_rule_waf_off', id, mode: 'off', description };
}

/** Something in the previous configuration that keeps a zone from migrating (docs/internals/service.md 7.2, 2.3). */
export interface Obstacle {
  readonly kind: 'uri_override' | 'too_many_firewall_rules' | 'expression_too_long';
  /** Of the override or firewall rule; null where no single one is in the way. */
  readonly id: string | null;
  readonly description: string;
}

/** What is found to be in the way. Lists that cannot be read (docs/internals/service.md 1.2: some are retired) count as empty. */
export async function findObstacles(
  api: Pick<PreviousWafOperations, 'listUriOverrides' | 'listFirewallRules'>,
  zoneId: string,
  signal: AbortSignal,
): Promise<readonly Obstacle[]> {
  const [overrides, firewallRules] = await Promise.all([
    orNothing(api.listUriOverrides(zoneId, { signal })),
    orNothing(api.listFirewallRules(zoneId, { signal })),
  ]);
  const migrated = firewallRules.filter(isMigrated);
  return [
    ...overrides.map((override): Obstacle => ({
      kind: 'uri_override',
      id: override.id,
      description: `URI-based override ${overrideInWords(override)}`,
    })),
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

/** Active ones that bypass the managed rules: others are none of the migration's business. */
function isMigrated({ action, products, paused }: FirewallRule): boolean {
  return action === 'bypass' && products.includes('waf') && !paused;
}

function tooMany(rules: readonly FirewallRule[]): readonly Obstacle[] {
  if (rules.length <= MAX_MIGRATED_FIREWALL_RULES) return [];
  const description = `${rules.length} firewall rules that bypass the managed rules; at most ${MAX_MIGRATED_FIREWALL_RULES} can be migrated`;
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
    description: `firewall rule ${named}: its expression has ${bytes} bytes; at most ${MAX_MIGRATED_EXPRESSION_BYTES} are allowed`,
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

/** An override as plan and state list it, with all that it said. */
export type ListedOverride = NonNullable<State['deleted_uri_overrides']>[number];

/** `legacy_id` of the plans that do not include URI-based overrides, nor validation. */
const BELOW_ENTERPRISE: readonly string[] = [
  'free',
  'lite',
  'pro',
  'pro_plus',
  'business',
  'partners_free',
  'partners_pro',
  'partners_business',
];

/** Refusals that name the plan as their reason: the code for it is not public. */
const OF_THE_PLAN = /not (included|entitled)|\bplans?\b|\benterprise\b/i;

/** Whether a zone of this plan is known to be without what only Enterprise zones have. */
export function isBelowEnterprise(plan: string | null): boolean {
  return plan !== null && BELOW_ENTERPRISE.includes(plan);
}

export function listedOverride({ id, description, urls, body }: UriOverride): ListedOverride {
  return { id, description, urls, body: canonicalJson(body) };
}

/**
 * The URI-based overrides of a zone. A service that has none to list, because it has retired their API or because the
 * zone's plan does not include them, has none to delete either; a refusal for any other reason is an error.
 *
 * @throws ServiceError
 */
export async function listOverrides(
  api: Pick<ZoneClient, 'listUriOverrides' | 'zoneDetails' | 'listedDetails'>,
  zoneId: string,
  signal: AbortSignal,
): Promise<readonly UriOverride[]> {
  try {
    return await api.listUriOverrides(zoneId, { signal });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { kind, errors } = error;
    if (await isRetired(api, zoneId, error, { signal })) return [];
    if (kind !== 'authorization' && kind !== 'invalid') throw error;
    if (errors.some(({ message }) => OF_THE_PLAN.test(message))) return [];
    const { plan } = await api.listedDetails(zoneId, { signal });
    if (kind === 'authorization' && isBelowEnterprise(plan)) return [];
    throw error;
  }
}

/** What the service generates from the previous configuration, or why it does not (docs/internals/service.md 7.4). */
export type Configuration =
  | { readonly available: true; readonly name: string; readonly rules: readonly GeneratedRule[] }
  | { readonly available: false; readonly because: string };

/**
 * Asks for the generated configuration. A service that refuses to make one says why; anything else that goes wrong is
 * thrown.
 *
 * @throws ServiceError
 */
export async function readConfiguration(
  api: Pick<ZoneClient, 'getMigrationConfiguration' | 'zoneDetails'>,
  zoneId: string,
  signal: AbortSignal,
): Promise<Configuration> {
  try {
    return { available: true, ...(await api.getMigrationConfiguration(zoneId, { signal })) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // The service understood the request and does not generate anything, as for a zone that has finished.
    const isRefused = REFUSALS.includes(error.kind) && !hasNoRoute(error);
    if (!isRefused && !(await isRetired(api, zoneId, error, { signal }))) throw error;
    const words = error.errors.map(({ message }) => message).join('; ');
    return { available: false, because: words === '' ? error.said : words };
  }
}

/**
 * The digest of what the service generates now; null when it generates nothing.
 *
 * @throws ServiceError
 */
export async function generatedDigest(...zone: Parameters<typeof readConfiguration>): Promise<string | null> {
  const configuration = await readConfiguration(...zone);
  return configuration.available ? digestOf(savedRules(configuration.rules)) : null;
}

const REFUSALS: readonly ServiceError['kind'][] = ['invalid', 'conflict', 'not-found'];
