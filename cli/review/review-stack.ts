import { managedRulesMigrationSchema } from '../../schema';
import { isObject, member, type Json } from '../text/json';
import { resourceOf } from '../resources';
import { attributeChanges } from './attribute-changes';
import { actionOf, isNoOp, kindOf, migrationChange } from './change-kind';
import { driftedAttributes, driftOf, finishedMigrations } from './drift';
import type { Change, Deferred, Drift, FailedCheck, FinishedMigration, Proof } from './model';
import { isOurs, type PlanJson, type ResourceChange, someTrue } from './plan-json';
import type { ZoneNames } from './zone-names';

/** A plan and the name of its stack. */
export interface NamedPlan {
  readonly stack: string;
  readonly plan: PlanJson;
  /** What the saved plan says of proofs, by address. @default - only its JSON is there, which does not say */
  readonly proofs?: ReadonlyMap<string, Proof>;
}

/** What one plan says. */
interface StackReview {
  readonly changes: readonly Change[];
  readonly drift: readonly Drift[];
  readonly finishedMigrations: readonly FinishedMigration[];
  readonly deferred: readonly Deferred[];
  readonly checks: readonly FailedCheck[];
  readonly outputChanges: number;
  /** Whether apply only records in the state what has changed since the last one. */
  readonly stateOnly: boolean;
  /** Data sources that apply reads. */
  readonly reads: number;
}

/** Reviews one plan. */
export function reviewStack({ stack, plan, proofs }: NamedPlan, zones: ZoneNames): StackReview {
  const all = plan.resource_changes ?? [];
  const drifted = driftedAttributes(plan);
  const changes = all
    .filter(({ mode }) => mode !== 'data')
    .flatMap((each) => changeOf(stack, each, zones, drifted.get(each.address)))
    .map((change) => ({ ...change, proof: writes(change) ? (proofs?.get(change.address) ?? OFF) : null }));
  const drift = driftOf(stack, plan, changes, zones);
  const finished = finishedMigrations(stack, plan, zones);
  const outputChanges = Object.values(plan.output_changes ?? {}).filter(
    ({ actions }) => !isNoOp(actions),
  ).length;
  const stateOnly =
    changes.length === 0 &&
    drift.length + finished.length > 0 &&
    (plan.applyable ?? plan.resource_changes === undefined);
  return {
    changes,
    drift: stateOnly ? drift.map((each) => ({ ...each, corrected: 'recorded' })) : drift,
    finishedMigrations: finished,
    deferred: (plan.deferred_changes ?? []).map(({ reason, resource_change: { address } }) => ({
      stack,
      address,
      reason: DEFERRED[reason] ?? reason,
    })),
    checks: failedChecks(stack, plan),
    outputChanges,
    stateOnly,
    reads: all.filter((each) => each.mode === 'data' && isOurs(each)).length,
  };
}

const OFF: Proof = { outcome: 'off', at: null };

/** Steps of a migration that write nothing. */
const WITHOUT_WRITE: readonly string[] = ['', 'wait for the finish', 'take over', 'skip'];

/** Whether apply writes something at the service for a change. */
function writes({ ours, action, migration }: Omit<Change, 'proof'>): boolean {
  if (!ours || action === 'forget' || action === 'no-op') return false;
  return migration === null || (action !== 'delete' && !WITHOUT_WRITE.includes(migration.step));
}

/** https://developer.hashicorp.com/terraform/internals/json-format */
const DEFERRED: Readonly<Record<string, string>> = {
  instance_count_unknown: 'its count or for_each is not known yet',
  resource_config_unknown: 'its configuration is not known yet',
  provider_config_unknown: "its provider's configuration is not known yet",
  absent_prereq: 'something that it needs does not exist yet',
  deferred_prereq: 'something that it needs is deferred',
};

function changeOf(
  stack: string,
  resource: ResourceChange,
  zones: ZoneNames,
  drift: Parameters<typeof attributeChanges>[1],
): readonly Omit<Change, 'proof'>[] {
  const { change, type, previous_address: previous = null } = resource;
  const isUntouched = isNoOp(change.actions) && change.importing === undefined && previous === null;
  if (isUntouched || change.actions.includes('read')) return [];
  const ours = isOurs(resource);
  const values = change.after ?? change.before ?? null;
  const sensitive = (change.after ?? null) === null ? change.before_sensitive : change.after_sensitive;
  const migration = type === managedRulesMigrationSchema.type ? migrationChange(change) : undefined;
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
      object: ours ? objectSummary(type, values, sensitive ?? false) : '',
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

/**
 * What an object is, in one line, without its zone and without secrets.
 *
 * @param sensitive which values the plan marks as sensitive: `after_sensitive` or `before_sensitive`
 */
function objectSummary(type: string, all: Json, sensitive: Json = false): string {
  const values = withoutSensitive(all, sensitive);
  return resourceOf(type)?.summary(values) ?? '';
}

const SENSITIVE = '(sensitive)';

/** Of a destination only the part without secrets is used, whether or not the plan marks it. */
const SAFE: ReadonlySet<string> = new Set(['destination_conf']);

function withoutSensitive(values: Json, sensitive: Json): Json {
  if (!isObject(values)) return values;
  const shown = Object.entries(values).map(([name, value]) => {
    if (SAFE.has(name) || !someTrue(member(sensitive, name) ?? false)) return [name, value];
    return [name, Array.isArray(value) ? [SENSITIVE] : SENSITIVE];
  });
  return Object.fromEntries(shown) as Json;
}

/** The checks of a plan that did not pass. */
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
