import { type IResolvable, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { isKnown, managedRulesMigrationSchema, type Problem, type TargetState } from '../../schema';
import { areApart } from '../elements/are-apart';
import { checkProps, failOn, warnOn } from '../binding/checks';
import { known } from '../binding/known';
import type { OneOf } from '../binding/props';
import { produced } from '../binding/resolving';
import type {
  ManagedRulesMigrationArguments as Migration,
  ManagedRulesMigrationReferences as References,
} from '../props';
import { ZoneResource } from '../elements/zone-resource';
import { ResourceConstruct } from '../elements/resource-construct';
import { type Adjustments, inAdjustmentProps, inSchemaForm } from './adjustments';
import { gateOfAnotherProvider, repeatedBehindGate } from './gate-composition';
import type { ManagedRulesMigrationProps } from './migration-props';
import {
  acknowledgementNotGiven,
  approvalTwice,
  gateOfAnotherStack,
  notSaid,
  notWhatWasApproved,
} from './migration-problems';
import { MigrationGate } from './migration-gate';
import type { MigrationGateProps } from './gate-props';
import { oneMigrationPerZone, registerMigration } from './migrations-of-app';
import type { OfZone } from '../elements/once-per-zone';
import { repeatedForOneZone, zoneOfInstance } from '../stack/repetition';
import { refuseIfWritten } from '../stack/written';

/** The attributes that a migration takes from its gate unless they are set. */
const OF_GATE = {
  zone_id: 'zoneId',
  target_state: 'targetState',
  approved_digest: 'approvedDigest',
  acknowledge_irreversible: 'acknowledgeIrreversible',
  delete_uri_overrides: 'deleteUriOverrides',
  on_incompatible: 'onIncompatible',
} as const;

/**
 * The one-way migration of a zone from the previous managed rules to the new ones, declared as its target state. The
 * provider refuses to go back, and to destroy a migration that has begun.
 *
 * @example
 * new ManagedRulesMigration(stack, 'migration', {
 *   zoneId,
 *   targetState: 'validation',
 *   requireApproval: true,
 *   approvedDigest: 'sha256:…', // the plan shows it when it is left out
 *   adjustments: { [rulesetId]: { [ruleId]: { action: 'log' } } },
 * });
 */
export class ManagedRulesMigration extends ResourceConstruct implements OfZone {
  /** The type of the resource in the synthesized stack, for the matchers of cdktf. */
  static readonly tfResourceType = managedRulesMigrationSchema.type;

  /** The zone, from `zoneId` or from the gate. */
  readonly zoneId: string;

  /** The gate that holds the migration back. */
  readonly gate: MigrationGate | undefined;

  protected readonly inner: ZoneResource<typeof managedRulesMigrationSchema>;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: ManagedRulesMigrationProps,
  ) {
    super(scope, id);
    const { dependsOn = [] } = props;
    const gate = props.gate ?? (props.requireApproval ? this.ownGate() : undefined);
    this.gate = gate;
    this.zoneId = (props.zoneId ?? gate?.zoneId) as string;
    const after = gate ? [...dependsOn, gate] : dependsOn;
    this.inner = new ZoneResource(this, 'Default', managedRulesMigrationSchema, () => this.values(), {
      ...props,
      provider: props.provider ?? gate?.provider,
      dependsOn: after.length > 0 ? after : undefined,
    });
    registerMigration(this);
    failOn(this, () => this.problems());
    warnOn(this, () => this.warnings());
  }

  /** The target state, from `targetState` or from the gate. */
  get targetState(): OneOf<TargetState> {
    return this.given('targetState') as OneOf<TargetState>;
  }

  /** The approved digest, from `approvedDigest` or from the gate. */
  get approvedDigest(): string | undefined {
    return this.given('approvedDigest') as string | undefined;
  }

  /** The acknowledgement, from `acknowledgeIrreversible` or from the gate. */
  get acknowledgeIrreversible(): string | undefined {
    return this.given('acknowledgeIrreversible') as string | undefined;
  }

  /** Whether apply deletes URI-based overrides that are in the way, from `deleteUriOverrides` or from the gate. */
  get deleteUriOverrides(): boolean | IResolvable {
    return (this.given('deleteUriOverrides') ?? false) as boolean | IResolvable;
  }

  /** What to do when the zone cannot migrate, from `onIncompatible` or from the gate: `refuse` or `skip`. */
  get onIncompatible(): OneOf<'refuse' | 'skip'> {
    return (this.given('onIncompatible') ?? 'refuse') as OneOf<'refuse' | 'skip'>;
  }

  /** Whether apply waits until the service has finished the migration. */
  get wait(): boolean | IResolvable {
    return this.props.wait ?? true;
  }

  /** Changes to what the managed rules do, as given. */
  get adjustments(): Adjustments | undefined {
    return this.props.adjustments;
  }

  /** What destroying a migration that has begun does: `refuse` or `abandon`. */
  get onDestroy(): OneOf<'refuse' | 'abandon'> {
    return this.props.onDestroy ?? 'refuse';
  }

  /** The state of the zone, or its state after apply: `start`, `validation`, `finishing` or `finished`. */
  get migrationState(): string {
    return this.inner.references.migrationState;
  }

  /** The previous managed rules: `enabled` or `disabled`. */
  get oldWafStatus(): string {
    return this.inner.references.oldWafStatus;
  }

  /** The new managed rules: `enabled` or `disabled`. */
  get newWafStatus(): string {
    return this.inner.references.newWafStatus;
  }

  /** The rules that are or will be saved: the generated configuration with the adjustments. */
  get rules(): References['rules'] {
    return this.inner.references.rules;
  }

  /** A digest of the rules. */
  get rulesDigest(): string {
    return this.inner.references.rulesDigest;
  }

  /** Settings of the previous version that the migration does not carry over. */
  get notCarriedOver(): References['notCarriedOver'] {
    return this.inner.references.notCarriedOver;
  }

  /** The step of the last plan that changed something at the service, such as `begin validation` or `finish`. */
  get step(): string {
    return this.inner.references.step;
  }

  /** Whether the migration is finishing or finished: `true` from the irreversible plan on. */
  get irreversible(): IResolvable {
    return this.inner.references.irreversible;
  }

  /** What the plan that finishes saves and loses. Null before. */
  get finish(): References['finish'] {
    return this.inner.references.finish;
  }

  /** Whether the migration had already begun when it came into the state. */
  get takenOver(): IResolvable {
    return this.inner.references.takenOver;
  }

  /** Why the zone cannot migrate, while `onIncompatible` is `skip`. Null otherwise. */
  get skippedBecause(): string[] {
    return this.inner.references.skippedBecause;
  }

  /** The name of the zone. Null when the credentials may not read the zone. */
  get zoneName(): string {
    return this.inner.references.zoneName;
  }

  /** The URI-based overrides that apply deletes or deleted. */
  get deletedUriOverrides(): References['deletedUriOverrides'] {
    return this.inner.references.deletedUriOverrides;
  }

  /**
   * Imports a migration that has begun, wherever it was begun, with an `import` block in the synthesized stack. The
   * block may stay.
   *
   * @param id the import id; defaults to the zone
   */
  importFrom(id: string = this.zoneId): void {
    refuseIfWritten(this, 'The import block');
    this.inner.importFrom(id);
  }

  private ownGate(): MigrationGate {
    const { provider, dependsOn: after } = this.props;
    const approved = Object.fromEntries(Object.values(OF_GATE).map((name) => [name, this.props[name]]));
    return new MigrationGate(this, 'gate', {
      ...(approved as Pick<MigrationGateProps, (typeof OF_GATE)[keyof typeof OF_GATE]>),
      provider,
      after,
    });
  }

  /** A prop, or the value of the gate. */
  private given(name: (typeof OF_GATE)[keyof typeof OF_GATE]): unknown {
    return this.props[name] ?? this.gate?.[name];
  }

  private values(): Migration {
    const { gate: _gate, requireApproval: _approval, adjustments, ...asGiven } = this.props;
    const approved = Object.values(OF_GATE).map((name) => [name, this.given(name)] as const);
    return {
      ...asGiven,
      ...Object.fromEntries(approved),
      adjustments: inSchemaForm(produced(this, adjustments)),
    } as Migration;
  }

  private problems(): readonly Problem[] {
    const found = checkProps(managedRulesMigrationSchema, { ...this.values() }).map(inAdjustmentProps);
    const { gate } = this;
    return [
      ...(gate ? found.filter((problem) => !this.isToldByGate(problem)) : found.map(saidHereOrByGate)),
      ...this.gateProblems(),
      ...oneMigrationPerZone(this),
      ...repeatedForOneZone(this.zoneId, this.inner, 'The migration'),
    ];
  }

  /** The gate reports problems of its own values. */
  private isToldByGate({ path: [attribute] }: Problem): boolean {
    return Object.entries(OF_GATE).some(
      ([name, prop]) =>
        name === attribute && (!this.props.gate || (this.props[prop] ?? undefined) === undefined),
    );
  }

  private gateProblems(): readonly Problem[] {
    const { gate } = this;
    if (!gate) return zoneOfInstance(this.zoneId, this.inner);
    if (this.props.gate && this.props.requireApproval) return [approvalTwice(gate.node.path)];
    if (TerraformStack.of(gate) !== TerraformStack.of(this)) return [gateOfAnotherStack(gate.node.path)];
    const contradictions = (['zone_id', 'target_state', 'approved_digest'] as const).flatMap((name) => {
      const [own, approved] = [this.props[OF_GATE[name]], gate[OF_GATE[name]]];
      if (!areApart(own, approved)) return [];
      return [notWhatWasApproved(name, String(known(own)), gate.node.path, String(known(approved)))];
    });
    return [
      ...contradictions,
      ...repeatedBehindGate(this.inner, gate.node.path),
      ...gateOfAnotherProvider(this.inner, gate, gate.compatibility),
    ];
  }

  private warnings(): readonly string[] {
    const isToFinish = known(this.given('targetState')) === 'finished';
    if (!isToFinish || known(this.given('acknowledgeIrreversible')) !== null) return [];
    const zoneId = known(this.zoneId);
    return [acknowledgementNotGiven(isKnown(zoneId) ? String(zoneId) : undefined)];
  }
}

function saidHereOrByGate(problem: Problem): Problem {
  const [attribute, ...inside] = problem.path;
  if (problem.code !== 'not_set' || inside.length > 0) return problem;
  return attribute === 'zone_id' || attribute === 'target_state' ? notSaid(attribute) : problem;
}
