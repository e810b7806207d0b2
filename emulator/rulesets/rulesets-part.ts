import { invalidParameter } from '../service/chosen';
import { accepted } from '../service/refusal';
import { type Answer, type ZoneCall, zoneOperation } from '../service/operation';
import { entryPointExists, immutableMember, noRule, noVersion, noEntryPoint } from './errors';
import { managedRulesetsOf } from './managed-rulesets';
import { checkMaySave, namedRuleset, writableRuleset, namedPhase } from './named-ruleset';
import {
  type RulesetChange,
  readNewRuleset,
  readRulesetUpdate,
  readSingleRule,
  readEntryPointUpdate,
} from './read-bodies';
import { type Ruleset, type Rule, rulesetsOf, withoutRules, earlierVersions } from './ruleset';
import {
  changeRuleset,
  createRuleset,
  deleteStoredRuleset,
  ruleContext,
  saveEntryPoint,
} from './write-ruleset';
import type { RuleInput } from './read-rules';
import type { ServicePart } from '../service/part';
import { type SeedManagedRuleset, SHARED_MANAGED_RULESETS } from './managed-rulesets-seed';
import { type SeedRuleset, STORED_RULESETS } from './rulesets-seed';

const RULESET = '/rulesets/:ruleset_id';
const RULES = `${RULESET}/rules`;
const RULE = `${RULES}/:rule_id`;
const ENTRY_POINT = '/rulesets/phases/:phase/entrypoint';

const DEFAULT_PER_PAGE = 50;
const MAX_PER_PAGE = 100;

/** The own and the managed rulesets together, by id, in pages with a cursor (docs/internals/service.md 3.3). */
const list = zoneOperation('rulesets.list', 'GET /rulesets', 'rulesets:read', (call) => {
  const { service, zone, query } = call;
  const perPageText = query.get('per_page') ?? String(DEFAULT_PER_PAGE);
  const perPage = /^\d{1,3}$/.test(perPageText) ? Number(perPageText) : 0;
  if (perPage < 1 || perPage > MAX_PER_PAGE)
    throw invalidParameter('per_page', perPageText, `a number from 1 to ${MAX_PER_PAGE}`);
  const cursor = query.get('cursor') ?? '';
  const after = lastIdBefore(cursor);
  if (after === undefined) throw invalidParameter('cursor', cursor, 'one that this operation answered');

  const rulesets = [...rulesetsOf(zone), ...managedRulesetsOf(service.state, zone.plan)]
    .filter((ruleset) => ruleset.id > after)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const page = rulesets.slice(0, perPage);
  const last = page.at(-1);
  const cursors = last !== undefined && rulesets.length > page.length ? { after: cursorAfter(last.id) } : {};
  return { result: page.map(withoutRules), info: { count: page.length, cursors } };
});

/** docs/internals/service.md 3.3. */
const create = zoneOperation('rulesets.create', 'POST /rulesets', 'rulesets:edit', (call) => {
  const { service, zone, body, dryRun } = call;
  const sent = accepted(readNewRuleset(body, (phase) => ruleContext(service, zone, phase, [])));
  checkMaySave(call, sent.phase, sent.rules);
  if (zone.rulesets.has(sent.phase)) throw entryPointExists(sent.phase);
  if (dryRun) return { result: null };
  return { result: createRuleset(service, zone, sent) };
});

/** The own rulesets and the managed ones that the plan includes (docs/internals/service.md 3.3). */
const get = zoneOperation('rulesets.get', `GET ${RULESET}`, 'rulesets:read', (call) => ({
  result: namedRuleset(call),
}));

/** docs/internals/service.md 3.3. */
const update = zoneOperation('rulesets.update', `PUT ${RULESET}`, 'rulesets:edit', (call) => {
  const { service, zone, dryRun } = call;
  const stored = writableRuleset(call);
  const sent = accepted(readRulesetUpdate(call.body, ruleContext(service, zone, stored.phase, stored.rules)));
  checkImmutable(sent, stored);
  checkMaySave(call, stored.phase, sent.rules ?? stored.rules);
  if (dryRun) return { result: null };
  return { result: changeRuleset(service, zone, stored, sent) };
});

/** Deletes the ruleset with all its versions: 204 with no body (docs/internals/service.md 3.3). */
const remove = zoneOperation('rulesets.delete', `DELETE ${RULESET}`, 'rulesets:edit', (call) => {
  const stored = writableRuleset(call);
  if (!call.dryRun) deleteStoredRuleset(call.service, call.zone, stored);
  return 'no content';
});

// A cursor holds the last id of its page, so that a ruleset deleted between two pages does not shift others.
function cursorAfter(id: string): string {
  return Buffer.from(`after:${id}`).toString('base64url');
}

function lastIdBefore(cursor: string): string | undefined {
  if (cursor === '') return '';
  return /^after:([0-9a-f]{32})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
}

