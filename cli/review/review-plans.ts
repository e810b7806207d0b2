import { managedRulesMigrationSchema } from '../../schema';
import { member } from '../text/json';
import { attributeChanges, attributeLine, type AttributeChange } from './attribute-changes';
import { isNoOp } from './change-kind';
import { changed, destinationOf, formerSummary, type ChangeContext, type Changed } from './change-rows';
import { byDanger, countsOf, inOrder, MARKS, OUTCOMES, rowOf } from './model';
import type { Counts, InputError, LimitResult, Outcome, Proof, Review, ReviewedStack, Row } from './model';
import { formerType, isOurs, resourcesIn } from './plan-json';
import type { ActionInvocation, PlanJson, ResourceChange } from './plan-json';
import { zoneNames, zoneOf, type ZoneNames } from './names';

/** A plan, the name of its stack, and its file as given. */
export interface PlanInput {
  readonly stack: string;
  readonly file: string;
  readonly plan: PlanJson;
  /** What the saved plan says of proofs, by address. @default - only its JSON is there, which does not say */
  readonly proofs?: ReadonlyMap<string, Proof>;
}

/** How much a review allows. */
export interface Limits {
  /** The most objects, of any provider, that are destroyed, alone or in a replacement. @default - any number */
  readonly maxDelete?: number;
  /** The most migrations that finish. @default - any number */
  readonly maxFinish?: number;
  /** Whether each change has to be proven. @default false */
  readonly requireProof?: boolean;
}

/** Reviews plans together. The result depends on nothing else, and not on the order of the plans. */
export function reviewPlans(
  inputs: readonly PlanInput[],
  errors: readonly InputError[],
  limits: Limits = {},
): Review {
  const sorted = [...inputs].sort((one, other) => inOrder(one.stack, other.stack));
  const zones = zoneNames(sorted.map(({ plan }) => plan));
  const destinations = new Set(sorted.flatMap(({ plan }) => destinationsIn(plan)));
  const requireProof = limits.requireProof === true;
  const reviewed = sorted.map((input) =>
    reviewStack(input, { ...input, proofs: input.proofs, zones, destinations, requireProof }),
  );
  const all = [...errors.map(errorRow), ...reviewed.flatMap((each) => each.rows)];
  const rows = byDanger(all, MARKS, ({ counted_as: marks, zone, stack, address }) => {
    return [marks, zone?.name ?? zone?.id ?? '', stack, address];
  });
  const ours = rows.filter(({ action, counted_as: marks }) => action !== null && !marks.includes('others'));
  const stacks = reviewed.map(({ stack }) => stack);
  const counts = countsOf(rows);
  const results = limitResults(limits, counts);
  const outcome = outcomeOf(counts, stacks, results);
  return {
    format_version: '1.0',
    outcome,
    exit_code: OUTCOMES[outcome][0],
    stacks,
    zones: new Set(ours.map(({ zone, stack, address }) => zone?.id ?? `${stack}\n${address}`)).size,
    counts,
    limits: results,
    rows,
    errors,
  };
}

function actionRow(stack: string, action: ActionInvocation, zones: ZoneNames): Row {
  const { address, type, provider_name: provider, lifecycle_action_trigger: trigger } = action;
  const event = trigger?.action_trigger_event.replace(/(?<=[a-z])[A-Z]/, ' $&').toLowerCase();
  const ours = isOurs(action);
  const { config_values: after, config_unknown: after_unknown, config_sensitive: after_sensitive } = action;
  const zone = ours ? zoneOf({ actions: [], after, after_unknown, after_sensitive }, zones) : null;
  const when = trigger ? [`${event} of ${trigger.triggering_resource_address}`] : [];
  const details = ours ? when : [...when, provider];
  return rowOf([ours ? 'invokes' : 'others'], 'Invokes an action', { stack, address, type, zone, details });
}

