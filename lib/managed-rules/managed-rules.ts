import type { Construct } from 'constructs';
import type { MetaArguments } from '../elements/meta';
import { ManagedRulesAttributes } from '../attributes/managed-rules';
import type {
  ManagedRulesArguments,
  ManagedRulesRules,
  ManagedRulesRulesExecuteOverridesCategories,
  ManagedRulesRulesExecuteOverridesRules,
} from '../props';
import { exceptionsWithoutEffect, managedRulesSchema, type Problem } from '../../schema';
import { attributeValues, type Named } from '../binding/attribute-values';
import { checkProps, failOn, inProps, warnOn } from '../binding/checks';
import { known } from '../binding/known';
import { type OfZone, oncePerZone, type OncePerZone, registerOfZone } from '../elements/once-per-zone';
import { ZoneResource } from '../elements/zone-resource';
import { migrationsOfZone, type ZoneMigration } from '../migration/migrations-of-app';

/** One rule, which either executes a managed ruleset or skips managed rules. */
export type ManagedRule = ManagedRulesRules;

/** What a managed rule does differently in a zone. */
export type ManagedRuleOverride = ManagedRulesRulesExecuteOverridesRules;

/** What the managed rules of a category do differently in a zone. */
export type ManagedCategoryOverride = ManagedRulesRulesExecuteOverridesCategories;

/** The managed rules of a zone. */
export interface ManagedRulesProps extends ManagedRulesArguments, MetaArguments {}

/**
 * The managed rules of a zone that has finished its migration: the managed rulesets that it deploys, what their rules
 * do differently there, and the exceptions from them. A zone has one such list.
 *
 * @example
 * const rules = new ManagedRules(stack, 'rules', {
 *   zoneId,
 *   rules: [
 *     { name: 'upload', expression: 'http.request.uri.path eq "/upload"', skip: { ruleset: 'current' } },
 *     { name: 'cloudflare', execute: { rulesetId: ManagedRuleset.CLOUDFLARE } },
 *     { name: 'owasp', execute: { rulesetId: ManagedRuleset.OWASP, coreRuleSet: { paranoiaLevel: 2 } } },
 *   ],
 * });
 */
export class ManagedRules extends ManagedRulesAttributes implements OfZone {
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
    this.inner = new ZoneResource(this, 'Default', managedRulesSchema, () => props, props);
    registerOfZone(OF_ZONE.kind, this);
    failOn(this, () => this.problems());
    warnOn(this, () => this.warnings());
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
      ...oncePerZone(this, this.inner, OF_ZONE),
      ...atOddsWithMigration(this),
    ];
  }

  private warnings(): readonly string[] {
    const values = known(attributeValues(managedRulesSchema.attributes, { ...this.props })) as Named;
    return exceptionsWithoutEffect(values).map((problem) => inProps(problem).text);
  }
}

/** A zone has one list of managed rules. */
const OF_ZONE: OncePerZone = {
  kind: Symbol.for('zonewright/ManagedRules'),
  subject: 'The managed rules',
  verb: 'are',
  hint: 'A zone has one list of them. Keep one ManagedRules.',
};

/** A migration of the same zone that is not to finish. */
function atOddsWithMigration(rules: OfZone): readonly Problem[] {
  return migrationsOfZone(rules)
    .filter(({ targetState }) => known(targetState) === 'validation')
    .map((migration) => notFinished(rules, migration));
}

function notFinished({ node }: OfZone, migration: ZoneMigration): Problem {
  return {
    code: 'migration_not_finished',
    path: ['zone_id'],
    message: `The zone of ${node.path} is to validate its migration (${migration.node.path}), which does not finish it.`,
    hint:
      'While a zone validates, its migration saves the managed rules. Declare ManagedRules once the migration has ' +
      'finished; until then, use adjustments of the migration.',
  };
}
