import { PROVIDER_ADDRESS } from '../../schema';
import { attributeChanges } from './attribute-changes';
import { driftedAttributes, driftOf } from './drift';
import { isOneWay, migrationChange } from './migration-change';
import type { Change, Deferred, Drift, FailedCheck, MigrationChange, UndeclaredJob } from './model';
import { objectSummary } from './object-summary';
import {
  isObject,
  member,
  resourcesIn,
  textOf,
  type Json,
  type PlanJson,
  type ResourceChange,
} from './plan-json';
import { waves } from './waves';
import type { ZoneNames } from './zone-names';

/** A plan and the name of its stack. */
export interface NamedPlan {
  readonly stack: string;
  readonly plan: PlanJson;
}

/** What one plan says. */
export interface StackReview {
  readonly changes: readonly Change[];
  readonly drift: readonly Drift[];
  readonly deferred: readonly Deferred[];
  readonly checks: readonly FailedCheck[];
  readonly undeclaredJobs: readonly UndeclaredJob[];
  readonly outputChanges: number;
  /** Whether apply only records in the state what others changed. */
  readonly stateOnly: boolean;
  /** Data sources that apply reads. */
  readonly reads: number;
}

/** Whether a resource belongs to Zonewright's provider, from whichever registry it came. */
export function isOurs(providerName: string): boolean {
  return providerName.endsWith(PROVIDER_ADDRESS.slice(PROVIDER_ADDRESS.indexOf('/')));
}