/** The rows of one plan. */
function reviewStack(
  { stack, file, plan }: PlanInput,
  context: ChangeContext,
): { readonly stack: ReviewedStack; readonly rows: readonly Row[] } {
  const drifted = driftedAttributes(plan);
  const changes = (plan.resource_changes ?? []).flatMap(
    (each) => changed(each, drifted.get(each.address), context) ?? [],
  );
  const invoked = (plan.action_invocations ?? []).map((action) => actionRow(stack, action, context.zones));
  const isRecording =
    changes.length + invoked.length === 0 && (plan.applyable ?? plan.resource_changes === undefined);
  const drift = driftRows(stack, plan, changes, context.zones, isRecording);
  return {
    stack: {
      name: stack,
      plan: file,
      changes: changes.length + invoked.length,
      output_changes: Object.values(plan.output_changes ?? {}).filter(({ actions }) => !isNoOp(actions))
        .length,
      state_only: isRecording && drift.length > 0,
    },
    rows: [
      ...changes.map(({ row }) => row),
      ...drift,
      ...invoked,
      ...(plan.deferred_changes ?? []).map(({ reason, resource_change: { address } }) =>
        rowOf(['later'], 'Deferred to a later plan', {
          stack,
          address,
          details: [DEFERRED[reason] ?? reason],
        }),
      ),
      ...(plan.checks ?? []).flatMap(({ address, status, instances = [] }) => {
        if (status === 'pass') return [];
        const messages = instances.flatMap(({ problems = [] }) => problems.map(({ message }) => message));
        const where = { stack, address: address.to_display, details: messages };
        return [rowOf([status === 'unknown' ? 'later' : 'checks'], CHECKS[status], where)];
      }),
    ],
  };
}

/** https://developer.hashicorp.com/terraform/internals/json-format */
const DEFERRED: Readonly<Record<string, string>> = {
  instance_count_unknown: 'its count or for_each is not known yet',
  resource_config_unknown: 'its configuration is not known yet',
  provider_config_unknown: "its provider's configuration is not known yet",
  absent_prereq: 'something that it needs does not exist yet',
  deferred_prereq: 'something that it needs is deferred',
};

const CHECKS = {
  fail: 'A check failed',
  error: 'A check could not be evaluated',
  unknown: 'A check is known only after apply',
} as const;

/** An input that could not be read, and why. */
function errorRow({ plan, message, seen, allowed, hints }: InputError): Row {
  const details = [
    message,
    ...seen.map((each) => `seen: ${each}`),
    ...allowed.map((each) => `allowed: ${each}`),
    ...hints.map((each) => `do: ${each}`),
  ];
  return rowOf(['failed'], 'Not reviewed', { stack: plan, details });
}

/** Where the jobs of a plan deliver before it is applied. */
function destinationsIn({ prior_state: prior, resource_changes: changes = [] }: PlanJson): readonly string[] {
  const before = [
    ...resourcesIn(prior?.values?.root_module).map(({ values }) => values ?? null),
    ...changes.map(({ change }) => change.before ?? null),
  ];
  return before.flatMap((values) => destinationOf(values) ?? []);
}

/** The result of each limit that is set. */
function limitResults(limits: Limits, counts: Counts): readonly LimitResult[] {
  const rows: readonly (readonly [LimitResult['name'], number | undefined, number])[] = [
    ['max-delete', limits.maxDelete, counts.destroys + counts.removes],
    ['max-finish', limits.maxFinish, counts.finishes],
    ['require-proof', limits.requireProof === true ? 0 : undefined, counts.unproven],
  ];
  return rows.flatMap(([name, allowed, found]) =>
    allowed === undefined ? [] : [{ name, allowed, found, exceeded: found > allowed }],
  );
}

/** An error takes precedence over a limit, a limit over an irreversible change, and that over any other change. */
function outcomeOf(
  counts: Counts,
  stacks: readonly ReviewedStack[],
  limits: readonly LimitResult[],
): Outcome {
  if (counts.failed > 0) return 'error';
  const exceeded = limits.filter((limit) => limit.exceeded).map(({ name }) => name);
  if (exceeded.some((name) => name !== 'require-proof')) return 'over limit';
  if (counts.finishes > 0) return 'irreversible';
  if (exceeded.length > 0) return 'not proven';
  return stacks.some(hasChanges) ? 'changes' : 'no changes';
}

