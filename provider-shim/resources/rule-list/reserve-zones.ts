import { isKnown, type ObjectSchema, type StateOf, type Unknown } from '../../../schema';
import type { Diagnostics, NewObject, PrivateState } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { plannedObject } from './replaced-object';
import { ownerOf } from './owner';
import { heldTwice } from './words';
import type { PlannedRules, ZoneRulesRegistry } from './registry';
import type { RuleList } from './kind';

/** The plan of one object, as far as zones matter. */
export interface PlannedZones {
  readonly state: { readonly zone_id: string } | null;
  readonly plan: { readonly zone_id: string | Unknown | null } | null;
  readonly privateState: PrivateState;
  readonly newObject: NewObject;
  readonly diagnostics: Diagnostics;
  readonly signal: AbortSignal;
}

/**
 * Notes what an object plans for its zone, and for the one that it leaves, and reports other resources that plan for the
 * same zone.
 *
 * @param content what the planned zone is to have
 */
export async function reserveZones<S extends ObjectSchema, T>(
  { api }: Configured,
  registry: ZoneRulesRegistry<T>,
  { state, plan, privateState, newObject, diagnostics, signal }: PlannedZones,
  content: T | 'unknown',
  list: RuleList<S, T>,
): Promise<void> {
  const { words } = list;
  const object = plannedObject(state, privateState, newObject);
  const [former, keeper] = [state, plan].map((values) =>
    list.keeper?.(values as unknown as StateOf<S> | null),
  );
  const owner = state ? ownerOf(privateState, former) : undefined;
  const reserve = async (zoneId: string, planned: PlannedRules<T>): Promise<void> => {
    for (const conflict of registry.reserve(zoneId, planned, list.same)) {
      const zone = await zoneInMessages({ api, zoneId, signal });
      switch (conflict.kind) {
        case 'in state twice':
          diagnostics.error(heldTwice(list, zone));
          break;
        case 'created anew':
          if (words.createdAnew) diagnostics.error(words.createdAnew(zone));
          break;
        case 'declared twice':
          diagnostics[conflict.isHarmless ? 'warning' : 'error'](words.declaredTwice(zone, conflict));
      }
    }
  };
  const mine = { object, owner };
  const stays = state?.zone_id === plan?.zone_id;
  if (state && !stays)
    await reserve(state.zone_id, { ...mine, keeper: former?.ref, isStored: true, content: undefined });
  if (plan && isKnown(plan.zone_id) && keeper?.name !== '')
    await reserve(plan.zone_id, { ...mine, keeper: keeper?.ref, isStored: stays, content });
}
