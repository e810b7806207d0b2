import type { Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { writableRuleset } from './ruleset-by-id';
import { deleteStoredRuleset } from './write-ruleset';

/** Deletes the ruleset with all its versions: 204 with no body (docs/service.md 3.3). */
export const deleteRuleset: Operation = {
  name: 'rulesets.delete',
  method: 'DELETE',
  path: '/zones/:zone_id/rulesets/:ruleset_id',
  identifiers: ['zone_id', 'ruleset_id'],
  permission: 'rulesets:edit',
  body: 'none',
  run: (call) => {
    const stored = writableRuleset(call);
    if ('refusal' in stored) return refuse(stored.refusal);
    if (!call.dryRun) deleteStoredRuleset(call.service, call.zone, stored);
    return { kind: 'no content' };
  },
};