/** Name, kind and phase may be sent, but not changed (docs/internals/service.md 3.1). */
function checkImmutable(sent: RulesetChange, stored: Ruleset): void {
  for (const member of ['name', 'kind', 'phase'] as const) {
    const value = sent[member];
    if (value !== undefined && value !== stored[member]) throw immutableMember(member, value, stored[member]);
  }
}

/** Adds one rule (docs/internals/service.md 3.3). */
const createRule = zoneOperation('rulesets.rules.create', `POST ${RULES}`, 'rulesets:edit', (call) => {
  const stored = writableRuleset(call);
  const context = ruleContext(call.service, call.zone, stored.phase, stored.rules);
  return saveRules(call, stored, accepted(readSingleRule(call.body, stored.rules, context)));
});

/** Replaces one rule, or moves it (docs/internals/service.md 3.3). */
const updateRule = zoneOperation('rulesets.rules.update', `PATCH ${RULE}`, 'rulesets:edit', (call) => {
  const { ruleset, rule } = writableRule(call);
  const context = ruleContext(call.service, call.zone, ruleset.phase, ruleset.rules);
  return saveRules(call, ruleset, accepted(readSingleRule(call.body, ruleset.rules, context, rule)));
});

/** Removes one rule; the answer is the ruleset without it (docs/internals/service.md 3.3). */
const removeRule = zoneOperation('rulesets.rules.delete', `DELETE ${RULE}`, 'rulesets:edit', (call) => {
  const { ruleset, rule } = writableRule(call);
  const others = ruleset.rules.filter((other) => other !== rule);
  return saveRules(call, ruleset, others);
});

/** The rule that the path names, in the own ruleset that it names. @throws Refusal */
function writableRule(call: ZoneCall): { readonly ruleset: Ruleset; readonly rule: Rule } {
  const ruleset = writableRuleset(call);
  const id = call.parameters['rule_id'] ?? '';
  const rule = ruleset.rules.find((candidate) => candidate.id === id);
  if (rule === undefined) throw noRule(id, ruleset.id);
  return { ruleset, rule };
}

/** Stores the rules after a single-rule operation, and returns the whole ruleset (docs/internals/service.md 3.2). */
function saveRules(call: ZoneCall, stored: Ruleset, rules: readonly RuleInput[]): Answer {
  const { service, zone, dryRun } = call;
  checkMaySave(call, stored.phase, rules);
  if (dryRun) return { result: null };
  return { result: changeRuleset(service, zone, stored, { rules }) };
}

/** A ruleset as it was in one version, with its rules (docs/internals/service.md 3.3). A managed one has only its own. */
const getVersion = zoneOperation(
  'rulesets.versions.get',
  `GET ${RULESET}/versions/:version`,
  'rulesets:read',
  (call) => {
    const ruleset = namedRuleset(call);
    const version = call.parameters['version'] ?? '';
    const versions = [...earlierVersions(call.zone, ruleset.id), ruleset];
    const found = versions.find((candidate) => candidate.version === version);
    if (found === undefined) throw noVersion(version, ruleset.id);
    return { result: found };
  },
);

/** The entry point of a phase (docs/internals/service.md 3.3). */
const getEntryPoint = zoneOperation(
  'rulesets.entrypoint.get',
  `GET ${ENTRY_POINT}`,
  'rulesets:read',
  (call) => {
    const phase = namedPhase(call);
    const ruleset = call.zone.rulesets.get(phase);
    if (ruleset === undefined) throw noEntryPoint(phase);
    return { result: ruleset };
  },
);

/**
 * Creates the ruleset if the phase has none (docs/internals/service.md 3.3). Also a step of the migration
 * (docs/internals/service.md 7.4).
 */
export const updateEntryPoint = zoneOperation(
  'rulesets.entrypoint.update',
  `PUT ${ENTRY_POINT}`,
  'rulesets:edit',
  (call) => {
    const { service, zone, body, dryRun } = call;
    const phase = namedPhase(call);
    const sent = accepted(readEntryPointUpdate(body, ruleContext(service, zone, phase)));
    checkMaySave(call, phase, sent.rules ?? zone.rulesets.get(phase)?.rules ?? []);
    if (dryRun) return { result: null };
    return { result: saveEntryPoint(service, zone, phase, sent) };
  },
);

/**
 * Rulesets, their rules and versions: custom log fields, the new managed rules, and the rulesets of other phases, which
 * are only stored (docs/internals/service.md 3).
 */
export const RULESETS: ServicePart = {
  operations: [
    ...[list, create, get, update, remove],
    ...[getEntryPoint, updateEntryPoint, createRule, updateRule, removeRule, getVersion],
  ],
  stored: [STORED_RULESETS],
  shared: SHARED_MANAGED_RULESETS,
};

/** The part of a seed about them. */
export interface SeedRulesets {
  /** Its rulesets: entry points and custom ones. @default - none */
  readonly rulesets?: readonly SeedRuleset[];
}

/** The part of a seed about the rulesets that the service maintains for all zones. */
export interface SeedManagedRulesets {
  /** Managed rulesets besides the emulator's samples, or in their place. @default - none */
  readonly managed_rulesets?: readonly SeedManagedRuleset[];
}
