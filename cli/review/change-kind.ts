import { logpushOwnershipChallengeSchema } from '../../schema';
import { member } from '../text/json';
import { isOneWay, type MigrationWay } from './migration-change';
import type { Action, Mark } from './model';
import { formerType, isOfGoneZone, predecessor, type ResourceChange } from './plan-json';

/** The action of the engine that changes nothing at the service. */
const NO_OP = 'no-op';

/** Why an object is not made: the service did not have its zone. */
const GONE_ZONE = 'the service did not have its zone, so apply refuses it';

/** What a change is: what it counts as, and what it does with IT. */
export const KINDS = {
  'one-way': ['changes', 'Changes IT'],
  destroy: ['destroys', 'Destroys IT'],
  replace: ['destroys', 'Destroys IT and creates it again'],
  forget: ['forgets', 'Removes IT from the state and keeps it at the service'],
  // With `destroy = false` in the object's `lifecycle` (Terraform 1.16, OpenTofu 1.12).
  leave: ['forgets', 'Removes IT from the state, keeps it at the service, and creates another'],
  adopt: ['takes', 'Takes over IT'],
  create: ['creates', 'Creates IT'],
  update: ['changes', 'Changes IT'],
  move: ['moves', 'Moves IT in the state'],
} as const satisfies Readonly<Record<string, readonly [Mark, string]>>;

export type ChangeKind = keyof typeof KINDS;

/** Whether the service keeps nothing of an object of this type: it is only ever made, and nothing of it is destroyed. */
export function isOnlyMade(type: string): boolean {
  return type === logpushOwnershipChallengeSchema.type;
}

export function isNoOp(actions: readonly string[]): boolean {
  return actions.every((action) => action === NO_OP);
}

/** What the engine does with an object, as one word. */
export function actionOf(actions: readonly string[]): Action {
  if (actions.length > 1) return 'replace';
  const [action] = actions;
  return action === 'create' || action === 'update' || action === 'delete' || action === 'forget'
    ? action
    : NO_OP;
}

/** What a change is, and why if that is not plain. @param way of its zone if it is one of a migration */
export function kindOf(
  resource: ResourceChange,
  way: MigrationWay | undefined,
): readonly [ChangeKind, reason: string | null] {
  const { change, action_reason: actionReason = '', type } = resource;
  const { actions } = change;
  if (isOfGoneZone(resource)) return ['create', GONE_ZONE];
  if (way !== undefined && isOneWay(way)) return ['one-way', null];
  const isForgotten = actions.includes('forget');
  if (isForgotten && actions.length === 1) return ['forget', null];
  if (actions.length > 1) {
    const paths = (change.replace_paths ?? []).map((path) => path.join('.'));
    const reason = paths.length > 0 ? `${paths.join(', ')} changes` : REPLACED[actionReason];
    const kind = isForgotten ? 'leave' : 'replace';
    return [isOnlyMade(type) ? 'create' : kind, reason ?? null];
  }
  if (actions.includes('delete')) return [isOnlyMade(type) ? 'forget' : 'destroy', null];
  if (change.importing !== undefined) return ['adopt', 'imported'];
  // What others have begun.
  const isBegun = predecessor(change) === null && member(change.after ?? null, 'taken_over') === true;
  if (way !== undefined && isBegun) return ['adopt', null];
  const former = formerType(resource);
  if (former !== undefined) return ['adopt', `moved from ${former}`];
  if (actions.includes('create')) return ['create', null];
  return [isNoOp(actions) ? 'move' : 'update', null];
}

/** Reasons of the engine that name no attribute. */
const REPLACED: Readonly<Record<string, string>> = {
  replace_because_tainted: 'tainted',
  replace_by_request: 'requested with -replace',
  replace_by_triggers: 'replace_triggered_by',
};
