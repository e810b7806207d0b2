import { html } from 'hono/html';
import type { JsonObject } from '../checks/json';
import type { Markup } from '../markup/elements';
import type { Rule } from './ruleset';

/** A rule as the status page shows it. */
export interface RuleView {
  readonly action: string;
  readonly enabled: boolean;
  readonly description: string;
  readonly expression: string;
  /** Id of the ruleset that an `execute` rule runs; absent for other actions. */
  readonly executes?: string;
  /** The other parameters as JSON text; empty if there are none. */
  readonly parameters: string;
}

export function ruleView(rule: Rule): RuleView {
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
export function ruleDetails(rule: RuleView, id: string): Markup {
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
