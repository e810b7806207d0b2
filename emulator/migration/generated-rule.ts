import type { JsonObject } from '../checks/json-object';

/** A rule of the generated configuration (docs/service.md 7.4). It is new, so its identity is empty (docs/service.md 7.4). */
export interface GeneratedRule {
  readonly id: '';
  readonly version: '';
  readonly ref: '';
  readonly action: 'execute' | 'skip';
  readonly expression: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly action_parameters: JsonObject;
}

/** A generated rule with an empty identity. */
export function generatedRule(rule: Omit<GeneratedRule, 'id' | 'version' | 'ref'>): GeneratedRule {
  return { id: '', version: '', ref: '', ...rule };
}
