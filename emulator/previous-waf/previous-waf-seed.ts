import type { StoredPart } from '../service/part';
import { groupById, ruleById } from './catalogue';
import * as is from '../checks/shape';
import { timestamp } from '../service/clock';
import {
  type CoreActionMode,
  type CoreSensitivity,
  type Filter,
  type GroupMode,
  type PageRule,
  type StoredFirewallRule,
  type UriOverride,
  GROUP_MODES,
  allowedRuleModes,
  CORE_ACTION_MODES,
  CORE_SENSITIVITIES,
  defaultPreviousWaf,
} from './previous-waf';
import { identifier, unused, IDENTIFIER, IDENTIFIER_FORM } from '../service/identifiers';
import { isObject } from '../checks/json';
import type { Reader } from '../checks/reader';
import type { Plan } from '../service/zone';

/** The previous managed rules of a zone in a seed. Everything has a default. */
export interface PreviousWafDocument {
  /** The zone's switch. @default true */
  readonly enabled?: boolean;
  /** When somebody last used the switch, ISO 8601 in UTC. @default - never */
  readonly enabled_modified_on?: string;
  /** @default - sensitivity `default`, action mode `challenge` */
  readonly core_rule_set?: {
    readonly sensitivity?: CoreSensitivity;
    readonly action_mode?: CoreActionMode;
  };
  /** Modes by group id. @default - every group is on */
  readonly groups?: Readonly<Record<string, GroupMode>>;
  /** Modes by rule id. @default - every rule has the mode of its package */
  readonly rules?: Readonly<Record<string, string>>;
  /** Only on Enterprise zones. @default - none */
  readonly uri_overrides?: readonly UriOverrideDocument[];
  /** The filters that firewall rules name by their ids, and those that none uses. @default - none */
  readonly filters?: readonly FilterDocument[];
  /** @default - none */
  readonly firewall_rules?: readonly FirewallRuleDocument[];
  /** @default - none */
  readonly page_rules?: readonly PageRuleDocument[];
}

/** At least one of `groups`, `rules`. */
type UriOverrideDocument = Partial<UriOverride> & Pick<UriOverride, 'urls'>;

type FilterDocument = Partial<Filter> & Pick<Filter, 'expression'>;

/** Exactly one of `filter`, `expression`. A `bypass` needs `products`. */
interface FirewallRuleDocument extends Partial<Omit<StoredFirewallRule, 'filterId'>> {
  readonly action: string;
  /** A filter of its own, or the id of one of `filters`. */
  readonly filter?: FilterDocument | { readonly id: string };
  /** Short for a filter with this expression. */
  readonly expression?: string;
}

/** Exactly one of `targets`, `url`. By default, the priority is 1 and the status is active. */
interface PageRuleDocument extends Partial<PageRule> {
  readonly actions: PageRule['actions'];
  /** Short for the one target. */
  readonly url?: string;
}

