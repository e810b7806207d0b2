import type { ServicePart, PageSection } from '../service/part';
import { CUSTOM_FIELDS_SECTION } from './custom-fields-section';
import { ENTRY_POINT_OPERATIONS } from './entry-point-operations';
import { type SeedManagedRuleset, SHARED_MANAGED_RULESETS } from './managed-rulesets-seed';
import { RULE_OPERATIONS } from './rule-operations';
import { RULESET_OPERATIONS } from './ruleset-operations';
import { type SeedRuleset, STORED_RULESETS } from './rulesets-seed';
import { VERSION_OPERATIONS } from './version-operations';
import { html } from 'hono/html';
import { type Markup, counted, shownTime } from '../service/elements';
import { MANAGED_PHASE, isJudged } from './phases';
import { type Ruleset, rulesetsOf, type Rule } from './ruleset';
import type { JsonObject } from '../checks/json';

/** What the status page shows of the rulesets that the emulator only stores. */
const OTHER_RULESETS_SECTION: PageSection = {
  order: 55,
  section: (_service, zone) => otherRulesetsSection(rulesetsOf(zone).filter(({ phase }) => !isJudged(phase))),
};

/** Rulesets with their rules; nothing if there are none, as in most zones. */
function otherRulesetsSection(rulesets: readonly Ruleset[]): Markup {
  if (rulesets.length === 0) return html``;
  return html`<section class="card" id="other-rulesets" aria-labelledby="other-rulesets-title">
    <h2 id="other-rulesets-title">
      Rulesets of other phases <small>${counted(rulesets.length, 'ruleset')}, stored and not judged</small>
    </h2>
    ${rulesets.map(rulesetMarkup)}
  </section>`;
}

function rulesetMarkup(ruleset: Ruleset, place: number): Markup {
  const { id, kind, name, phase, version, rules, last_updated } = ruleset;
  return html`<h3>
      <code>${phase}</code> ${kind === 'custom' ? html`<span class="tag quiet">custom</span>` : ''} ${name}
    </h3>
    <p class="muted">
      Version ${version}, ${shownTime(last_updated)}, ${counted(rules.length, 'rule')}<span class="id"
        >${id}</span
      >
    </p>
    ${rules.map((rule, index) => ruleDetails(ruleView(rule), `other-rule-${place}-${index}`))}`;
}

/** What the status page shows of the new managed rules. */
const MANAGED_RULES_SECTION: PageSection = {
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

/**
 * Rulesets, their rules and versions: custom log fields, the new managed rules, and the rulesets of other phases, which
 * are only stored (docs/internals/service.md 3).
 */
export const RULESETS: ServicePart = {
  operations: [...RULESET_OPERATIONS, ...ENTRY_POINT_OPERATIONS, ...RULE_OPERATIONS, ...VERSION_OPERATIONS],
  stored: [STORED_RULESETS],
  shared: SHARED_MANAGED_RULESETS,
  page: [CUSTOM_FIELDS_SECTION, MANAGED_RULES_SECTION, OTHER_RULESETS_SECTION],
};

/** The part of a seed about them. */
export interface SeedRulesets {
  /** Its rulesets: entry points and custom ones. @default - none */
  readonly rulesets?: readonly SeedRuleset[];
}

/** The part of a seed about the rulesets that the service maintains for all zones. */
export interface SeedManagedRulesets {
  /** Managed rulesets besides the emulator's samples, or in their place. @default - none */
  readonly managed_rulesets?: readonly SeedManagedRuleset[];
}

/** A rule as the status page shows it. */
interface RuleView {
  readonly action: string;
  readonly enabled: boolean;
  readonly description: string;
  readonly expression: string;
  /** Id of the ruleset that an `execute` rule runs; absent for other actions. */
  readonly executes?: string;
  /** The other parameters as JSON text; empty if there are none. */
  readonly parameters: string;
}

function ruleView(rule: Rule): RuleView {
  const { action, enabled, description, expression, ratelimit, exposed_credential_check } = rule;
  const { id, ...rest }: JsonObject = rule.action_parameters ?? {};
  const executes = action === 'execute' && typeof id === 'string' ? id : undefined;
  const parameters = {
    ...(executes === undefined && id !== undefined && { id }),
    ...rest,
    ...(ratelimit && { ratelimit }),
    ...(exposed_credential_check && { exposed_credential_check }),
  };
  return {
    action,
    enabled,
    description,
    expression,
    ...(executes !== undefined && { executes }),
    parameters: Object.keys(parameters).length === 0 ? '' : JSON.stringify(parameters, undefined, 2),
  };
}

/** The rule with its expression and parameters, which a click shows. @param id of the element, unique in the page */
function ruleDetails(rule: RuleView, id: string): Markup {
  const { action, enabled, description, expression, executes, parameters } = rule;
  return html`<details id="${id}">
    <summary>
      <code>${action}</code> ${description} ${enabled ? '' : html`<span class="tag quiet">off</span>`}
      ${executes === undefined ? '' : html`<span class="id">${executes}</span>`}
    </summary>
    <p>when <code>${expression}</code></p>
    ${parameters === '' ? '' : html`<pre>${parameters}</pre>`}
  </details>`;
}
