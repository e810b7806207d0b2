import { isKnown, type Problem, type Unknown } from '../../../schema';
import type { Diagnostics, NewObject, PrivateState } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { plannedObject } from './replaced-object';
import { ownerOf } from './owner';
import { heldTwice, type ZoneList } from './words';
import type { Conflict, PlannedRules, ZoneRulesRegistry } from './registry';

/** What is said of two resources of one zone. The zone is as `zoneInMessages` returns it. */
export interface ConflictProblems<T> {
  readonly declaredTwice: (
    zone: string,
    conflict: Extract<Conflict<T>, { readonly kind: 'declared twice' }>,
  ) => Problem;
  readonly list: ZoneList;
  /** Absent if a moment without the rules is no reason to refuse the plan. */
  readonly createdAnew?: (zone: string) => Problem;
}

/** The plan of one object, as far as zones matter. */
interface PlannedZones {
  readonly state: { readonly zone_id: string } | null;
  readonly plan: { readonly zone_id: string | Unknown | null; readonly on_existing?: unknown } | null;
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
export async function reserveZones<T>(
  { api }: Configured,
  registry: ZoneRulesRegistry<T>,
  { state, plan, privateState, newObject, diagnostics, signal }: PlannedZones,
  content: T | 'unknown',
  problems: ConflictProblems<T>,
): Promise<void> {
  const object = plannedObject(state, privateState, newObject);
  const owner = state ? ownerOf(privateState) : undefined;
  const reserve = async (zoneId: string, planned: PlannedRules<T>): Promise<void> => {
    for (const conflict of registry.reserve(zoneId, planned)) {
      const zone = await zoneInMessages({ api, zoneId, signal });
      switch (conflict.kind) {
        case 'in state twice':
          diagnostics.error(heldTwice(problems.list, zone));
          break;
        case 'created anew':
          if (problems.createdAnew) diagnostics.error(problems.createdAnew(zone));
          break;
        case 'declared twice':
          diagnostics[conflict.isHarmless ? 'warning' : 'error'](problems.declaredTwice(zone, conflict));
      }
    }
  };
  const adopts = plan?.on_existing === 'adopt';
  if (state && state.zone_id !== plan?.zone_id)
    await reserve(state.zone_id, { object, owner, content: undefined, adopts });
  if (plan && isKnown(plan.zone_id)) await reserve(plan.zone_id, { object, owner, content, adopts });
}
