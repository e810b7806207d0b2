import { isRecord, type JsonObject } from '../../../schema/description/value';
import { unlessRefused } from '../answers/errors';
import { list, shape, texts, type Parser, type ReadBy, type WithId } from '../answers/parsed';
import type { CallOptions } from '../http/request';
import { settledOrAborted } from './asked-once';
import { byNumbers, deletion, get, type Operation, type OperationsOf } from './operation';

/** The core rule set's package adds to a score (docs/internals/service.md 7.7). */
const SCORING = 'anomaly';

/** A package of the previous managed rules (docs/internals/service.md 7.7). */
const parsePackage = shape('a package', {
  id: 'id',
  name: 'text',
  detection_mode: 'text',
  sensitivity: 'text',
});

/** A group of rules in a package, and a rule of it. */
const parseGroup = shape('a group', { id: 'id', name: 'text', mode: 'text' }, (found, whole) => ({
  value: { ...found, isAsUsual: whole['modified_rules_count'] === 0 },
}));
const parseRule = shape('a rule', { id: 'id', description: 'text', mode: 'text' });

/** A URI-based override. Its body is everything that the service returns of it. */
export type UriOverride = ReadBy<typeof parseOverride>;
const parseOverride = shape('an override', { id: 'id', description: 'text' }, (found, body) => ({
  value: { ...found, urls: texts(body['urls']), body },
}));

/** A firewall rule: whom it lets pass by the managed rules. It is paused if the rule or its filter is. */
export type FirewallRule = ReadBy<typeof parseFirewallRule>;
const parseFirewallRule = shape(
  'a firewall rule',
  { id: 'id', description: 'text', action: 'text', paused: 'boolean' },
  (found, { products, filter }) => {
    const { paused, expression } = isRecord(filter) ? filter : {};
    const isPaused = found.paused === true || paused === true;
    return { value: { ...found, products: texts(products), paused: isPaused, expression: text(expression) } };
  },
);

/** A page rule, with its settings by id; those without a value are null. */
export type PageRule = ReadBy<typeof parsePageRule>;
const parsePageRule = shape('a page rule', { id: 'id', status: 'text' }, ({ id, status }, whole) => {
  const constraints = objects(whole['targets']).map(({ constraint }) => constraint);
  const settings = objects(whole['actions']).map((one) => [text(one['id']), one['value'] ?? null] as const);
  const actions: JsonObject = Object.fromEntries(settings);
  const urls = constraints.map((one) => text(isRecord(one) ? one['value'] : undefined));
  return { value: { id, urls, actions, active: status === 'active' } };
});

/** What is read of the previous managed rules, and the one thing that is deleted (docs/internals/service.md 7.7). */
export const PREVIOUS_WAF_OPERATIONS = {
  listWafPackages: (zoneId: string) => all(waf(zoneId, 'packages'), 'packages', parsePackage),
  listWafGroups: (zoneId: string, packageId: string) =>
    all(waf(zoneId, 'packages', packageId, 'groups'), 'groups', parseGroup),
  listWafRules: (zoneId: string, packageId: string) =>
    all(waf(zoneId, 'packages', packageId, 'rules'), 'rules', parseRule),
  listUriOverrides: (zoneId: string) => all(waf(zoneId, 'overrides'), 'overrides', parseOverride),
  /** Also succeeds when the override no longer exists. */
  deleteUriOverride: (zoneId: string, overrideId: string) =>
    deletion(waf(zoneId, 'overrides', overrideId), overrideId),
  listFirewallRules: (zoneId: string) =>
    all(['zones', zoneId, 'firewall', 'rules'], 'firewall rules', parseFirewallRule),
  listPageRules: (zoneId: string) => all(['zones', zoneId, 'pagerules'], 'page rules', parsePageRule),
};

export type PreviousWafOperations = OperationsOf<typeof PREVIOUS_WAF_OPERATIONS>;

/**
 * Reads the groups of the core rule set, of which a zone has one (docs/internals/service.md 7.3): by the id that its package
 * has in another zone, and in a zone without that package from the list of its own. While no id is known, zones that are
 * read beside each other wait for the first list.
 */
export function coreRuleSets() {
  // Null once two zones have other ones.
  let known: string | null | undefined;
  let first: Promise<unknown> | undefined;
  return (api: Pick<PreviousWafOperations, 'listWafPackages' | 'listWafGroups'>) =>
    async (zoneId: string, options?: CallOptions) => {
      const groupsOf = async (id: string) => ({ id, groups: await api.listWafGroups(zoneId, id, options) });
      const listed = async () => {
        const packages = await api.listWafPackages(zoneId, options);
        const ids = packages.filter(({ detection_mode: mode }) => mode === SCORING).map(({ id }) => id);
        const [id = known, ...more] = ids;
        known = more.length === 0 && (known === undefined || known === id) ? id : null;
        return ids;
      };
      if (first) await settledOrAborted(first, options?.signal);
      const shared = known && (await groupsOf(known).catch(unlessRefused));
      if (shared && shared.groups.length > 0) return [shared];
      const asked = listed();
      if (known === undefined) first ??= asked;
      const ids = await asked.finally(() => {
        if (first === asked) first = undefined;
      });
      return Promise.all(ids.map(groupsOf));
    };
}

function waf(zoneId: string, ...rest: readonly string[]): readonly string[] {
  return ['zones', zoneId, 'firewall', 'waf', ...rest];
}

/** All items of a list with numbered pages. */
export function all<T extends WithId>(
  path: readonly string[],
  what: string,
  parse: Parser<T>,
): Operation<readonly T[]> {
  return { ...get(path, list(parse, { item: what })), pages: byNumbers(what) };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function objects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
