import { Fn, type IResolvable, propertyAccess, TerraformIterator, Token } from 'cdktf';
import { isKnown, WELL_KNOWN_RULESETS, zoneNameKey } from '../../schema';
import { textInExpression } from '../binding/hcl';
import { known } from '../binding/known';
import { DataManagedRulesets as ManagedRulesetsFound } from '../attributes/data-managed-rulesets';
import { DataZones as ZonesFound } from '../attributes/data-zones';
import { CompositionError } from '../stack/composition-error';

/**
 * Ids of well-known managed rulesets, the same for every zone. Which of them a zone can execute depends on its
 * subscription; `DataManagedRulesets` reads that.
 *
 * @example
 * new DataManagedRulesets(stack, 'owasp', { zoneId, ids: [ManagedRuleset.OWASP] });
 */
export const ManagedRuleset = {
  /** The Cloudflare Managed Ruleset: rules for all applications, updated frequently. */
  CLOUDFLARE: WELL_KNOWN_RULESETS.cloudflare_managed_ruleset.id,
  /** The Cloudflare OWASP Core Ruleset: the core rule set, which acts on an anomaly score. */
  OWASP: WELL_KNOWN_RULESETS.cloudflare_owasp_core_ruleset.id,
  /** The Cloudflare Exposed Credentials Check Ruleset: log-ins with stolen credentials. */
  EXPOSED_CREDENTIALS: WELL_KNOWN_RULESETS.cloudflare_exposed_credentials_check_ruleset.id,
  /** The Cloudflare Managed Free Ruleset: vulnerabilities with a high and wide impact. */
  FREE: WELL_KNOWN_RULESETS.cloudflare_managed_free_ruleset.id,
  /** Cloudflare Sensitive Data Detection, of the phase `http_response_firewall_managed`. */
  SENSITIVE_DATA: WELL_KNOWN_RULESETS.cloudflare_sensitive_data_detection.id,
} as const;

/**
 * Reads the managed rulesets that a zone can execute, with their rules, in every plan: one request for the list and
 * one for each ruleset that it returns. A ruleset has hundreds of rules, so name those that you need.
 *
 * @example
 * const found = new DataManagedRulesets(stack, 'found', { zoneId, ids: [ManagedRuleset.CLOUDFLARE] });
 * new TerraformOutput(stack, 'wordpress', { value: found.ruleIds(ManagedRuleset.CLOUDFLARE, 'wordpress') });
 */
export class DataManagedRulesets extends ManagedRulesetsFound {
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

/**
 * Looks up the ids of zones by name, in every plan.
 *
 * @example
 * const zones = new DataZones(stack, 'zones', { names: ['example.com', 'example.org'] });
 * new LogCustomFields(stack, 'fields', { zoneId: zones.idOf('example.com'), cookies: ['session_id'] });
 */
export class DataZones extends ZonesFound {
  /**
   * The id of a zone, known in the plan.
   *
   * @param name one of the names that this data source looks up, in any spelling of it
   * @throws CompositionError if it looks up no such name
   */
  idOf(name: string): string {
    const asked = known(name);
    const names = [known(this.values['names'])].flat();
    const listed = typeof asked === 'string' ? names.find((each) => isSame(each, asked)) : name;
    if (listed === undefined && names.every(isKnown))
      throw new CompositionError(
        'zone_not_looked_up',
        this,
        `names does not list ${JSON.stringify(name)}, so its id is not looked up. Add it, or ask for one of: ${names.join(', ')}.`,
      );
    return Token.asString(propertyAccess(this.ids, [listed ?? name]));
  }
}

function isSame(listed: unknown, asked: string): boolean {
  return typeof listed === 'string' && zoneNameKey(listed) === zoneNameKey(asked);
}
