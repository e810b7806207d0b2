import { ServiceError, type PageRule, type PreviousWafOperations } from '../api';

/** A setting of the previous version that the migration does not carry over (spec 3, settings migrated). */
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

/** The core rule set's package adds to a score (facts 4.4). */
const SCORING = 'anomaly';

/** The mode of groups and scoring rules that nobody changed (facts 4.4). */
const ON = ['on', 'default', ''];

/** What will not carry over; null when the service does not let the previous configuration be read. */
export async function findLosses(
  api: Service,
  zoneId: string,
  signal: AbortSignal,
): Promise<readonly Loss[] | null> {
  try {
    const [packages, pageRules] = await Promise.all([
      api.listWafPackages(zoneId, { signal }),
      api.listPageRules(zoneId, { signal }),
    ]);
    const core = packages.filter(({ detection_mode: mode }) => mode === SCORING);
    const changed = await Promise.all(core.map(({ id }) => changesOf(api, zoneId, id, signal)));
    return [...changed.flat(), ...pageRules.filter(turnsOff).map(pageRuleOff)];
  } catch (error) {
    if (error instanceof ServiceError && error.kind !== 'cancelled' && !error.transient) return null;
    throw error;
  }
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
      .filter(({ mode }) => !ON.includes(mode))
      .map(({ id, name, mode }): Loss => ({
        kind: 'core_rule_set_group_override',
        id,
        description: `group ${JSON.stringify(name)} of the core rule set is ${mode}`,
      })),
    ...rules
      .filter(({ mode }) => !ON.includes(mode))
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

/** Its effect of today is carried over as an exception; the page rule itself has none any more (spec 3). */
function pageRuleOff({ id, urls }: PageRule): Loss {
  const description = `page rule ${id} with WAF Off for ${urls.join(', ')}: an exception takes its place, and the page rule has no effect any more`;
  return { kind: 'page_rule_waf_off', id, description };
}
