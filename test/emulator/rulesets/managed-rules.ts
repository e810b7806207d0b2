/** The entry point of the managed phase, and rules for it. */
export const MANAGED_ENTRY_POINT = '/rulesets/phases/http_request_firewall_managed/entrypoint';

/** Ids of docs/internals/service.md 6.3. */
export const MANAGED = 'efb7b8c949ac4650a09736fc376e9aee';
export const CORE = '4814384a9e5d4991b9815dcfc25d2f1f';
export const EXPOSED_CREDENTIALS = 'c2e184081120413c86c3ab7e14069605';
export const SENSITIVE_DATA = 'e22d83c647c64a3eae91b71b499d988e';

/** A rule of the managed ruleset, with its category, and the rule of the core rule set that acts on the score. */
export const MANAGED_RULE = '23ee7cebe6e8443e99ecf932ab579455';
export const MANAGED_CATEGORY = 'anomaly';
export const CORE_SCORE_RULE = '6179ae15870a4bb7b2d480d4843b323c';

export interface SentRule {
  readonly [member: string]: unknown;
  readonly action: string;
}

export function execute(id: string, members: Readonly<Record<string, unknown>> = {}): SentRule {
  const { overrides, ...rule } = members;
  const parameters = { id, ...(overrides !== undefined && { overrides }) };
  return { action: 'execute', expression: 'true', action_parameters: parameters, ...rule };
}

export function skip(parameters: unknown, members: Readonly<Record<string, unknown>> = {}): SentRule {
  return { action: 'skip', expression: 'true', action_parameters: parameters, ...members };
}
