import type { NewObject, PrivateState } from '../framework';
import { ownerOf } from './rule-owner';
import { forgetRules } from './rules-to-delete';

/** Private state of a plan: the object that is replaced, which the plan of its successor then knows. */
const REPLACED = 'replaced';

interface Replaced {
  readonly zoneId: string;
  readonly object: string;
}

interface OfZone {
  readonly zone_id: string;
}

/** Notes an object of the state in its plan, before it may turn out that it is to be replaced. */
export function noteReplaced(privateState: PrivateState, state: OfZone): void {
  privateState.set(REPLACED, { zoneId: state.zone_id, object: identityOf(state, privateState) });
}

/** Removes what is noted for plans only, and is not stored. */
export function forgetReplaced(privateState: PrivateState): void {
  privateState.set(REPLACED, undefined);
  forgetRules(privateState);
}

/** The object that the planned one replaces. */
export function replacedIn(privateState: PrivateState): Replaced | undefined {
  return privateState.members(REPLACED, ['zoneId', 'object']);
}

/** Which object a plan is about: text for one of the state, also in the plan of its successor. */
export function plannedObject(
  state: OfZone | null,
  privateState: PrivateState,
  newObject: NewObject,
): string | NewObject {
  if (state) return identityOf(state, privateState);
  return replacedIn(privateState)?.object ?? newObject;
}

/** Which object of the state this is. */
export function identityOf({ zone_id: zoneId }: OfZone, privateState: PrivateState): string {
  return ownerOf(privateState)?.ref ?? `unmarked in ${zoneId}`;
}
