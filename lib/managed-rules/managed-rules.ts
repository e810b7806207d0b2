import type { IResolvable } from 'cdktf';
import type { Construct } from 'constructs';
import { exceptionsWithoutEffect, managedRulesSchema, type Problem } from '../../schema';
import { attributeValues, type Named } from '../binding/attribute-values';
import { checkProps, failOn, inProps, warnOn } from '../binding/checks';
import { known } from '../binding/known';
import type { OfZone } from '../elements/once-per-zone';
import { ZoneResource } from '../elements/zone-resource';
import { ResourceConstruct } from '../elements/resource-construct';
import type { ManagedRulesArguments, ManagedRulesReferences as References } from '../props';
import { repeatedForOneZone, zoneOfInstance } from '../stack/repetition';
import { atOddsWithMigration, oneManagedRulesPerZone, registerManagedRules } from './managed-rules-of-zone';
import type { ManagedRulesProps } from './managed-rules-props';

/**
 * The managed rules of a zone that has finished its migration: the managed rulesets that it deploys, what their rules
 * do differently there, and the exceptions from them. A zone has one such list.
 *
 * @example
 * const rules = new ManagedRules(stack, 'rules', {
 *   zoneId,
 *   deployments: {
 *     cloudflare: { rulesetId: ManagedRuleset.CLOUDFLARE },
 *     owasp: { rulesetId: ManagedRuleset.OWASP, coreRuleSet: { paranoiaLevel: 2, scoreThreshold: 40 } },
 *   },
 *   exceptions: { upload: { expression: 'http.request.uri.path eq "/upload"', skip: 'remaining' } },
 * });
 */
export class ManagedRules extends ResourceConstruct implements OfZone {
  /** The type of the resource in the synthesized stack, for the matchers of cdktf. */
  static readonly tfResourceType = managedRulesSchema.type;

  /** The zone, as given. */
  readonly zoneId: string;

  protected readonly inner: ZoneResource<typeof managedRulesSchema>;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: ManagedRulesProps,
  ) {
    super(scope, id);
    this.zoneId = props.zoneId;
    this.inner = new ZoneResource(
      this,
      'Default',
      managedRulesSchema,
      () => props as ManagedRulesArguments,
      props,
    );
    registerManagedRules(this);
    failOn(this, () => this.problems());
    warnOn(this, () => this.warnings());
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
   * Imports the managed rules that the zone has, with an `import` block in the synthesized stack. The block may stay.
   *
   * @param id the import id; defaults to the zone
   */
  importFrom(id: string = this.zoneId): void {
    this.once(['importFrom', id], 'The import block', () => this.inner.importFrom(id));
  }

  private problems(): readonly Problem[] {
    return [
      ...checkProps(managedRulesSchema, { ...this.props }),
      ...this.inner.problems(),
      ...oneManagedRulesPerZone(this),
      ...atOddsWithMigration(this),
      ...zoneOfInstance(this.zoneId, this.inner),
      ...repeatedForOneZone(this.zoneId, this.inner, 'The managed rules'),
    ];
  }

  private warnings(): readonly string[] {
    const values = known(attributeValues(managedRulesSchema.attributes, { ...this.props })) as Named;
    return exceptionsWithoutEffect(values).map((problem) => inProps(problem).text);
  }
}
