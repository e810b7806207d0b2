import type { IResolvable } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import { exceptionsWithoutEffect, managedRulesSchema, type Problem } from '../../schema';
import { attributeValues, type Named } from '../binding/attribute-values';
import { checkProps, failOn, inProps, warnOn } from '../binding/checks';
import { known } from '../binding/known';
import type { OfZone } from '../elements/once-per-zone';
import { ZoneResource } from '../elements/zone-resource';
import { ResourceConstruct } from '../elements/resource-construct';
import type { ManagedRulesArguments, ManagedRulesReferences as References } from '../props';
import { repeatedForOneZone, zoneOfInstance } from '../stack/repetition';
import { refuseIfWritten } from '../stack/written';
import { atOddsWithMigration, oneManagedRulesPerZone, registerManagedRules } from './managed-rules-of-zone';
import type {
  ManagedCategoryOverride,
  ManagedRuleOverride,
  ManagedRulesDeployment,
  ManagedRulesException,
  ManagedRulesProps,
} from './managed-rules-props';
import type { RulePath } from './contribution-problems';
import { RuleContributions, type GivenRules } from './rule-contributions';

/**
 * The managed rules of a zone that has finished its migration: the managed rulesets that it deploys, what their rules
 * do differently there, and the exceptions from them. A zone has one such list: declare it once, and let others
 * contribute to it.
 *
 * @example
 * const rules = new ManagedRules(stack, 'rules', {
 *   zoneId,
 *   deployments: {
 *     cloudflare: { rulesetId: ManagedRuleset.CLOUDFLARE },
 *     owasp: { rulesetId: ManagedRuleset.OWASP, coreRuleSet: { paranoiaLevel: 2, scoreThreshold: 40 } },
 *   },
 * });
 * rules.addException('upload', { expression: 'http.request.uri.path eq "/upload"', skip: 'remaining' }, shop);
 */
export class ManagedRules extends ResourceConstruct implements OfZone {
  /** The type of the resource in the synthesized stack, for the matchers of cdktf. */
  static readonly tfResourceType = managedRulesSchema.type;

  /** The zone, as given. */
  readonly zoneId: string;

  protected readonly inner: ZoneResource<typeof managedRulesSchema>;
  private readonly rules: RuleContributions;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: ManagedRulesProps,
  ) {
    super(scope, id);
    this.zoneId = props.zoneId;
    this.rules = new RuleContributions(this, props);
    this.inner = new ZoneResource(
      this,
      'Default',
      managedRulesSchema,
      () => ({ ...props, ...this.rules.toSynthesize() }) as ManagedRulesArguments,
      props,
    );
    registerManagedRules(this);
    failOn(this, () => this.problems());
    warnOn(this, () => this.warnings());
  }

  /** The deployments by name, with contributions; undefined if they are a token. */
  get deployments(): Readonly<Record<string, ManagedRulesDeployment>> | undefined {
    return this.rules.known('deployments') as Readonly<Record<string, ManagedRulesDeployment>> | undefined;
  }

  /** The exceptions by name, with contributions; undefined if they are a token. */
  get exceptions(): Readonly<Record<string, ManagedRulesException>> | undefined {
    return this.rules.known('exceptions') as Readonly<Record<string, ManagedRulesException>> | undefined;
  }

  /** The order as given, with the contributed names that it lacks; undefined if none was given. */
  get order(): readonly string[] | undefined {
    return this.rules.order() as readonly string[] | undefined;
  }

  /** The entry point of the zone that holds the rules. */
  get rulesetId(): string {
    return this.inner.references.rulesetId;
  }

  /** The ids of the rules at the service, by the names of deployments and exceptions. */
  get ruleIds(): Record<string, string> {
    return this.inner.references.ruleIds;
  }

  /** The names of the managed rulesets and rules that are named here, by id. */
  get names(): Record<string, string> {
    return this.inner.references.names;
  }

  /** The rules of the entry point that cannot be expressed here, and stay as they are. */
  get otherRules(): References['otherRules'] {
    return this.inner.references.otherRules;
  }

  /** Whether the zone already had managed rules when this object was created or imported. */
  get takenOver(): IResolvable {
    return this.inner.references.takenOver;
  }

  /**
   * Deploys another managed ruleset.
   *
   * @param name unique among all deployments and exceptions of the zone
   * @param by the construct that needs it, named in errors; defaults to this one
   */
  addDeployment(name: string, deployment: ManagedRulesDeployment, by?: IConstruct): this {
    return this.contribute(['deployments', name], deployment, by);
  }

  /**
   * Adds an exception. It runs before all deployments, unless `order` names it.
   *
   * @param name unique among all deployments and exceptions of the zone
   * @param by the construct that needs it, named in errors; defaults to this one
   */
  addException(name: string, exception: ManagedRulesException, by?: IConstruct): this {
    return this.contribute(['exceptions', name], exception, by);
  }

  /**
   * Adds an override for a category of rules.
   *
   * @param deployment the name of a deployment, whoever adds it
   * @param category e.g. `wordpress`
   * @param by the construct that needs it, named in errors; defaults to this one
   */
  addCategoryOverride(
    deployment: string,
    category: string,
    override: ManagedCategoryOverride,
    by?: IConstruct,
  ): this {
    return this.contribute(['deployments', deployment, 'overrides', 'categories', category], override, by);
  }

  /**
   * Adds an override for one rule.
   *
   * @param deployment the name of a deployment, whoever adds it
   * @param ruleId 32 hexadecimal digits
   * @param by the construct that needs it, named in errors; defaults to this one
   */
  addRuleOverride(deployment: string, ruleId: string, override: ManagedRuleOverride, by?: IConstruct): this {
    return this.contribute(['deployments', deployment, 'overrides', 'rules', ruleId], override, by);
  }

  /**
   * Imports the managed rules that the zone has, with an `import` block in the synthesized stack. The block may stay.
   *
   * @param id the import id; defaults to the zone
   */
  importFrom(id: string = this.zoneId): void {
    refuseIfWritten(this, 'The import block');
    this.inner.importFrom(id);
  }

  private contribute(path: RulePath, value: object, by: IConstruct | undefined): this {
    refuseIfWritten(this, `${path.join('.')}`, by);
    this.rules.add(path, value, by);
    return this;
  }

  private problems(): readonly Problem[] {
    const [all = {}, ...beside] = this.rules.toCheck();
    const found = [
      ...checkProps(managedRulesSchema, { ...this.props, ...all }),
      ...beside.flatMap((added) => this.problemsOfAdded(added)),
    ];
    return [
      ...found.map((problem) => this.rules.attribute(problem)),
      ...this.rules.conflicts(),
      ...oneManagedRulesPerZone(this),
      ...atOddsWithMigration(this),
      ...zoneOfInstance(this.zoneId, this.inner),
      ...repeatedForOneZone(this.zoneId, this.inner, 'The managed rules'),
    ];
  }

  private warnings(): readonly string[] {
    const [all = {}] = this.rules.toCheck();
    const values = known(attributeValues(managedRulesSchema.attributes, { ...all })) as Named;
    const found = exceptionsWithoutEffect(values).map((problem) => this.rules.attribute(problem));
    return found.map((problem) => inProps(problem).text);
  }

  /** The problems of one map that others add to; those of the zone are found elsewhere. */
  private problemsOfAdded(added: GivenRules): readonly Problem[] {
    const found = checkProps(managedRulesSchema, { zoneId: this.zoneId, ...added });
    return found.filter(({ path: [attribute] }) => attribute !== undefined && attribute in added);
  }
}
