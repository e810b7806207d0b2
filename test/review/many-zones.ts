import { createHash } from 'node:crypto';
import type { Review } from '../../cli/review/model';
import type { ResourceChange } from '../../cli/review/plan-json';
import { reviewPlans } from '../../cli/review/review-plans';
import { inputOf, recordedPlan } from './recorded-plans';

/** What the zone of this number loses: two of five lose settings, as of the 38 zones that were migrated. */
function usualLosses(index: number): readonly string[] {
  return index % 5 < 2 ? [`group "Bad robots ${index % 3}" of the core rule set is off`] : [];
}

/**
 * The review of a plan that finishes so many zones. The one of number 12 has rules that the migration replaces.
 */
export function manyZones(count: number, lossesOf = usualLosses): Review {
  const { shown } = recordedPlan('migrations');
  const direct = (shown['resource_changes'] as readonly ResourceChange[]).find(
    ({ address }) => address === 'zone_managed_rules_migration.direct',
  ) as ResourceChange;
  const after = direct.change.after as { readonly finish: object };
  const changes = Array.from({ length: count }, (_each, index) => {
    const name = `shop-${index}.example`;
    const id = createHash('md5').update(name).digest('hex');
    const losses = lossesOf(index).map((description) => ({ kind: 'loss', id: '1', description }));
    const values = {
      ...{ ...after, zone_id: id, zone_name: name, acknowledge_irreversible: id },
      replaced_rules: index === 12 ? [{}] : [],
      finish: { ...after.finish, not_carried_over: losses },
    };
    const address = `zone_managed_rules_migration.this["${name}"]`;
    return { ...direct, address, change: { ...direct.change, after: values } };
  });
  return reviewPlans([inputOf({ ...shown, resource_changes: changes }, 'zones')], []);
}