/** The previous managed rules in seeds and snapshots. */
export const STORED_PREVIOUS_WAF: StoredPart<PreviousWafDocument> = {
  member: 'previous_waf',
  read: (reader, { plan, settings: service, shared: { wafPackages } }) => {
    const usual = defaultPreviousWaf(wafPackages);
    const filterIds = new Set<string>();
    const sent =
      reader &&
      is.object({
        enabled: is.optional(is.flag, usual.enabled),
        enabled_modified_on: is.optional(is.timeText, null),
        core_rule_set: is.optional(
          is.object({
            sensitivity: is.optional(is.oneOf(CORE_SENSITIVITIES), usual.core.sensitivity),
            action_mode: is.optional(is.oneOf(CORE_ACTION_MODES), usual.core.actionMode),
          }),
        ),
        groups: is.optional(
          modes('group', (id) => (groupById(wafPackages, id) === undefined ? undefined : GROUP_MODES)),
          new Map(),
        ),
        rules: is.optional(
          modes('rule', (id) => {
            const placed = ruleById(wafPackages, id);
            return placed && allowedRuleModes(placed.pack);
          }),
          new Map(),
        ),
        // No client could read or delete them where they are retired, and they prevent a migration.
        uri_overrides: is.optional(
          is.refusedIf(seedUriOverrides(plan), ({ length }) =>
            length > 0 && service.uriOverrides === 'retired'
              ? 'their operations are retired; set the option uri_overrides to available'
              : undefined,
          ),
          [],
        ),
        filters: is.optional(is.list(seedFilter(filterIds)), []),
        firewall_rules: is.optional(seedFirewallRules(filterIds), []),
        page_rules: is.optional(seedPageRules(), []),
      })(reader);
    if (sent === undefined) return () => ({ previousWaf: usual });
    const { core_rule_set: core } = sent;
    return ({ clock, identifiers }) => {
      const now = timestamp(clock.now());
      const all = <T>(made: readonly Made<T>[]): readonly T[] =>
        made.map((make) => make(() => identifiers.next(), now));
      const uriOverrides = byIdOf(all(sent.uri_overrides));
      const listed = all(sent.filters);
      const rules = all(sent.firewall_rules);
      const previousWaf = {
        ...usual,
        enabled: sent.enabled,
        enabledModifiedOn: sent.enabled_modified_on,
        core: core ? { sensitivity: core.sensitivity, actionMode: core.action_mode } : usual.core,
        groupModes: sent.groups,
        ruleModes: sent.rules,
        uriOverrides,
        filters: byIdOf([...listed, ...rules.flatMap(({ filter }) => filter ?? [])]),
        firewallRules: byIdOf(rules.map(({ rule }) => rule)),
        pageRules: byIdOf(all(sent.page_rules)),
      };
      return { previousWaf };
    };
  },
  write: ({ previousWaf: waf }) => ({
    enabled: waf.enabled,
    ...(waf.enabledModifiedOn !== null && { enabled_modified_on: waf.enabledModifiedOn }),
    core_rule_set: { sensitivity: waf.core.sensitivity, action_mode: waf.core.actionMode },
    groups: Object.fromEntries(waf.groupModes),
    rules: Object.fromEntries(waf.ruleModes),
    uri_overrides: [...waf.uriOverrides.values()],
    filters: [...waf.filters.values()],
    firewall_rules: [...waf.firewallRules.values()].map(({ filterId, ...rule }) => ({
      ...rule,
      filter: { id: filterId },
    })),
    page_rules: [...waf.pageRules.values()],
  }),
};

