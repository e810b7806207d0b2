import { Token } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import type { MetaArguments } from '../elements/meta';
import { ManagedRulesAttributes } from '../attributes/managed-rules';
import type {
  ManagedRulesArguments,
  ManagedRulesRules,
  ManagedRulesRulesExecuteOverridesCategories,
  ManagedRulesRulesExecuteOverridesRules,
} from '../props';
import {
  exceptionsWithoutEffect,
  isUnknown,
  KEEP_OTHERS,
  managedRulesSchema,
  oneProblem,
  sameValue,
  type Problem,
} from '../../schema';
import { attributeValues, type Named } from '../binding/attribute-values';
import { checkProps, failOn, inProps, warnOn } from '../binding/checks';
import { known } from '../binding/known';
import { type OfZone, oncePerZone, type OncePerZone, registerOfZone } from '../elements/once-per-zone';
import { ZoneResource } from '../elements/zone-resource';
import { migrationsOfZone } from '../migration/managed-rules-migration';
import { refuseMisused } from '../stack/composition-error';
import { refuseIfWritten } from '../stack/stack-synthesis';

/** One rule, which either executes a managed ruleset or skips managed rules. */
export type ManagedRule = ManagedRulesRules;

/** A rule that lets requests skip managed rules. */
export type ManagedException = Omit<ManagedRule, 'execute'> &
  Required<Pick<ManagedRule, 'expression' | 'skip'>>;

/** What a managed rule does differently in a zone. */
export type ManagedRuleOverride = ManagedRulesRulesExecuteOverridesRules;

/** What the managed rules of a category do differently in a zone. */
export type ManagedCategoryOverride = ManagedRulesRulesExecuteOverridesCategories;

/** The managed rules of a zone. */
export interface ManagedRulesProps extends ManagedRulesArguments, MetaArguments {}

/**
 * The managed rules of a zone that has finished its migration: the managed rulesets that it deploys, what their rules
 * do differently there, and the exceptions from them. A zone has one such list, or with `others: 'keep'` one for each
 * `owner`, in any stack.
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
  private readonly exceptions: { readonly rule: ManagedException; readonly by: IConstruct }[] = [];

  constructor(
    scope: Construct,
    id: string,
    private readonly props: ManagedRulesProps,
  ) {
    super(scope, id);
    this.zoneId = props.zoneId;
    this.inner = new ZoneResource(this, 'Default', managedRulesSchema, () => this.declared, props);
    registerOfZone(OF_ZONE.kind, this);
    failOn(this, () => this.problems());
    warnOn(this, () => this.warnings());
  }

  /**
   * Imports the managed rules that the zone has, with an `import` block in the synthesized stack. The block may stay.
   *
   * @param id the import id; defaults to the zone, with `others: 'keep'` to the zone and the owner
   */
  importFrom(
    id: string = [this.zoneId, ...(this.props.others === KEEP_OTHERS ? [this.props.owner] : [])].join('/'),
  ): void {
    this.once(['importFrom', id], 'The import block', () => this.inner.importFrom(id));
  }

  /**
   * Adds an exception before the rules of the props, after those added earlier. What a construct adds again, as an Aspect
   * does at every synthesis, counts once.
   *
   * @param by the construct that needs it, named in errors; defaults to this one
   */
  addException(rule: ManagedException, by: IConstruct = this): this {
    if (this.exceptions.some((one) => one.by === by && sameValue(one.rule, rule))) return this;
    refuseMisused(this, 'rules', rule.name);
    refuseIfWritten(this, `The exception ${JSON.stringify(rule.name)}`, by);
    this.exceptions.push({ rule, by });
    return this;
  }

  /** The props with the exceptions that were added. */
  private get declared(): ManagedRulesProps {
    const { rules } = this.props;
    // Exceptions beside rules that only the engine knows are a problem.
    if (this.exceptions.length === 0 || Token.isUnresolved(rules)) return this.props;
    const added = this.exceptions.map(({ rule }) => rule);
    return { ...this.props, rules: [...added, ...((rules ?? []) as readonly ManagedRule[])] };
  }

  private problems(): readonly Problem[] {
    return [
      ...checkProps(managedRulesSchema, { ...this.declared }).map((problem) => this.attribute(problem)),
      ...(this.exceptions.length > 0 && Token.isUnresolved(this.props.rules) ? RULES_UNKNOWN : []),
      ...this.inner.problems(),
      ...oncePerZone(this, this.inner, {
        ...OF_ZONE,
        isBeside: (other) => this.isBeside(other as ManagedRules),
      }),
      ...atOddsWithMigration(this),
    ];
  }

  /** A problem of an exception, with the construct that added it. */
  private attribute(problem: Problem): Problem {
    const by = this.exceptions[Number(problem.path[1])]?.by;
    return by && by !== this
      ? { ...problem, message: `${problem.message} ${by.node.path} added it.` }
      : problem;
  }

  /** Whether each keeps the rules of the other, as far as that is known. */
  private isBeside({ props }: ManagedRules): boolean {
    const owners = [this.props, props].map(({ others, owner }) =>
      isUnknown(known(others)) ? known(others) : others === KEEP_OTHERS && known(owner),
    );
    return !owners.includes(false) && (owners.some(isUnknown) || owners[0] !== owners[1]);
  }

  private warnings(): readonly string[] {
    const values = known(attributeValues(managedRulesSchema.attributes, { ...this.declared })) as Named;
    // What is executed after an exception may be a rule of others: the plan looks.
    if (this.props.others !== undefined && this.props.others !== 'remove') return [];
    return exceptionsWithoutEffect(values).map((problem) => inProps(problem).text);
  }
}

/** A zone has one list of managed rules. */
const OF_ZONE: OncePerZone = {
  kind: Symbol.for('zonewright/ManagedRules'),
  subject: 'The managed rules',
  verb: 'are',
  hint: 'A zone has one list of them, or one for each owner, with others: "keep". Keep one ManagedRules, or give each its own owner; after a rename, use moveFromId.',
};

const RULES_UNKNOWN = oneProblem(
  'exception_beside_unknown_rules',
  'Exceptions were added, but rules is known only to the engine.',
  'Pass rules as a list, or declare the exceptions in a ManagedRules of their own with others: "keep".',
  ['rules'],
);

/** A migration of the same zone that is not to finish. */
function atOddsWithMigration(rules: OfZone): readonly Problem[] {
  return migrationsOfZone(rules)
    .filter(({ targetState }) => known(targetState) === 'validation')
    .flatMap(({ node }) =>
      oneProblem(
        'migration_not_finished',
        `The zone of ${rules.node.path} is to validate its migration (${node.path}), which does not finish it.`,
        'While a zone validates, its migration saves the managed rules. Declare ManagedRules once the migration has ' +
          'finished; until then, use adjustments of the migration.',
        ['zone_id'],
      ),
    );
}
