import { html } from 'hono/html';
import type { Markup } from '../markup/elements';
import { counted } from '../markup/elements';
import type { PageSection } from '../service/part';
import { MANAGED_PHASE } from './phases';
import type { RuleView } from './rule-details';
import { ruleDetails, ruleView } from './rule-details';

/** What the status page shows of the new managed rules. */
export const MANAGED_RULES_SECTION: PageSection = {
  order: 50,
  section: (_service, zone) =>
    managedRulesSection((zone.rulesets.get(MANAGED_PHASE)?.rules ?? []).map(ruleView)),
};

/** The rules of the entry point that deploys the new managed rulesets, in their order. */
export function managedRulesSection(rules: readonly RuleView[]): Markup {
  return html`<section class="card" id="managed-rules" aria-labelledby="managed-rules-title">
    <h2 id="managed-rules-title">New managed rules <small>${counted(rules.length, 'rule')}</small></h2>
    ${
      rules.length === 0
        ? html`<p class="none">Nothing is deployed.</p>`
        : rules.map((rule, index) => ruleDetails(rule, `managed-rule-${index}`))
    }
  </section>`;
}
