import { CORE_PACKAGE_ID, MANAGED_PACKAGE_ID, OLD_PACKAGES } from '../../../emulator/previous-waf/catalogue';
import { ZONE_ID } from '../seed';
import {
  deletion,
  idAs,
  withMembers,
  type BodyOperation,
  type Preparation,
  type Result,
} from './body-operation';
import type { JsonSchema } from './sdk-schema';

const ZONE = { zone_id: ZONE_ID };

const EXPRESSION = 'ip.src eq 192.0.2.9';

const FILTER_BODIES: Pick<BodyOperation, 'samples' | 'always' | 'never'> = {
  samples: { expression: [EXPRESSION] },
  // The schema does not require it; a filter without one is refused.
  always: /\/expression$/,
  never: /^\/body\/\[\]\/id$/,
};

const ACTIONS = ['block', 'challenge', 'js_challenge', 'managed_challenge', 'allow', 'log'];

/** The schema has the action of a rate limit, an object, where the documentation has a word (docs/internals/service.md 7.8). */
function withAction(published: JsonSchema): JsonSchema {
  return withMembers(published, { action: { type: 'string', enum: ACTIONS } });
}

/** The filter that a rule brought along stays when the rule is deleted (docs/internals/service.md 7.8). */
const DELETIONS_OF_RULE = [
  deletion('firewall.rules.delete', 'rule_id'),
  {
    method: 'filters.delete',
    gives: ({ filter }: Result) => ({ filter_id: (filter as { readonly id: string }).id }),
  },
];

const PREPARED_FIREWALL_RULE: Preparation = {
  method: 'firewall.rules.create',
  with: { ...ZONE, action: 'block', filter: { expression: EXPRESSION } },
  gives: ({ id, filter }) => ({ rule_id: id, id, filter }),
  undo: DELETIONS_OF_RULE,
};

const TARGETS = [[{ target: 'url', constraint: { operator: 'matches', value: 'example.com/generated/*' } }]];

const PAGE_RULE_BODIES: Pick<BodyOperation, 'samples' | 'always' | 'anyName'> = {
  samples: { '/targets': TARGETS, url: ['https://example.com/$1'] },
  always: /^\/actions\/\[\]\/(?:id|value|value\/(?:url|status_code))$/,
  anyName: '200',
};

const PREPARED_PAGE_RULE: Preparation = {
  method: 'pageRules.create',
  with: { ...ZONE, targets: TARGETS[0], actions: [{ id: 'disable_security' }] },
  gives: idAs('pagerule_id'),
  undo: [deletion('pageRules.delete', 'pagerule_id')],
};

const OVERRIDE_MODES = { type: 'string', enum: ['challenge', 'block', 'simulate', 'disable', 'default'] };

/** An override of a rule of the catalogue. */
const OVERRIDE_BODIES: Pick<BodyOperation, 'samples' | 'anyName' | 'models'> = {
  samples: { '/urls': [['example.com/generated*']] },
  anyName: '100015',
  // Today the service answers these with 410 (docs/internals/service.md 7.7).
  models: ['specification'],
};

/** The schema has no member but the URLs, and an override without a rule does nothing (docs/internals/service.md 7.7). */
function withRules(published: JsonSchema): JsonSchema {
  return withMembers(published, { rules: { type: 'object', additionalProperties: OVERRIDE_MODES } });
}

const PREPARED_OVERRIDE: Preparation = {
  method: 'firewall.waf.overrides.create',
  with: { ...ZONE, urls: ['example.com/generated*'], rules: { '100015': 'disable' } },
  gives: ({ id }) => ({ overrides_id: id, id }),
  undo: [deletion('firewall.waf.overrides.delete', 'overrides_id')],
};

/** Groups and rules of packages; the schema has the modes of all packages together (docs/internals/service.md 7.7). */
const PACKAGE_OPERATIONS: readonly BodyOperation[] = [
  {
    method: 'firewall.waf.packages.groups.edit',
    given: { ...ZONE, package_id: MANAGED_PACKAGE_ID, group_id: firstGroupOf(MANAGED_PACKAGE_ID).id },
    samples: {},
    always: /^\/mode$/,
  },
  ...[
    { id: MANAGED_PACKAGE_ID, modes: ['default', 'disable', 'simulate', 'block', 'challenge'] },
    { id: CORE_PACKAGE_ID, modes: ['on', 'off'] },
  ].map(({ id, modes }): BodyOperation => ({
    method: 'firewall.waf.packages.rules.edit',
    title: `to ${modes.join(', ')}`,
    given: { ...ZONE, package_id: id, rule_id: firstGroupOf(id).rules[0]?.id },
    samples: { mode: modes },
    always: /^\/mode$/,
  })),
];

function firstGroupOf(packageId: string): (typeof OLD_PACKAGES)[number]['groups'][number] {
  const group = OLD_PACKAGES.find(({ id }) => id === packageId)?.groups[0];
  if (group === undefined) throw new Error(`the package ${packageId} has no group`);
  return group;
}

/** What the service replaced: the previous managed rules, filters, firewall rules and page rules. */
export const PREVIOUS_RULE_OPERATIONS: readonly BodyOperation[] = [
  ...PACKAGE_OPERATIONS,
  {
    ...OVERRIDE_BODIES,
    method: 'firewall.waf.overrides.create',
    given: ZONE,
    params: (_schema, published) => withRules(published),
    undo: [deletion('firewall.waf.overrides.delete', 'overrides_id')],
  },
  {
    ...OVERRIDE_BODIES,
    method: 'firewall.waf.overrides.update',
    given: ZONE,
    prepare: PREPARED_OVERRIDE,
  },
  {
    ...FILTER_BODIES,
    method: 'filters.create',
    given: ZONE,
    undo: [deletion('filters.delete', 'filter_id')],
  },
  {
    ...FILTER_BODIES,
    method: 'filters.update',
    given: ZONE,
    prepare: {
      method: 'filters.create',
      with: { ...ZONE, body: [{ expression: EXPRESSION }] },
      gives: idAs('filter_id'),
      undo: [deletion('filters.delete', 'filter_id')],
    },
  },
  {
    ...FILTER_BODIES,
    method: 'firewall.rules.create',
    given: ZONE,
    params: (_schema, published) => withAction(published),
    undo: DELETIONS_OF_RULE,
  },
  {
    method: 'firewall.rules.update',
    given: ZONE,
    samples: {},
    // An update names the filter that the rule has; the schema has the members of a new one.
    never: /^\/filter$/,
    params: (_schema, published) => withAction(published),
    prepare: PREPARED_FIREWALL_RULE,
  },
  {
    ...PAGE_RULE_BODIES,
    method: 'pageRules.create',
    given: ZONE,
    undo: [deletion('pageRules.delete', 'pagerule_id')],
  },
  { ...PAGE_RULE_BODIES, method: 'pageRules.update', given: ZONE, prepare: PREPARED_PAGE_RULE },
  {
    ...PAGE_RULE_BODIES,
    method: 'pageRules.edit',
    given: ZONE,
    // The schema requires nothing; an edit of nothing is refused.
    always: new RegExp(`${PAGE_RULE_BODIES.always?.source}|^/status$`),
    prepare: PREPARED_PAGE_RULE,
  },
];
