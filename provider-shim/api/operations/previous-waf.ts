import { isRecord, type JsonObject } from '../../../schema/description/value';
import { parseMembers, type Parsed, collect, distinct } from '../answers/parsed';
import type { CallOptions, Requester, ServiceRequest } from '../http/request';
import { resultReader, unlessMissing } from './result';
import { MAX_PAGES } from '../answers/size-limits';
import { describe } from '../answers/seen';

/** Items of a page: the most that the operations of the previous managed rules give (docs/internals/service.md 7.7). */
const PER_PAGE = 100;

/** All items of a list with numbered pages: the last page is the one that is not full, or that says so (docs/internals/service.md 7.7). */
export function listPages<T extends { readonly id: string }>(
  requester: Requester,
  request: ServiceRequest,
  what: string,
  parse: (item: unknown) => Parsed<T>,
): Promise<readonly T[]> {
  const { read, share } = resultReader(requester);
  return share(request, async () => {
    let found: readonly T[] = [];
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const asked = { ...request, query: { ...request.query, page, per_page: PER_PAGE } };
      const { result, resultInfo } = await requester.request(asked);
      const items = read(asked, result, (value) => parseList(value, what, parse));
      found = read(asked, result, () => distinct([...found, ...items], what));
      if (isLast(page, items.length, resultInfo)) return found;
    }
    throw requester.unexpected(
      request,
      null,
      () => `the list does not end: page ${MAX_PAGES} leads to another page`,
    );
  });
}

function parseList<T>(
  value: unknown,
  what: string,
  parse: (item: unknown) => Parsed<T>,
): Parsed<readonly T[]> {
  const items = value ?? [];
  if (!Array.isArray(items)) return { fault: `the result is ${describe(items)}, not an array` };
  return collect(items, parse, what);
}

function isLast(page: number, count: number, info: unknown): boolean {
  const total = isRecord(info) ? info['total_pages'] : undefined;
  return typeof total === 'number' ? page >= total : count < PER_PAGE;
}

/** A package of the previous managed rules (docs/internals/service.md 7.7). */
export interface WafPackage {
  readonly id: string;
  readonly name: string;
  /** `anomaly` is the core rule set's. */
  readonly detection_mode: string;
}

/** A group of rules in a package. */
export interface WafGroup {
  readonly id: string;
  readonly name: string;
  readonly mode: string;
}

/** A rule of a package. */
export interface WafRule {
  readonly id: string;
  readonly description: string;
  readonly mode: string;
}

/** A URI-based override. */
export interface UriOverride {
  readonly id: string;
  readonly description: string;
  readonly urls: readonly string[];
  /** Everything that the service returns of it. */
  readonly body: JsonObject;
}

/** A firewall rule: whom it lets pass by the managed rules. */
export interface FirewallRule {
  readonly id: string;
  readonly description: string;
  readonly action: string;
  readonly products: readonly string[];
  /** The rule or its filter is paused. */
  readonly paused: boolean;
  readonly expression: string;
}

/** A page rule. */
export interface PageRule {
  readonly id: string;
  readonly urls: readonly string[];
  /** Settings by id; those without a value are null. */
  readonly actions: Readonly<Record<string, unknown>>;
  readonly active: boolean;
}

