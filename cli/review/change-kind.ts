import { member, textOf, type Json, isObject, textsIn } from '../text/json';
import type { Action } from './model';
import { isOfGoneZone, predecessor, withoutKey, type ResourceChange, type ValueChange } from './plan-json';

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

/** What a change is. */
export type ChangeKind =
  'one-way' | 'destroy' | 'replace' | 'forget' | 'adopt' | 'create' | 'update' | 'move';

/** What a migration does. */
export interface MigrationChange {
  /** Empty when the plan changes nothing at the service. */
  readonly step: string;
  readonly from: string;
  readonly to: string;
  /** Whether this plan does what cannot be undone. */
  readonly irreversible: boolean;
  /** Whether `acknowledge_irreversible` names the zone. */
  readonly acknowledged: boolean;
  /** Whether an approval is recorded: `approved_digest`. */
  readonly approved: boolean;
  /** How many rules apply saves. */
  readonly rules: number;
  /** How many rules of the zone apply replaces. */
  readonly replacedRules: number;
  /** What is lost; null when it could not be determined. */
  readonly losses: readonly string[] | null;
  readonly lossesUnknownBecause: string | null;
  /** Descriptions with addresses. */
  readonly deletedOverrides: readonly string[];
  /** Why the zone is skipped (`on_incompatible = "skip"`); empty when it is not. */
  readonly skippedBecause: readonly string[];
  /** Whether apply waits for the service to finish. */
  readonly waits: boolean;
}

/** What the engine does with an object, as one word. */
export function actionOf(actions: readonly string[]): Action {
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
): { readonly kind: ChangeKind; readonly reason: string | null } {
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
    return { kind: 'destroy', reason: null };
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

/** Steps after which the zone cannot go back to what it was, or that delete something of it. */
const ONE_WAY_STEPS: ReadonlySet<string> = new Set(['finish', 'begin validation', 'delete URI overrides']);

/** The state that a zone comes to where the plan does not say it. */
export const NOT_KNOWN = 'known after apply';

/**
 * What the plan of a `zone_managed_rules_migration` does, from its attributes (docs/guides/migrate.md, "What a plan shows").
 * Undefined when it destroys the object.
 */
export function migrationChange(change: ValueChange): MigrationChange | undefined {
  const { after = null, after_unknown: unknown = null } = change;
  const before = predecessor(change);
  if (after === null) return undefined;
  const isNew = before === null;
  const finish = member(after, 'finish') ?? null;
  const step = textOf(after, 'step') ?? '';
  const to = textOf(after, 'migration_state') ?? NOT_KNOWN;
  const isFinishing =
    step === 'wait for the finish' || (step === 'take over' && member(unknown, 'old_waf_status') === true);
  const takenOver = member(after, 'taken_over') === true;
  const from =
    textOf(before, 'migration_state') ?? (isFinishing ? 'finishing' : beginning(step, to, takenOver));
  const finishes =
    member(before, 'irreversible') !== true &&
    (mayFinish(change) || (step === 'finish' && member(after, 'irreversible') === true));
  // A plan that changes nothing at the service keeps the step of the one before.
  const acts =
    isNew ||
    finishes ||
    from !== to ||
    JSON.stringify(member(before, 'rules')) !== JSON.stringify(member(after, 'rules')) ||
    hasOther(before, after, 'step');
  const losses = member(finishes ? finish : after, 'not_carried_over') ?? null;
  const earlier = new Set(
    objectsIn(member(before, 'deleted_uri_overrides')).map((each) => textOf(each, 'id')),
  );
  const acknowledgement = textOf(after, 'acknowledge_irreversible');
  return {
    step: acts ? step : '',
    from,
    to,
    irreversible: finishes,
    acknowledged: acknowledgement !== null && acknowledgement === textOf(after, 'zone_id'),
    approved: textOf(after, 'approved_digest') !== null,
    rules: objectsIn(member(after, 'rules')).length,
    replacedRules: isNew ? objectsIn(member(after, 'replaced_rules')).length : 0,
    losses: losses === null ? null : objectsIn(losses).map(described),
    lossesUnknownBecause: textOf(finish, 'losses_unknown_because'),
    deletedOverrides: objectsIn(member(after, 'deleted_uri_overrides'))
      .filter((each) => !earlier.has(textOf(each, 'id')))
      .map((each) => `${described(each)} of ${textsIn(member(each, 'urls')).join(', ')}`),
    skippedBecause: textsIn(member(after, 'skipped_because')),
    waits: member(after, 'wait') !== false && (finishes || (acts && isFinishing)),
  };
}

/** What is not known until apply may be the end, unless the target is validation. */
function mayFinish({ after = null, after_unknown: unknown = null }: ValueChange): boolean {
  const isOpen = ['target_state', 'step', 'irreversible'].some((name) => member(unknown, name) === true);
  return isOpen && textOf(after, 'target_state') !== 'validation';
}

/** Whether the change belongs among those that are shown first. */
function isOneWay(migration: MigrationChange): boolean {
  return migration.irreversible || ONE_WAY_STEPS.has(migration.step);
}

/** The state of the zone before an object that is created; the plan says only what it will be. */
function beginning(step: string, to: string, takenOver: boolean): string {
  if (!takenOver) return 'start';
  return step === 'finish' ? 'validation' : to;
}

function hasOther(before: Json, after: Json, name: string): boolean {
  return textOf(before, name) !== textOf(after, name);
}

/** By its description, or what else is there. */
function described(value: Json): string {
  return (
    textOf(value, 'description') || [textOf(value, 'kind') ?? '', textOf(value, 'id') ?? ''].join(' ').trim()
  );
}

function objectsIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter((each) => isObject(each)) : [];
}
