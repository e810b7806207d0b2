import { html } from 'hono/html';
import type { ManagedRuleView } from '../data/read-managed-rules';
import { counted } from './counted';
import type { Markup } from './markup';

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