/** What is read of the previous managed rules, and the one thing that is deleted (docs/internals/service.md 7.7). Each throws ServiceError. */
export function previousWafOperations(requester: Requester) {
  const list = <T extends { readonly id: string }>(
    path: readonly string[],
    what: string,
    parse: (item: unknown) => Parsed<T>,
    options?: CallOptions,
  ): Promise<readonly T[]> => listPages(requester, { method: 'GET', path, ...options }, what, parse);
  return {
    listWafPackages: (zoneId: string, options?: CallOptions) =>
      list(waf(zoneId, 'packages'), 'packages', parsePackage, options),
    listWafGroups: (zoneId: string, packageId: string, options?: CallOptions) =>
      list(waf(zoneId, 'packages', packageId, 'groups'), 'groups', parseGroup, options),
    listWafRules: (zoneId: string, packageId: string, options?: CallOptions) =>
      list(waf(zoneId, 'packages', packageId, 'rules'), 'rules', parseRule, options),
    listUriOverrides: (zoneId: string, options?: CallOptions) =>
      list(waf(zoneId, 'overrides'), 'overrides', parseOverride, options),
    /** Deletes a URI-based override (docs/internals/service.md 7.7). Also succeeds when the override no longer exists. */
    async deleteUriOverride(zoneId: string, overrideId: string, options?: CallOptions) {
      const request = { method: 'DELETE', path: waf(zoneId, 'overrides', overrideId), ...options } as const;
      await unlessMissing(() => resultReader(requester).remove(request, overrideId));
    },
    listFirewallRules: (zoneId: string, options?: CallOptions) =>
      list(['zones', zoneId, 'firewall', 'rules'], 'firewall rules', parseFirewallRule, options),
    listPageRules: (zoneId: string, options?: CallOptions) =>
      list(['zones', zoneId, 'pagerules'], 'page rules', parsePageRule, options),
  };
}

export type PreviousWafOperations = Readonly<ReturnType<typeof previousWafOperations>>;

function waf(zoneId: string, ...rest: readonly string[]): readonly string[] {
  return ['zones', zoneId, 'firewall', 'waf', ...rest];
}

function parsePackage(value: unknown): Parsed<WafPackage> {
  return map(
    parseMembers('a package', value, { id: 'id', name: 'text', detection_mode: 'text' }),
    (found) => ({
      id: text(found['id']),
      name: text(found['name']),
      detection_mode: text(found['detection_mode']),
    }),
  );
}

function parseGroup(value: unknown): Parsed<WafGroup> {
  return map(parseMembers('a group', value, { id: 'id', name: 'text', mode: 'text' }), (found) => ({
    id: text(found['id']),
    name: text(found['name']),
    mode: text(found['mode']),
  }));
}

function parseRule(value: unknown): Parsed<WafRule> {
  return map(parseMembers('a rule', value, { id: 'id', description: 'text', mode: 'text' }), (found) => ({
    id: text(found['id']),
    description: text(found['description']),
    mode: text(found['mode']),
  }));
}

function parseOverride(value: unknown): Parsed<UriOverride> {
  return map(parseMembers('an override', value, { id: 'id', description: 'text' }), (found) => ({
    id: text(found['id']),
    description: text(found['description']),
    urls: texts(found['urls']),
    body: found,
  }));
}

function parseFirewallRule(value: unknown): Parsed<FirewallRule> {
  const members = { id: 'id', description: 'text', action: 'text', paused: 'boolean' } as const;
  return map(parseMembers('a firewall rule', value, members), (found) => {
    const filter = isRecord(found['filter']) ? found['filter'] : {};
    return {
      id: text(found['id']),
      description: text(found['description']),
      action: text(found['action']),
      products: texts(found['products']),
      paused: found['paused'] === true || filter['paused'] === true,
      expression: text(filter['expression']),
    };
  });
}

function parsePageRule(value: unknown): Parsed<PageRule> {
  return map(parseMembers('a page rule', value, { id: 'id', status: 'text' }), (found) => ({
    id: text(found['id']),
    urls: objects(found['targets']).map(({ constraint }) =>
      text(isRecord(constraint) ? constraint['value'] : undefined),
    ),
    actions: Object.fromEntries(
      objects(found['actions']).map(({ id, value: setting }) => [text(id), setting ?? null]),
    ),
    active: found['status'] === 'active',
  }));
}

function map<T>(parsed: Parsed<JsonObject>, made: (found: JsonObject) => T): Parsed<T> {
  return 'fault' in parsed ? parsed : { value: made(parsed.value) };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

function objects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
