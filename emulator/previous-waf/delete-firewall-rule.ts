import { check } from '../checks/reader';
import { invalidParameter } from '../errors/chosen';
import { accepted } from '../errors/refusal';
import type { ZoneCall, ZoneOperation } from '../service/operation';
import { timeOfWrite } from '../service/service';
import { deleteIfUnused } from './filters';
import { FIREWALL_RULES } from './firewall-rule-operations';
import type { PreviousWaf, StoredFirewallRule } from './previous-waf';
import { namedItem } from './stored-item-operations';

/** Asks for the rule's filter to be deleted, too, unless another rule has it (docs/internals/service.md 7.8). */
const WITH_FILTER = 'delete_filter_if_unused';

/** Keeps the filter unless the body or the query asks for its deletion. */
const deleteFirewallRule: ZoneOperation = {
  of: 'zone',
  name: 'firewall.rules.delete',
  method: 'DELETE',
  path: `${FIREWALL_RULES.path}/:${FIREWALL_RULES.parameter}`,
  permission: 'waf:edit',
  body: 'optional json',
  run: (call) => {
    const rule = namedItem(FIREWALL_RULES, call);
    const withFilter = deletesFilter(call);
    if (call.dryRun) return { kind: 'result', result: null };
    timeOfWrite(call.service);
    const [deleted] = deleteRules(call.zone.previousWaf, [rule], withFilter);
    return { kind: 'result', result: deleted };
  },
};

/** Deletes the rules that the parameters `id` name; one that does not exist is no error (docs/internals/service.md 7.8). */
const deleteFirewallRules: ZoneOperation = {
  of: 'zone',
  name: 'firewall.rules.bulk.delete',
  method: 'DELETE',
  path: FIREWALL_RULES.path,
  permission: 'waf:edit',
  body: 'optional json',
  run: (call) => {
    const waf = call.zone.previousWaf;
    const ids = new Set(call.query.getAll('id'));
    const rules = [...ids].flatMap((id) => waf.firewallRules.get(id) ?? []);
    const withFilter = deletesFilter(call);
    if (call.dryRun) return { kind: 'result', result: null };
    timeOfWrite(call.service);
    return { kind: 'result', result: deleteRules(waf, rules, withFilter) };
  },
};

export const FIREWALL_RULE_DELETIONS: readonly ZoneOperation[] = [deleteFirewallRule, deleteFirewallRules];

/** Returns what is shown of each deleted rule. */
function deleteRules(
  waf: PreviousWaf,
  rules: readonly StoredFirewallRule[],
  withFilter: boolean,
): readonly unknown[] {
  for (const { id } of rules) waf.firewallRules.delete(id);
  if (!withFilter) return rules.map(({ id }) => ({ id }));
  const filterIds = [...new Set(rules.map(({ filterId }) => filterId))];
  const deleted = new Set(filterIds.filter((id) => deleteIfUnused(waf, id)));
  return rules.map(({ id, filterId }) => ({ id, filter: { id: filterId, deleted: deleted.has(filterId) } }));
}

/** The published schema has it in the body; clients also send it in the query. */
function deletesFilter({ query, body }: ZoneCall): boolean {
  const inQuery = query.get(WITH_FILTER) ?? 'false';
  if (inQuery !== 'true' && inQuery !== 'false')
    throw invalidParameter(WITH_FILTER, inQuery, 'true or false');
  if (body === undefined) return inQuery === 'true';
  const inBody = accepted(
    check(body, (reader) => {
      const members = reader.members([WITH_FILTER]);
      return members && (members.optional(WITH_FILTER)?.boolean() ?? false);
    }),
  );
  return inBody || inQuery === 'true';
}
