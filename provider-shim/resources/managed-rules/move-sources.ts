import { PHASE_MANAGED_RULES, type Explanation } from '../../../schema';
import type { MoveSource } from '../../sdk/framework';
import { OWN, rulesetSource, textOf, withoutIds, zoneIn, zoneShims } from '../move-sources';

type ZoneState = { readonly zone_id: string };

/** The hand-over: what a finished migration has saved becomes the rules. */
const fromMigration: MoveSource<ZoneState> = {
  type: 'zone_managed_rules_migration',
  providers: [OWN],
  versions: [0],
  identify: ({ zone_id: zone, migration_state: status }) => {
    const zoneId = zoneIn(zone);
    if (zoneId === undefined) return withoutIds('zone_managed_rules_migration');
    if (status !== 'finished') return unfinished(zoneId, textOf(status));
    return { importId: zoneId, known: { zone_id: zoneId } };
  },
};

/** What can be moved to `zone_managed_rules`. */
export const managedRulesMoveSources: readonly MoveSource<ZoneState>[] = [
  fromMigration,
  rulesetSource(PHASE_MANAGED_RULES, 'zone_managed_rules', (zoneId) => zoneId),
  ...zoneShims,
];

function unfinished(zoneId: string, status: string): Explanation {
  return {
    message: `The migration of zone ${zoneId} is in the state ${JSON.stringify(status)}, so it cannot hand over to zone_managed_rules.`,
    hint: 'Remove the moved block and finish the migration first (target_state = "finished"). If it has finished at the service, refresh the state.',
  };
}
