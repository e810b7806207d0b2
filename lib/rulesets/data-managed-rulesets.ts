import { Fn, type IResolvable, propertyAccess, TerraformIterator, Token } from 'cdktf';
import type { Construct } from 'constructs';
import { managedRulesetsSchema } from '../../schema';
import { textInExpression } from '../binding/in-expression';
import type { MetaArguments } from '../elements/meta';
import { ZoneDataSource } from '../elements/zone-data-source';
import type { DataManagedRulesetsArguments, DataManagedRulesetsReferences } from '../props';

/** Which managed rulesets to look up. */
export interface DataManagedRulesetsProps extends DataManagedRulesetsArguments, MetaArguments {}

/**
 * Reads the managed rulesets that a zone can execute, with their rules, in every plan: one request for the list and
 * one for each ruleset that it returns. A ruleset has hundreds of rules, so name those that you need.
 *
 * @example
 * const found = new DataManagedRulesets(stack, 'found', { zoneId, ids: [ManagedRuleset.CLOUDFLARE] });
 * new TerraformOutput(stack, 'wordpress', { value: found.ruleIds(ManagedRuleset.CLOUDFLARE, 'wordpress') });
 */
export class DataManagedRulesets extends ZoneDataSource<typeof managedRulesetsSchema> {
  /** The type of the data source in the synthesized stack, for the matchers of cdktf. */
  static readonly tfResourceType = managedRulesetsSchema.type;

  /** References to the data source's attributes. */
  declare readonly references: DataManagedRulesetsReferences;

  constructor(scope: Construct, id: string, props: DataManagedRulesetsProps) {
    super(scope, id, managedRulesetsSchema, props);
  }

  /** The rulesets found: a map by id, for expressions of the engine. */
  get rulesets(): IResolvable {
    return this.references.rulesets;
  }

  /**
   * The rules of a ruleset: a map by id, for expressions of the engine.
   *
   * @param rulesetId a ruleset that this data source returns
   */
  rules(rulesetId: string): IResolvable {
    return propertyAccess(this.rulesets, [rulesetId, 'rules']) as IResolvable;
  }

  /**
   * The id of the rule with this name. The plan fails if several rules have it; null if none has.
   *
   * @param rulesetId a ruleset that this data source returns
   * @param name as the service writes it
   */
  ruleId(rulesetId: string, name: string): string {
    const rules = this.rules(rulesetId);
    const names = TerraformIterator.fromMap(rules as never).forExpressionForList('val.name');
    return Token.asString(
      Fn.one(Fn.matchkeys(Fn.keys(rules), Token.asList(names), [textInExpression(name, this)])),
    );
  }

  /**
   * The ids of the rules of a category, in alphabetical order; empty if there are none.
   *
   * @param rulesetId a ruleset that this data source returns
   * @param category e.g. `wordpress`
   */
  ruleIds(rulesetId: string, category: string): string[] {
    const rules = TerraformIterator.fromMap(this.rules(rulesetId) as never);
    return Token.asList(
      rules.forExpressionForList(`key if contains(val.categories, ${textInExpression(category, this)})`),
    );
  }
}