function byIdOf<T extends { readonly id: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

/**
 * Modes by id. Only what differs from the usual mode, the first of the allowed ones, is held.
 *
 * @param allowedOf the modes of the thing with the id; `undefined` if there is none
 */
function modes<T extends string>(
  thing: string,
  allowedOf: (id: string) => readonly T[] | undefined,
): is.Shape<ReadonlyMap<string, T>> {
  return is.byId((id) => {
    const allowed = allowedOf(id);
    if (allowed === undefined) return (mode) => mode.refuse(`no ${thing} has this id`);
    return is.mapped(is.oneOf(allowed), (mode) => (mode === allowed[0] ? undefined : mode));
  });
}

/** Creates what a seed describes, with the identifiers and the time that it leaves out. */
type Made<T> = (next: () => string, time: string) => T;

/** An id that is not among these, to which it is added. */
function newId(seen: Set<string>): is.Shape<string> {
  return unused(identifier, seen, 'another one here has this id');
}

/** URLs of page rules and URI-based overrides. */
const urlPattern = is.text(/^\S{1,4096}$/, 'a URL without spaces, * for any text');

/** docs/internals/service.md 7.7. */
const GREATEST_OVERRIDE_PRIORITY = 1_000_000_000;

/** What a group or rule does instead, and the actions to rewrite from and to. */
const OVERRIDE_ACTIONS = ['default', 'disable', 'simulate', 'block', 'challenge'] as const;

const ACTION_FORM = new RegExp(`^(?:${OVERRIDE_ACTIONS.join('|')})$`);

/** Real ones are 100015, 981176 or WP0025B. */
const RULE_ID = /^(?=.*\d)[0-9A-Za-z-]{1,32}$/;

/** Actions by what has them, whose names have this form. Client libraries send null for none. */
function actions(form: RegExp, expected: string) {
  const none: ReadonlyMap<string, string> = new Map();
  const action: is.Shape<string> = is.oneOf(OVERRIDE_ACTIONS);
  const misnamed: is.Shape<string> = (reader) => reader.refuse(`its name must be ${expected}`);
  const named = is.byId((name) => (form.test(name) ? action : misnamed));
  return is.optional(is.nullAs(none, named), none);
}

/**
 * The URI-based overrides of a seed: URLs, and at least one group or rule that acts differently there
 * (docs/internals/service.md 7.7). The groups and rules of the catalogue are a sample, so the ids of others are accepted:
 * real overrides can be loaded. Only Enterprise zones have any.
 */
function seedUriOverrides(plan: Plan): is.Shape<readonly Made<UriOverride>[]> {
  const override = is.object({
    id: is.optional(newId(new Set())),
    description: is.optional(is.text(), ''),
    urls: is.nonEmpty(is.distinct(urlPattern)),
    priority: is.optional(is.whole(-GREATEST_OVERRIDE_PRIORITY, GREATEST_OVERRIDE_PRIORITY), 0),
    groups: actions(IDENTIFIER, IDENTIFIER_FORM),
    rules: actions(RULE_ID, 'the id of a rule, such as 100015'),
    rewrite_action: actions(ACTION_FORM, `one of ${OVERRIDE_ACTIONS.join(', ')}`),
    paused: is.optional(is.flag, false),
  });
  const naming = is.also(override, (sent) => {
    if (isEmpty(sent.member('groups')) && isEmpty(sent.member('rules')))
      sent.refuse('it must have at least one of groups, rules');
  });
  const made = is.mapped(naming, ({ id, ...rest }): Made<UriOverride> => (next) => ({
    id: id ?? next(),
    ...rest,
    groups: Object.fromEntries(rest.groups),
    rules: Object.fromEntries(rest.rules),
    rewrite_action: Object.fromEntries(rest.rewrite_action),
  }));
  return is.refusedIf(is.list(made), ({ length }) =>
    length > 0 && plan !== 'enterprise' ? `the ${plan} plan does not include URI-based overrides` : undefined,
  );
}

/** Whether it names nothing at all. Values of another type and unknown names have their own problems. */
function isEmpty({ value }: Reader): boolean {
  return value === undefined || value === null || (isObject(value) && Object.keys(value).length === 0);
}

/** docs/internals/service.md 7.8 and client libraries. */
const ACTIONS = [
  'block',
  'challenge',
  'js_challenge',
  'managed_challenge',
  'allow',
  'log',
  'bypass',
] as const;

/** What a `bypass` may skip (docs/internals/service.md 7.8). */
const PRODUCTS = ['zoneLockdown', 'uaBlock', 'bic', 'hot', 'securityLevel', 'rateLimit', 'waf'] as const;

const GREATEST_FIREWALL_PRIORITY = 2_147_483_647;

/** In bytes. Four times what a migration accepts (docs/internals/service.md 8), so that a zone can be unable to migrate. */
const MAX_EXPRESSION_BYTES = 16_384;

/** A firewall rule of a seed, and its filter if it brings one along. */
interface MadeFirewallRule {
  readonly rule: StoredFirewallRule;
  readonly filter: Filter | undefined;
}

/** Expressions are not parsed, only checked for being blank or too long. */
const EXPRESSION = is.refusedIf(is.text(), (sent) => {
  if (sent.trim() === '') return 'it must not be blank';
  if (Buffer.byteLength(sent) > MAX_EXPRESSION_BYTES)
    return `it must be at most ${MAX_EXPRESSION_BYTES} bytes`;
  return undefined;
});

const COMMON = {
  paused: is.optional(is.flag, false),
  description: is.optional(is.text(), ''),
  ref: is.optional(is.text(), ''),
} as const;

/** Only a `bypass` has products. */
const NO_PRODUCTS = is.optional<readonly string[]>(
  (products) => (products.items()?.length ? products.refuse('only the action bypass has products') : []),
  [],
);

/** A filter of a seed. @param ids of the filters, to which its own is added */
function seedFilter(ids: Set<string>): is.Shape<Made<Filter>> {
  return is.mapped(
    is.object({ id: is.optional(newId(ids)), expression: EXPRESSION, ...COMMON }),
    ({ id, ...rest }) =>
      (next) => ({ id: id ?? next(), ...rest }),
  );
}

/** The firewall rules of a seed, each with a filter, the id of one before it, or just an expression. */
function seedFirewallRules(filterIds: Set<string>): is.Shape<readonly Made<MadeFirewallRule>[]> {
  const id = is.optional(newId(new Set()));
  const rule = is.dependent(({ action }) =>
    is.object({
      id,
      action: is.oneOf(ACTIONS),
      products: action === 'bypass' ? is.nonEmpty(is.distinct(is.oneOf(PRODUCTS))) : NO_PRODUCTS,
      priority: is.optional(is.nullable(is.whole(0, GREATEST_FIREWALL_PRIORITY)), null),
      ...COMMON,
      filter: is.optional(filterOfRule(filterIds)),
      expression: is.optional(is.mapped(EXPRESSION, filterWith)),
    }),
  );
  const either = is.also(rule, (sent) => {
    if (sent.has('filter') === sent.has('expression'))
      sent.refuse('it must have either a filter or an expression');
  });
  return is.list(
    is.mapped(either, ({ id: sentId, filter, expression, ...rest }) => {
      const makeFilter = filter ?? expression;
      return (
        makeFilter &&
        ((next, time) => {
          const ownId = sentId ?? next();
          const made = makeFilter(next, time);
          const stored = { id: ownId, ...rest, filterId: made.id };
          return { rule: stored, filter: 'expression' in made ? made : undefined };
        })
      );
    }),
  );
}

function filterWith(expression: string): Made<Filter> {
  return (next) => ({ id: next(), expression, paused: false, description: '', ref: '' });
}

/** A filter that the rule brings along, or the id of one before it: it has an id and no expression. */
function filterOfRule(ids: Set<string>): is.Shape<Made<Filter | Pick<Filter, 'id'>>> {
  const own = seedFilter(ids);
  const known = is.refusedIf(identifier, (id) => (ids.has(id) ? undefined : 'no filter above has this id'));
  const named = is.mapped(is.object({ id: known, ...COMMON }), ({ id }) => () => ({ id }));
  return (filter) => (filter.has('id') && !filter.has('expression') ? named : own)(filter);
}

const GREATEST_PAGE_RULE_PRIORITY = 1_000_000_000;

/** A star at the end stands for the path as well. */
const WITHOUT_PATH = /^(?:[^/:]+:\/\/)?[^/]*[^/*]$/;

/** Stars in the pattern of a target (docs/internals/service.md 7.9). */
const MAX_STARS = 4;

/** The one target of a page rule, by its URL. */
const URL_TARGET = is.mapped(
  is.refusedIf(urlPattern, (sent) =>
    sent.split('*').length - 1 > MAX_STARS ? `it must have at most ${MAX_STARS} stars` : undefined,
  ),
  // The service stores a URL without a path with a slash at its end (docs/internals/service.md 7.9).
  (sent): PageRule['targets'] => {
    const value = WITHOUT_PATH.test(sent) ? `${sent}/` : sent;
    return [{ target: 'url', constraint: { operator: 'matches', value } }];
  },
);

/** A page rule has one target, which is a URL (docs/internals/service.md 7.9). */
const TARGETS = is.mapped(
  is.also(
    is.list(
      is.object({
        target: is.oneOf(['url']),
        constraint: is.object({ operator: is.oneOf(['matches']), value: URL_TARGET }),
      }),
    ),
    (sent) => {
      if (Object.keys(sent.value as object).length !== 1) sent.refuse('it must have exactly one item');
    },
  ),
  ([target]) => target?.constraint.value,
);

/** Only `waf` and `disable_security` matter to the migration; the values of other settings are kept as they are. */
const ACTION: is.Shape<PageRule['actions'][number]> = (reader) => {
  const action = is.object({
    id: is.text(/^[a-z_]+$/, 'the id of a setting, such as waf'),
    value: is.optional(({ value }) => value),
  })(reader);
  if (action === undefined) return undefined;
  const sent = action.id === 'waf' ? reader.required('value') : undefined;
  if (sent !== undefined) is.oneOf(['on', 'off'])(sent);
  if (action.id !== 'disable_security') return action;
  const value = reader.member('value');
  // Clients send null or true for a setting without a value.
  if (value.value !== undefined && value.value !== null && value.value !== true)
    value.refuse('disable_security has no value');
  return { id: action.id };
};

/** The page rules of a seed, each with its target or just a URL. They are meant to work, so they are active by default. */
function seedPageRules(): is.Shape<readonly Made<PageRule>[]> {
  const rule = is.object({
    id: is.optional(newId(new Set())),
    url: is.optional(URL_TARGET),
    targets: is.optional(TARGETS),
    actions: is.nonEmpty(
      is.distinct(ACTION, ({ id }) => id, { at: 'id', reason: 'another action of the rule has this id' }),
    ),
    priority: is.optional(is.whole(0, GREATEST_PAGE_RULE_PRIORITY), 1),
    status: is.optional(is.oneOf(['active', 'disabled']), 'active'),
    created_on: is.optional(is.timeText),
    modified_on: is.optional(is.timeText),
  });
  const either = is.also(rule, (sent) => {
    if (sent.has('url') === sent.has('targets')) sent.refuse('it must have either targets or a url');
  });
  return is.list(
    is.mapped(either, ({ id, url, targets = url, created_on, modified_on, ...rest }) =>
      targets === undefined
        ? undefined
        : (next, now) => ({
            id: id ?? next(),
            targets,
            ...rest,
            created_on: created_on ?? now,
            modified_on: modified_on ?? created_on ?? now,
          }),
    ),
  );
}
