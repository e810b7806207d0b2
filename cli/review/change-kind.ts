import { managedRulesMigrationSchema } from '../../schema';
import { isOneWay } from './migration-change';
import type { Change, MigrationChange } from './model';
import { isOfGoneZone, predecessor, withoutKey, type ResourceChange, type ValueChange } from './plan-json';
import { member, textOf, type Json } from '../text/json';

/** The action of the engine that changes nothing at the service. */
const NO_OP = 'no-op';

/** Why the zone may have equal settings that an object of the provider wrote. */
const OWN_SETTINGS =
  'the zone has equal settings of Zonewright, from an interrupted apply, another resource or another state';

/** Why an object is not made: the service did not have its zone. */
export const GONE_ZONE = 'the service did not have its zone, so apply refuses it';

export function isNoOp(actions: readonly string[]): boolean {
  return actions.every((action) => action === NO_OP);
}

/** What the engine does with an object, as one word. */
export function actionOf(actions: readonly string[]): Change['action'] {
  if (actions.length > 1) return 'replace';
  const [action] = actions;
  return action === 'create' || action === 'update' || action === 'delete' || action === 'forget'
    ? action
    : NO_OP;
}

/** What a change is, and why if that is not plain. `migration` is what it does if it is one of a migration. */
export function kindOf(
  resource: ResourceChange,
  migration: MigrationChange | undefined,
): Pick<Change, 'kind' | 'reason'> {
  const { change, action_reason: actionReason, previous_address: previous, type } = resource;
  const { actions } = change;
  if (isOfGoneZone(resource)) return { kind: 'create', reason: GONE_ZONE };
  if (migration !== undefined && isOneWay(migration)) return { kind: 'one-way', reason: null };
  if (actions.includes('forget')) return { kind: 'forget', reason: null };
  const taken = takeOver(change);
  if (actions.length > 1) {
    const reasons = [replaceReason(change.replace_paths, actionReason), taken].filter(
      (each) => each !== null,
    );
    return { kind: 'replace', reason: reasons.length === 0 ? null : reasons.join('; ') };
  }
  if (actions.includes('delete')) {
    return {
      kind: 'destroy',
      reason: type === managedRulesMigrationSchema.type ? 'the zone stays as it is' : null,
    };
  }
  if (change.importing !== undefined) return { kind: 'adopt', reason: 'imported' };
  if (taken !== null) return { kind: 'adopt', reason: taken };
  const movedFromType =
    previous === undefined ? undefined : /([^.[]+)\.[^.]+$/.exec(withoutKey(previous))?.[1];
  if (movedFromType !== undefined && movedFromType !== type) {
    return { kind: 'adopt', reason: `moved from ${movedFromType}` };
  }
  if (actions.includes('create')) return { kind: 'create', reason: null };
  return isNoOp(actions) ? { kind: 'move', reason: null } : { kind: 'update', reason: null };
}

/** Why a new object takes over what its zone has; null when it does not. */
function takeOver(change: ValueChange): string | null {
  const { after = null, after_unknown: unknown } = change;
  if (predecessor(change) !== null || after === null) return null;
  const adopts = textOf(after, 'on_existing') === 'adopt';
  if ((member(after, 'adopted') ?? null) !== null || member(after, 'taken_over') === true) {
    if (member(after, 'on_existing') === undefined) return 'taken over';
    return adopts ? 'on_existing = "adopt"' : 'the zone has equal settings';
  }
  if (!isUnknown(unknown, 'taken_over')) return null;
  // The provider plans these values of a list that the zone has with the mark of one of its objects.
  if (member(after, 'adopted') === null) return OWN_SETTINGS;
  return adopts ? 'on_existing = "adopt": what it takes over is known only after apply' : null;
}

function isUnknown(unknown: Json | undefined, name: string): boolean {
  return member(unknown, name) === true;
}

function replaceReason(
  paths: readonly (readonly (string | number)[])[] = [],
  reason: string | undefined,
): string | null {
  if (paths.length > 0) return `${paths.map((path) => path.join('.')).join(', ')} changes`;
  return reason === undefined ? null : (REPLACED[reason] ?? null);
}

/** Reasons of the engine that name no attribute. */
const REPLACED: Readonly<Record<string, string>> = {
  replace_because_tainted: 'tainted',
  replace_by_request: 'requested with -replace',
  replace_by_triggers: 'replace_triggered_by',
};
