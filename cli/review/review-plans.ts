import { logpushJobSchema } from '../../schema';
import { JOB_REQUESTS, resourceOf } from '../resources';
import { hasApproval } from './change-kind';
import { exceededLimits, type Limits } from './limits';
import {
  CHANGE_KINDS,
  type Change,
  type InputError,
  type LimitResult,
  type Outcome,
  type Proof,
  type Review,
  type Summary,
  type RequestEstimate,
} from './model';
import { inOrder } from './order';
import { reviewStack, type NamedPlan } from './review-stack';
import { ZoneNames } from './zone-names';

/** A plan, the name of its stack, and its file as given. */
export interface PlanInput extends NamedPlan {
  readonly file: string;
}

const EXIT_CODES: Readonly<Record<Outcome, number>> = {
  'no changes': 0,
  error: 1,
  changes: 2,
  irreversible: 3,
  'not proven': 3,
  'over limit': 4,
};

/** Reviews plans together. The result depends on nothing else, and not on the order of the plans. */
export function reviewPlans(
  inputs: readonly PlanInput[],
  errors: readonly InputError[],
  limits: Limits = {},
): Review {
  const sorted = [...inputs].sort(
    (one, other) => inOrder(one.stack, other.stack) || inOrder(one.file, other.file),
  );
  const zones = new ZoneNames();
  for (const { plan } of sorted) zones.addPlan(plan);
  const reviewed = sorted.map((input) => ({ input, review: reviewStack(input, zones) }));
  const changes = reviewed.flatMap(({ review }) => review.changes).sort(byImportance);
  const outputs = reviewed.reduce((total, { review }) => total + review.outputChanges, 0);
  const reads = reviewed.reduce((total, { review }) => total + review.reads, 0);
  const summary = summarize(changes, outputs, reads);
  const results = exceededLimits(limits, summary);
  const outcome = outcomeOf(
    summary,
    changes.length > 0 || outputs > 0 || reviewed.some(({ review }) => review.stateOnly),
    errors.length > 0,
    results,
  );
  return {
    format_version: '1.0',
    outcome,
    exit_code: EXIT_CODES[outcome],
    stacks: reviewed.map(({ input: { stack, file }, review }) => ({
      name: stack,
      plan: file,
      changes: review.changes.length,
      output_changes: review.outputChanges,
      state_only: review.stateOnly,
    })),
    summary,
    limits: results,
    changes,
    drift: reviewed.flatMap(({ review }) => review.drift),
    finished_migrations: reviewed.flatMap(({ review }) => review.finishedMigrations),
    deferred: reviewed.flatMap(({ review }) => review.deferred),
    checks: reviewed.flatMap(({ review }) => review.checks),
    errors,
  };
}

/** An error takes precedence over a limit, a limit over an irreversible change, and that over any other change. */
function outcomeOf(
  summary: Summary,
  hasChanges: boolean,
  hasErrors: boolean,
  limits: readonly LimitResult[],
): Outcome {
  if (hasErrors) return 'error';
  const exceeded = limits.filter((limit) => limit.exceeded).map(({ name }) => name);
  if (exceeded.some((name) => name !== 'require-proof')) return 'over limit';
  if (summary.finishes > 0) return 'irreversible';
  if (exceeded.length > 0) return 'not proven';
  return hasChanges ? 'changes' : 'no changes';
}

function summarize(changes: readonly Change[], outputChanges: number, reads: number): Summary {
  const ours = changes.filter((change) => change.ours);
  const others = changes.filter((change) => !change.ours);
  const zones = new Set(ours.map(({ zone, stack, address }) => zone?.id ?? `${stack}\n${address}`));
  const actions = (...wanted: readonly Change['action'][]): number =>
    changes.filter(({ action }) => wanted.includes(action)).length;
  return {
    zones: zones.size,
    changes: countKinds(ours),
    other_changes: countKinds(others),
    output_changes: outputChanges,
    not_proven: ours.filter(({ proof }) => proof !== null && !isProven(proof)).length,
    finishes: ours.filter(isIrreversible).length,
    finishes_with_losses: ours.filter(
      (each) => isIrreversible(each) && each.migration?.not_carried_over?.length !== 0,
    ).length,
    finishes_without_approval: ours.filter(
      (each) => isIrreversible(each) && each.migration !== null && !hasApproval(each.migration),
    ).length,
    deletes: [...ours, ...others].filter(({ action }) => action === 'delete' || action === 'replace').length,
    requests: estimateRequests(changes, reads),
    actions: {
      create: actions('create', 'replace'),
      update: actions('update'),
      delete: actions('delete', 'replace'),
    },
  };
}

function isProven({ outcome }: Proof): boolean {
  return outcome === 'proven' || outcome === 'validated';
}

function countKinds(changes: readonly Change[]): Summary['changes'] {
  const counts = CHANGE_KINDS.map((kind) => [kind, changes.filter((change) => change.kind === kind).length]);
  return Object.fromEntries(counts) as Summary['changes'];
}

/**
 * By kind; within a kind finishing migrations first, those without an approval before the others; then by zone, stack and
 * address.
 */
function byImportance(one: Change, other: Change): number {
  const isApproved = ({ kind, migration }: Change): boolean =>
    kind === 'one-way' && migration !== null && hasApproval(migration);
  return (
    CHANGE_KINDS.indexOf(one.kind) - CHANGE_KINDS.indexOf(other.kind) ||
    Number(isIrreversible(other)) - Number(isIrreversible(one)) ||
    Number(isApproved(one)) - Number(isApproved(other)) ||
    inOrder(one.zone?.name ?? one.zone?.id ?? '', other.zone?.name ?? other.zone?.id ?? '') ||
    inOrder(one.stack, other.stack) ||
    inOrder(one.address, other.address)
  );
}

function isIrreversible({ migration }: Change): boolean {
  return migration?.irreversible === true;
}

/** The requests of a data source that is read during apply; those of a migration read more than once. */
const READ_REQUESTS = 1;

/** The service's limit for each user (docs/internals/service.md 2.4). */
const REQUEST_LIMIT = { requests: 1200, minutes: 5 } as const;

/** The service takes up to an hour for a migration's end (docs/internals/service.md 7.5). */
const LONGEST_FINISH_MINUTES = 60;

/** What the changes of all plans need: the requests of apply, and the waits. */
function estimateRequests(changes: readonly Change[], reads: number): RequestEstimate {
  const ours = changes.filter((change) => change.ours);
  const counts = ours.map(requestsOf);
  const apply = sum(counts.map((count) => count ?? 0)) + firstCreations(ours) + reads * READ_REQUESTS;
  const waits = ours.filter(({ migration }) => migration?.waits === true).length;
  return {
    apply,
    minutes: Math.ceil((apply * REQUEST_LIMIT.minutes) / REQUEST_LIMIT.requests),
    not_counted: counts.filter((count) => count === undefined).length,
    waits,
    wait_minutes: waits === 0 ? 0 : LONGEST_FINISH_MINUTES,
  };
}

/** The requests of one change; undefined when none are documented for its type. */
function requestsOf(change: Change): number | undefined {
  if (change.kind === 'forget') return 0;
  return resourceOf(change.type)?.requests(change);
}

/** The requests that the jobs created in one zone share. */
function firstCreations(changes: readonly Change[]): number {
  const created = changes.filter(
    ({ type, action }) => type === logpushJobSchema.type && (action === 'create' || action === 'replace'),
  );
  const zones = new Set(created.map(({ stack, zone, address }) => `${stack}\n${zone?.id ?? address}`));
  return zones.size * JOB_REQUESTS.firstCreation;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
