import { checkSameId } from '../checks/read-values';
import type { Reader } from '../checks/reader';
import { IDENTIFIER, IDENTIFIER_FORM } from '../determinism/identifiers';
import type { Zone } from '../service/zone';
import { noFirewallRule } from './errors';
import type { PreviousWaf, StoredFirewallRule } from './previous-waf';
import type { FilterInput, FilterOfRule } from './read-filter';
import { readFilterOfRule } from './read-filter';
import type { FirewallRuleInput } from './read-firewall-rule';
import { FIREWALL_RULE_MEMBERS, readFirewallRule, readPriority } from './read-firewall-rule';
import type { Changed } from './stored-item-operations';

/** Client libraries send these times with everything; they are accepted and ignored. */
const TIMES = ['created_on', 'modified_on'] as const;

/** A rule of a creation, with its filter. */
interface SentRule {
  readonly rule: FirewallRuleInput;
  readonly filter: FilterOfRule<FilterInput>;
}

/** A rule of a creation (docs/internals/service.md 7.8). */
export function readNewRule(reader: Reader, { previousWaf: waf, plan }: Zone): SentRule | undefined {
  const members = reader.members([...TIMES, ...FIREWALL_RULE_MEMBERS, 'filter']);
  if (members === undefined) return undefined;
  for (const time of TIMES) members.optional(time)?.string();
  const rule = readFirewallRule(members, plan);
  const filter = readFilterOfRule(members.required('filter'), (id) => waf.filters.has(id));
  return rule === undefined || filter === undefined ? undefined : { rule, filter };
}

/** The body of the update of one rule. */
export function readUpdate(
  reader: Reader,
  { id }: StoredFirewallRule,
  zone: Zone,
): Changed<StoredFirewallRule> | undefined {
  const rule = readReplacement(reader, zone, id);
  return rule && (() => rule);
}

/**
 * Replaces the whole rule. It needs the ids of the rule and of its filter, and never changes a filter: it only gives
 * the rule another one (docs/internals/service.md 7.8).
 */
export function readReplacement(reader: Reader, zone: Zone, pathId?: string): StoredFirewallRule | undefined {
  const members = reader.members(['id', ...TIMES, ...FIREWALL_RULE_MEMBERS, 'filter']);
  if (members === undefined) return undefined;
  for (const time of TIMES) members.optional(time)?.string();
  const sentId = members.required('id');
  if (pathId !== undefined) checkSameId(sentId, pathId);
  const id = pathId ?? sentId?.matching(IDENTIFIER, IDENTIFIER_FORM);
  const rule = readFirewallRule(members, zone.plan);
  const filterId = readFilterId(members.required('filter'), zone.previousWaf);
  if (id === undefined || rule === undefined || filterId === undefined) return undefined;
  return { id, ...rule, filterId };
}

/** The rule with the sent priority, if one is sent. @throws Refusal if there is no such rule */
export function readEdit(reader: Reader, zone: Zone, pathId?: string): StoredFirewallRule | undefined {
  const members = reader.members(['id', 'priority']);
  const sentId = members?.required('id');
  if (pathId !== undefined) checkSameId(sentId, pathId);
  const id = pathId ?? sentId?.matching(IDENTIFIER, IDENTIFIER_FORM);
  const priority = readPriority(members?.optional('priority'));
  if (id === undefined) return undefined;
  const rule = zone.previousWaf.firewallRules.get(id);
  if (rule === undefined) throw noFirewallRule();
  return priority === undefined ? rule : { ...rule, priority };
}

function readFilterId(reader: Reader | undefined, waf: PreviousWaf): string | undefined {
  const filter = readFilterOfRule(reader, (id) => waf.filters.has(id));
  if (filter === undefined || 'id' in filter) return filter?.id;
  return reader?.refuse('an update needs the id of a filter, and changes no filter');
}
