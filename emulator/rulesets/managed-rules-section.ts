import { html } from 'hono/html';
import type { JsonObject } from '../checks/json';
import type { Markup } from '../markup/elements';
import { counted } from '../markup/elements';
import type { PageSection } from '../service/part';
import type { Zone } from '../service/zone';
import { MANAGED_PHASE } from './phases';
import type { Rule } from './ruleset';

/** What the status page shows of the new managed rules. */
export const MANAGED_RULES_SECTION: PageSection = {
  order: 50,
  section: (_service, zone) => managedRulesSection(readManagedRules(zone)),
};

/** A rule of the zone's entry point for managed rules. */
export interface ManagedRuleView {
  readonly action: string;
  readonly enabled: boolean;
  readonly description: string;
  readonly expression: string;
  /** Id of the managed ruleset that an `execute` rule runs; absent for other actions. */
  readonly executes?: string;
  /** The other parameters as JSON text; empty if there are none. */
  readonly parameters: string;
}

/** Reads the rules that deploy the new managed rulesets, in their order. */
function readManagedRules(zone: Zone): readonly ManagedRuleView[] {
  return (zone.rulesets.get(MANAGED_PHASE)?.rules ?? []).map(ruleView);
}

function ruleView({ action, enabled, description, expression, action_parameters }: Rule): ManagedRuleView {
  const { id, ...parameters }: JsonObject = action_parameters ?? {};
  return {
    action,
    enabled,
    description,
    expression,
    ...(typeof id === 'string' && { executes: id }),
    parameters: Object.keys(parameters).length === 0 ? '' : JSON.stringify(parameters, undefined, 2),
  };
}

/** The rules of the entry point that deploys the new managed rulesets. */
export function managedRulesSection(rules: readonly ManagedRuleView[]): Markup {
  return html`<section class="card" id="managed-rules" aria-labelledby="managed-rules-title">
    <h2 id="managed-rules-title">New managed rules <small>${counted(rules.length, 'rule')}</small></h2>
    ${rules.length === 0 ? html`<p class="none">Nothing is deployed.</p>` : rules.map(managedRule)}
  </section>`;
}

function managedRule(rule: ManagedRuleView, index: number): Markup {
  const { action, enabled, description, expression, executes, parameters } = rule;
  return html`<details id="managed-rule-${index}">
    <summary>
      <code>${action}</code> ${description} ${enabled ? '' : html`<span class="tag quiet">off</span>`}
      ${executes === undefined ? '' : html`<span class="id">${executes}</span>`}
    </summary>
    <p>when <code>${expression}</code></p>
    ${parameters === '' ? '' : html`<pre>${parameters}</pre>`}
  </details>`;
}