/** Whether a plan would change anything, at the service or in the state. */
export function hasChanges(stack: ReviewedStack): boolean {
  return stack.changes > 0 || stack.output_changes > 0 || stack.state_only;
}

/** What others changed. An object of another resource type brings no values along: the first read fills them in. */
function driftOf({ resource_drift: drift = [] }: PlanJson): readonly ResourceChange[] {
  return drift.filter((each) => formerType(each) === undefined);
}

/** What others changed, by address and path. */
function driftedAttributes(plan: PlanJson): ReadonlyMap<string, ReadonlyMap<string, AttributeChange>> {
  return new Map(
    driftOf(plan).map(({ address, change }) => [
      address,
      new Map(attributeChanges(change).map((each) => [each.path, each])),
    ]),
  );
}

/**
 * What is no longer as the state has it, and how much of that the plan's changes put back. A migration that the service
 * has finished by itself since, because apply did not wait (`wait = false`) or was interrupted, is no drift.
 *
 * @param isRecording whether apply only records in the state what has changed
 */
function driftRows(
  stack: string,
  plan: PlanJson,
  changes: readonly Changed[],
  zones: ZoneNames,
  isRecording: boolean,
): readonly Row[] {
  const byAddress = new Map(changes.map((each) => [each.row.address, each]));
  return driftOf(plan).flatMap((each): readonly Row[] => {
    const { address, change } = each;
    const isDeleted = change.actions.includes('delete');
    const finished = hasFinished(each);
    const ours = isOurs(each);
    const zone = ours ? zoneOf(change, zones) : null;
    const all = isDeleted ? [] : attributeChanges(change);
    // An attribute of such a migration that changed because the service finished it.
    const isOwnFinish = ({ path, after }: AttributeChange): boolean =>
      finished && Object.hasOwn(AT_THE_END, path) && AT_THE_END[path] === after;
    // A state of an earlier version has no name, which the refresh looks up.
    const isNamed = ({ path, pair }: AttributeChange): boolean =>
      path === 'zone_name' && pair.before === null;
    const attributes = all.filter((attribute) => !isOwnFinish(attribute) && !isNamed(attribute));
    const where = { stack, address, type: each.type, zone };
    const end = isRecording
      ? 'apply records it in the state'
      : corrected(each, byAddress.get(address), attributes);
    const title = `${isDeleted ? 'Deleted' : 'Changed'} outside, ${end}`;
    const details = ours ? [...formerSummary(each), ...attributes.map(attributeLine)] : [each.provider_name];
    return [
      ...(finished ? [rowOf(['ended'], 'A migration has finished since the last apply', where)] : []),
      ...(isDeleted || attributes.length > 0
        ? [rowOf([ours ? 'outside' : 'others'], title, { ...where, details })]
        : []),
    ];
  });
}

function corrected(
  { change: { actions } }: ResourceChange,
  change: Changed | undefined,
  drifted: readonly AttributeChange[],
): string {
  const leaves = 'apply leaves it as it is';
  if (change === undefined) return leaves;
  if (actions.includes('delete'))
    return change.row.action === 'create' && !change.isOfGoneZone ? 'apply creates it again' : leaves;
  if (change.back.size === 0) return leaves;
  const isWhole = drifted.every(({ path }) => change.back.has(path));
  return isWhole ? 'apply puts it back' : 'apply puts some of it back';
}

/** What the service reports of a zone once it has finished the migration (docs/internals/service.md 7.1). */
const AT_THE_END: Readonly<Record<string, AttributeChange['after']>> = {
  migration_state: 'finished',
  old_waf_status: 'disabled',
  new_waf_status: 'enabled',
};

/** Whether an object that differs from the state is a migration that the service has finished since. */
function hasFinished({ type, change }: ResourceChange): boolean {
  return (
    type === managedRulesMigrationSchema.type &&
    member(change.before, 'migration_state') === 'finishing' &&
    member(change.after, 'migration_state') === 'finished'
  );
}
