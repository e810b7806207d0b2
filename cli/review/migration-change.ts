import type { Loss, MigrationChange } from './model';
import { predecessor, type ValueChange } from './plan-json';
import { isObject, member, textOf, textsIn, type Json } from '../text/json';

/** Steps after which the zone cannot go back to what it was, or that delete something of it. */
const ONE_WAY_STEPS: ReadonlySet<string> = new Set(['finish', 'begin validation', 'delete URI overrides']);

/** The state that a zone comes to where the plan does not say it. */
export const NOT_KNOWN = 'known after apply';

/**
 * What the plan of a `zone_managed_rules_migration` does, from its attributes (docs/guides/migrate.md, "What a plan shows").
 * Undefined when it destroys the object. An approval for `validation` is none for the end of the migration.
 */
export function migrationChange(
  change: ValueChange,
  { wave, rollout, approval }: Pick<MigrationChange, 'wave' | 'rollout' | 'approval'>,
): MigrationChange | undefined {
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
    hasOther(before, after, 'rules_digest') ||
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
    approved_digest: textOf(after, 'approved_digest'),
    rules: objectsIn(member(after, 'rules')).length,
    rules_digest: textOf(after, 'rules_digest'),
    replaced_rules: isNew ? objectsIn(member(after, 'replaced_rules')).length : 0,
    not_carried_over: losses === null ? null : objectsIn(losses).map(loss),
    losses_unknown_because: textOf(finish, 'losses_unknown_because'),
    deleted_uri_overrides: objectsIn(member(after, 'deleted_uri_overrides'))
      .filter((each) => !earlier.has(textOf(each, 'id')))
      .map((each) => ({
        id: textOf(each, 'id') ?? '',
        description: textOf(each, 'description') ?? '',
        urls: textsIn(member(each, 'urls')),
      })),
    skipped_because: textsIn(member(after, 'skipped_because')),
    wave,
    rollout,
    approval: finishes && approval?.target !== 'finished' ? null : approval,
    waits: member(after, 'wait') !== false && (finishes || (acts && isFinishing)),
  };
}

/** What is not known until apply may be the end, unless the target is validation. */
function mayFinish({ after = null, after_unknown: unknown = null }: ValueChange): boolean {
  const isOpen = ['target_state', 'step', 'irreversible'].some((name) => member(unknown, name) === true);
  return isOpen && textOf(after, 'target_state') !== 'validation';
}

/** Whether the change belongs among those that are shown first. */
export function isOneWay(migration: MigrationChange): boolean {
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

function loss(value: Json): Loss {
  return {
    kind: textOf(value, 'kind') ?? '',
    id: textOf(value, 'id') ?? '',
    description: textOf(value, 'description') ?? '',
  };
}

function objectsIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter((each) => isObject(each)) : [];
}

/**
 * Whether somebody approved the step: by the record of its rollout, or outside of a rollout by the digest of the rules in
 * the configuration.
 */
export function hasApproval({
  approval,
  rollout,
  approved_digest: digest,
}: Pick<MigrationChange, 'approval' | 'rollout' | 'approved_digest'>): boolean {
  return approval !== null || (rollout === null && digest !== null);
}