export function reviewStack({ stack, plan }: NamedPlan, zones: ZoneNames): StackReview {
  const all = plan.resource_changes ?? [];
  const waveOf = waves(plan);
  const drifted = driftedAttributes(plan);
  const changes = all
    .filter(({ mode }) => mode !== 'data')
    .flatMap((each) => changeOf(stack, each, zones, waveOf(each.address), drifted.get(each.address)));
  const drift = driftOf(stack, plan, changes, zones);
  const outputChanges = Object.values(plan.output_changes ?? {}).filter(
    ({ actions }) => !isNoOp(actions),
  ).length;
  const stateOnly =
    changes.length === 0 && drift.length > 0 && (plan.applyable ?? plan.resource_changes === undefined);
  return {
    changes,
    drift: stateOnly ? drift.map((each) => ({ ...each, corrected: 'recorded' })) : drift,
    deferred: (plan.deferred_changes ?? []).map(({ reason, resource_change: { address } }) => ({
      stack,
      address,
      reason: DEFERRED[reason] ?? reason,
    })),
    checks: failedChecks(stack, plan),
    undeclaredJobs: undeclaredJobs(stack, plan, zones),
    outputChanges,
    stateOnly,
    reads: all.filter(({ mode, provider_name: name }) => mode === 'data' && isOurs(name)).length,
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

const NO_OP = 'no-op';

function isNoOp(actions: readonly string[]): boolean {
  return actions.every((action) => action === NO_OP);
}

function changeOf(
  stack: string,
  resource: ResourceChange,
  zones: ZoneNames,
  wave: number,
  drift: Parameters<typeof attributeChanges>[1],
): readonly Change[] {
  const { change, type, previous_address: previous = null } = resource;
  const isUntouched = isNoOp(change.actions) && change.importing === undefined && previous === null;
  if (isUntouched || change.actions.includes('read')) return [];
  const ours = isOurs(resource.provider_name);
  const values = change.after ?? change.before ?? null;
  const migration =
    ours && type === 'zone_managed_rules_migration' ? migrationChange(change, wave) : undefined;
  const { kind, reason } = kindOf(resource, migration);
  return [
    {
      kind,
      action: actionOf(change.actions),
      stack,
      address: resource.deposed === undefined ? resource.address : `${resource.address} (deposed)`,
      type,
      provider: resource.provider_name,
      ours,
      zone: ours ? (zones.of(values, change.after_unknown) ?? null) : null,
      object: ours ? objectSummary(type, values) : '',
      reason,
      previous_address: previous,
      // `finish` repeats the rules and the losses.
      attributes: ours
        ? attributeChanges(change, drift).filter(({ path }) => !path.startsWith('finish.'))
        : null,
      migration: migration ?? null,
    },
  ];
}

function actionOf(actions: readonly string[]): Change['action'] {
  if (actions.length > 1) return 'replace';
  const [action] = actions;
  return action === 'create' || action === 'update' || action === 'delete' || action === 'forget'
    ? action
    : NO_OP;
}

function kindOf(
  { change, action_reason: actionReason, previous_address: previous, type }: ResourceChange,
  migration: MigrationChange | undefined,
): Pick<Change, 'kind' | 'reason'> {
  const { actions, before = null, after = null } = change;
  if (migration !== undefined && isOneWay(migration)) return { kind: 'one-way', reason: null };
  if (actions.includes('forget')) return { kind: 'forget', reason: null };
  if (actions.length > 1)
    return { kind: 'replace', reason: replaceReason(change.replace_paths, actionReason) };
  if (actions.includes('delete')) {
    return { kind: 'destroy', reason: type === MIGRATION ? 'the zone stays as it is' : null };
  }
  if (change.importing !== undefined) return { kind: 'adopt', reason: 'imported' };
  if (before === null && (isObject(member(after, 'adopted')) || member(after, 'taken_over') === true)) {
    return {
      kind: 'adopt',
      reason: 'on_existing' in (isObject(after) ? after : {}) ? adoptReason(after) : 'taken over',
    };
  }
  if (
    before === null &&
    textOf(after, 'on_existing') === 'adopt' &&
    isUnknown(change.after_unknown, 'taken_over')
  ) {
    return { kind: 'adopt', reason: 'on_existing = "adopt": what it takes over is known only after apply' };
  }
  const movedFromType =
    previous === undefined ? undefined : /([^.[]+)\.[^.]+$/.exec(withoutKey(previous))?.[1];
  if (movedFromType !== undefined && movedFromType !== type) {
    return { kind: 'adopt', reason: `moved from ${movedFromType}` };
  }
  if (actions.includes('create')) return { kind: 'create', reason: null };
  return isNoOp(actions) ? { kind: 'move', reason: null } : { kind: 'update', reason: null };
}

const MIGRATION = 'zone_managed_rules_migration';

function adoptReason(after: Json): string {
  return textOf(after, 'on_existing') === 'adopt' ? 'on_existing = "adopt"' : 'the zone has equal settings';
}

function isUnknown(unknown: Json | undefined, name: string): boolean {
  return member(unknown, name) === true;
}

function withoutKey(address: string): string {
  return address.replace(/\[[^\]]*\]$/, '');
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

function failedChecks(stack: string, { checks = [] }: PlanJson): readonly FailedCheck[] {
  return checks.flatMap(({ address, status, instances = [] }) =>
    status === 'pass'
      ? []
      : [
          {
            stack,
            address: address.to_display,
            status,
            messages: instances.flatMap(({ problems = [] }) => problems.map(({ message }) => message)),
          },
        ],
  );
}

/** The jobs that the data sources of the plan report as undeclared, each once. */
function undeclaredJobs(stack: string, plan: PlanJson, zones: ZoneNames): readonly UndeclaredJob[] {
  const found = resourcesIn(plan.prior_state?.values?.root_module)
    .filter(({ mode, type }) => mode === 'data' && type === 'zone_logpush_jobs')
    .flatMap(({ values = null }) => {
      const zone = zones.of(values);
      const jobs = member(values, 'undeclared_jobs');
      if (zone === undefined || !Array.isArray(jobs)) return [];
      return (jobs as readonly Json[]).map((job) => ({
        stack,
        zone,
        job_id: Number(member(job, 'job_id') ?? 0),
        name: textOf(job, 'name') ?? '',
        dataset: textOf(job, 'dataset') ?? '',
        destination: textOf(job, 'destination') ?? '',
        import_id: textOf(job, 'import_id') ?? '',
      }));
    });
  return [...new Map(found.map((job) => [`${job.zone.id} ${job.job_id}`, job])).values()];
}
