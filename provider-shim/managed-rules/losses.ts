import { ServiceError, type PageRule, type PreviousWafOperations } from '../api';

/** A setting of the previous version that the migration does not carry over (docs/service.md 7.3, settings migrated). */
export interface Loss {
  readonly kind: 'core_rule_set_group_override' | 'core_rule_set_rule_override' | 'page_rule_waf_off';
  /** Of the group, rule or page rule. */
  readonly id: string;
  readonly description: string;
}

type Service = Pick<
  PreviousWafOperations,
  'listWafPackages' | 'listWafGroups' | 'listWafRules' | 'listPageRules'
>;

/** The core rule set's package adds to a score (docs/service.md 7.7). */
const SCORING = 'anomaly';

/** The modes of groups and scoring rules that nobody changed (docs/service.md 7.7); a service that says none changed none. */
const UNCHANGED = ['on', 'default', ''];

/** What is known of it, and why not all of it is; null when all of it is. */
export interface Losses {
  readonly known: readonly Loss[];
  readonly unknownBecause: string | null;
}

/** What will not carry over, as far as the service lets the previous configuration be read. */
export async function findLosses(api: Service, zoneId: string, signal: AbortSignal): Promise<Losses> {
  const parts = await Promise.all([
    asFarAsReadable(() => lossesOfPackages(api, zoneId, signal)),
    asFarAsReadable(async () =>
      (await api.listPageRules(zoneId, { signal })).filter(turnsOff).map(pageRuleOff),
    ),
  ]);
  const reasons = parts.flatMap(({ unknownBecause }) => unknownBecause ?? []);
  return {
    known: parts.flatMap(({ known }) => known),
    unknownBecause: reasons.length === 0 ? null : [...new Set(reasons)].join('; '),
  };
}

/** The losses as plan, state and data source show them: half of a list would read like the whole. */
export function shownLosses({ known, unknownBecause }: Losses): {
  readonly not_carried_over: readonly Loss[] | null;
  readonly losses_unknown_because: string | null;
} {
  return { not_carried_over: unknownBecause === null ? known : null, losses_unknown_because: unknownBecause };
}

async function asFarAsReadable(read: () => Promise<readonly Loss[]>): Promise<Losses> {
  try {
    return { known: await read(), unknownBecause: null };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind === 'cancelled' || error.transient) throw error;
    return { known: [], unknownBecause: error.message };
  }
}

async function lossesOfPackages(api: Service, zoneId: string, signal: AbortSignal): Promise<readonly Loss[]> {
  const packages = await api.listWafPackages(zoneId, { signal });
  const core = packages.filter(({ detection_mode: mode }) => mode === SCORING);
  return (await Promise.all(core.map(({ id }) => changesOf(api, zoneId, id, signal)))).flat();
}

async function changesOf(
  api: Service,
  zoneId: string,
  packageId: string,
  signal: AbortSignal,
): Promise<readonly Loss[]> {
  const [groups, rules] = await Promise.all([
    api.listWafGroups(zoneId, packageId, { signal }),
    api.listWafRules(zoneId, packageId, { signal }),
  ]);
  return [
    ...groups
      .filter(({ mode }) => !UNCHANGED.includes(mode))
      .map(({ id, name, mode }): Loss => ({
        kind: 'core_rule_set_group_override',
        id,
        description: `group ${JSON.stringify(name)} of the core rule set is ${mode}`,
      })),
    ...rules
      .filter(({ mode }) => !UNCHANGED.includes(mode))
      .map(({ id, description, mode }): Loss => ({
        kind: 'core_rule_set_rule_override',
        id,
        description: `rule ${id} of the core rule set (${description}) is ${mode}`,
      })),
  ];
}

function turnsOff({ active, actions }: PageRule): boolean {
  return active && actions['waf'] === 'off';
}

/** Its effect of today is carried over as an exception; the page rule itself has none any more (docs/service.md 7.3). */
function pageRuleOff({ id, urls }: PageRule): Loss {
  const description = `page rule ${id} with WAF Off for ${urls.join(', ')}: an exception takes its place, and the page rule has no effect any more`;
  return { kind: 'page_rule_waf_off', id, description };
}
