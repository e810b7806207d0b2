import { type IResolvable, type ITerraformDependable, type TerraformResource, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { isKnown, managedRulesMigrationSchema, type Problem, type TargetState } from '../../schema';
import { areApart } from '../binding/are-apart';
import { checkProps, failOn, warnOn } from '../binding/checks';
import { known } from '../binding/known';
import type { OneOf } from '../binding/props';
import { produced } from '../binding/resolving';
import type {
  ManagedRulesMigrationArguments as Migration,
  ManagedRulesMigrationReferences as References,
} from '../props';
import { ZoneResource } from '../binding/zone-resource';
import { ResourceConstruct } from '../leaving/resource-construct';
import { type Adjustments, inAdjustmentProps, inSchemaForm } from './adjustments';
import { gateOfAnotherProvider, repeatedBehindGate } from './gate-composition';
import type { ManagedRulesMigrationProps } from './migration-props';
import {
  acknowledgementNotGiven,
  gateOfAnotherStack,
  notSaid,
  notWhatWasApproved,
} from './migration-problems';
import type { MigrationGate } from './migration-gate';
import { oneMigrationPerZone, registerMigration } from './migrations-of-app';
import type { OfZone } from '../binding/once-per-zone';
import { repeatedForOneZone, zoneOfInstance } from '../stack/repetition';
import { providerInUse } from '../stack/stack-providers';
import { refuseIfWritten } from '../stack/written';

/** What a migration takes from its gate unless it is given, by the name of the attribute. */
const OF_GATE = {
  zone_id: 'zoneId',
  target_state: 'targetState',
  approved_digest: 'approvedDigest',
  acknowledge_irreversible: 'acknowledgeIrreversible',
  delete_uri_overrides: 'deleteUriOverrides',
} as const;

/**
 * The one-way migration of a zone from the previous managed rules to the new ones, as the state that is to be reached.
 * The provider refuses to go back, and to destroy a migration that has begun.
 *
 * @example
 * const gate = new MigrationGate(stack, 'gate', { zoneId, targetState: 'validation', approvedDigest });
 * new ManagedRulesMigration(stack, 'migration', {
 *   gate,
 *   adjustments: { [rulesetId]: { [ruleId]: { action: 'log' } } },
 * });
 */
export class ManagedRulesMigration extends ResourceConstruct implements ITerraformDependable, OfZone {
  /** The type of the resource in the synthesized stack; the matchers of cdktf look for it. */
  static readonly tfResourceType = managedRulesMigrationSchema.type;

  /** The zone, as given or of the gate. */
  readonly zoneId: string;

  protected readonly inner: ZoneResource<typeof managedRulesMigrationSchema>;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: ManagedRulesMigrationProps,
  ) {
    super(scope, id);
    const { gate, dependsOn = [] } = props;
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

  /** The state that is to be reached, as given or of the gate. */
  get targetState(): OneOf<TargetState> {
    return this.given('targetState') as OneOf<TargetState>;
  }

  /** The digest of what was approved, as given or of the gate. */
  get approvedDigest(): string | undefined {
    return this.given('approvedDigest') as string | undefined;
  }

  /** The deliberate word for finishing, as given or of the gate. */
  get acknowledgeIrreversible(): string | undefined {
    return this.given('acknowledgeIrreversible') as string | undefined;
  }

  /** Whether apply deletes the URI-based overrides that are in the way, as given or of the gate. */
  get deleteUriOverrides(): boolean | IResolvable {
    return (this.given('deleteUriOverrides') ?? false) as boolean | IResolvable;
  }

  /** Changes to what the managed rules do, as given. */
  get adjustments(): Adjustments | undefined {
    return this.props.adjustments;
  }

  /** What a destroy of a migration that has begun does: `refuse`, or `abandon`. */
  get onDestroy(): OneOf<'refuse' | 'abandon'> {
    return this.props.onDestroy ?? 'refuse';
  }

  /** The gate that holds the migration back. */
  get gate(): MigrationGate | undefined {
    return this.props.gate;
  }

  /** `start`, `validation`, `finishing` or `finished`: where the zone stands, or will after apply. */
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

  /** What the last plan that changed something at the service does or did, such as `begin validation` or `finish`. */
  get step(): string {
    return this.inner.references.step;
  }

  /** Whether the migration has finished, or has begun to: `true` from the plan on that cannot be undone. */
  get irreversible(): IResolvable {
    return this.inner.references.irreversible;
  }

  /** What the plan that finishes saves and loses. Null before. */
  get finish(): References['finish'] {
    return this.inner.references.finish;
  }

  /** Whether the migration had begun when it came into the state. */
  get takenOver(): IResolvable {
    return this.inner.references.takenOver;
  }

  /** The name of the zone. Null when the service does not tell it. */
  get zoneName(): string {
    return this.inner.references.zoneName;
  }

  /** The URI-based overrides that apply deletes or deleted. */
  get deletedUriOverrides(): References['deletedUriOverrides'] {
    return this.inner.references.deletedUriOverrides;
  }

  /** The resource's address, so that others can depend on it with `dependsOn`. */
  get fqn(): string {
    return this.inner.fqn;
  }

  /** The resource itself, for what this construct does not offer, e.g. `addOverride`. */
  get resource(): TerraformResource {
    return this.inner;
  }

  /** The address of the service, where the provider in use names one. */
  get serviceUrl(): string | undefined {
    return providerInUse(this.inner)?.baseUrl;
  }

  /**
   * Takes over a migration that has begun, or a zone whose migration was made elsewhere, by an `import` block in the
   * synthesized stack. It may stay there.
   *
   * @param id what to import; the zone when it is left out
   */
  importFrom(id: string = this.zoneId): void {
    refuseIfWritten(this, 'The import block');
    this.inner.importFrom(id);
  }

  /** A prop as given, or of the gate. */
  private given(name: (typeof OF_GATE)[keyof typeof OF_GATE]): unknown {
    return this.props[name] ?? this.props.gate?.[name];
  }

  private values(): Migration {
    const { gate: _gate, adjustments, ...asGiven } = this.props;
    const approved = Object.values(OF_GATE).map((name) => [name, this.given(name)] as const);
    return {
      ...asGiven,
      ...Object.fromEntries(approved),
      adjustments: inSchemaForm(produced(this, adjustments)),
    } as Migration;
  }

  private problems(): readonly Problem[] {
    const found = checkProps(managedRulesMigrationSchema, { ...this.values() }).map(inAdjustmentProps);
    const { gate } = this.props;
    return [
      ...(gate ? found.filter((problem) => !this.isToldByGate(problem)) : found.map(saidHereOrByGate)),
      ...this.gateProblems(),
      ...oneMigrationPerZone(this),
      ...repeatedForOneZone(this.zoneId, this.inner, 'The migration'),
    ];
  }

  /** What is wrong with a value of the gate, the gate tells. */
  private isToldByGate({ path: [attribute] }: Problem): boolean {
    return Object.entries(OF_GATE).some(
      ([name, prop]) => name === attribute && (this.props[prop] ?? undefined) === undefined,
    );
  }

  private gateProblems(): readonly Problem[] {
    const { gate } = this.props;
    if (!gate) return zoneOfInstance(this.zoneId, this.inner);
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
