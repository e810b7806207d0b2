import type { Rule, Ruleset } from '../../../../provider-shim/api';

/** A ruleset of the phase, as the service returns it, with these rules. */
export function rulesetWith(...rules: readonly Partial<Rule>[]): Ruleset {
  return {
    id: 'r'.repeat(32),
    name: 'default',
    description: '',
    kind: 'zone',
    phase: 'http_log_custom_fields',
    version: '3',
    last_updated: '2024-01-01T00:00:00.000000Z',
    rules: rules.map((rule, index) => ({
      id: `id${index}`,
      version: '1',
      ref: `ref${index}`,
      action: 'log_custom_field',
      expression: 'true',
      description: '',
      enabled: true,
      last_updated: '2024-01-01T00:00:00.000000Z',
      ...rule,
    })),
  };
}

export const named = (...names: readonly string[]): readonly { readonly name: string }[] =>
  names.map((name) => ({ name }));
