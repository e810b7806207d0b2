import { isKnown } from '../../../schema';
import type { ModifyPlanCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { plannedObject } from './replaced-object';
import { ownerOf } from './owner';
import { wordsOf } from './words';
import type { PlannedRules, ZoneRulesRegistry } from './registry';
import type { AnyList, ListSchema } from './kind';

/**
 * Notes what an object plans for its zone, and for the one that it leaves, and reports other resources that plan for the
 * same zone.
 *
 * @param content what the planned zone is to have
 */
export async function reserveZones<T>(
  { api }: Configured,
  registry: ZoneRulesRegistry<T>,
  { state, plan, privateState, newObject, diagnostics, signal }: ModifyPlanCall<ListSchema, Configured>,
  content: T | 'unknown',
  list: AnyList<T>,
): Promise<void> {
  const object = plannedObject(state, privateState, newObject);
  const [former, keeper] = [list.keeper?.(state), list.keeper?.(plan)];
  const owner = state ? ownerOf(privateState, former) : undefined;
  const reserve = async (zoneId: string, planned: PlannedRules<T>): Promise<void> => {
    for (const conflict of registry.reserve(zoneId, planned, list.same)) {
      const zone = await zoneInMessages({ api, zoneId, signal });
      switch (conflict.kind) {
        case 'in state twice':
          diagnostics.error(wordsOf(list, zone).heldTwice());
          break;
        case 'created anew':
          if (list.createdAnew) diagnostics.error(list.createdAnew(zone));
          break;
        case 'declared twice':
          diagnostics[conflict.isHarmless ? 'warning' : 'error'](wordsOf(list, zone).declaredTwice(conflict));
      }
    }
  };
  const mine = { object, owner };
  const stays = state?.zone_id === plan?.zone_id;
  if (state && !stays)
    await reserve(state.zone_id, { ...mine, keeper: former?.name, isStored: true, content: undefined });
  if (plan && isKnown(plan.zone_id) && keeper?.name !== '')
    await reserve(plan.zone_id, { ...mine, keeper: keeper?.name, isStored: stays, content });
}
