import { isRecord } from '../../../schema/description/value';
import { collect, nonEmpty, parseMembers, roundedNumber, type Parsed } from '../answers/parsed';
import type { CallOptions, Requester } from '../http/request';
import { resultReader } from './result';
import {
  parseRuleset,
  type ActionParameters,
  type Rule,
  type RuleInput,
  managedRulesSaving,
} from './ruleset';
import { describe } from '../answers/seen';

/** The answer of the compatibility check (docs/internals/service.md 7.4). */
export interface Compatibility {
  readonly compatible: boolean;
  /** In the service's own word; undefined when it does not say (docs/internals/service.md 7.4). */
  readonly migration_state: string | undefined;
}

const STATUS = ['migration_state', 'old_waf_status', 'new_waf_status', 'source', 'created'] as const;

/** The answer of the status (docs/internals/service.md 7.5). What the service does not say is undefined. */
export type MigrationStatus = { readonly [name in (typeof STATUS)[number]]: string | undefined };

/** A rule of a generated configuration: its id may be empty, and is sent back unchanged (docs/internals/service.md 7.4). */
export type GeneratedRule = Pick<Rule, 'action' | 'expression' | 'description' | 'enabled'> & {
  readonly action_parameters?: ActionParameters;
  readonly [member: string]: unknown;
};

/** The generated configuration (docs/internals/service.md 7.4). */
export interface MigrationConfiguration {
  readonly name: string;
  readonly rules: readonly GeneratedRule[];
}

/** Values of the query parameter `waf_migration` (docs/internals/service.md 7). */
export type MigrationTrigger = 'validation' | 'pending';

/** The procedure for all zones (docs/internals/service.md 1.3). */
const PHASE_TWO = { phase_two: 1 };

/** The migration operations of docs/internals/service.md 7.4, 7.5. Each throws ServiceError. */
export function migrationOperations(requester: Requester) {
  const { call } = resultReader(requester);
  const get = <T>(
    zoneId: string,
    name: string,
    parse: (result: unknown) => Parsed<T>,
    options?: CallOptions,
  ) =>
    call(
      { method: 'GET', path: ['zones', zoneId, 'waf_migration', name], query: PHASE_TWO, ...options },
      parse,
    );
  return {
    checkCompatibility: (zoneId: string, options?: CallOptions) =>
      get(zoneId, 'check', parseCompatibility, options),
    getMigrationConfiguration: (zoneId: string, options?: CallOptions) =>
      get(zoneId, 'config', parseConfiguration, options),
    getMigrationStatus: (zoneId: string, options?: CallOptions) =>
      call({ method: 'GET', path: ['zones', zoneId, 'waf_migration', 'status'], ...options }, parseStatus),
    /**
     * Saves the managed rules' entry point (docs/internals/service.md 7.4), with a trigger as a step of the migration. Never sent again when it
     * may have taken effect: then the error's `outcome` is `unknown`.
     */
    saveManagedRules: (
      zoneId: string,
      body: { readonly name: string; readonly rules: readonly (RuleInput | GeneratedRule)[] },
      trigger: MigrationTrigger | undefined,
      options?: CallOptions,
    ) => {
      const { request, identity } = managedRulesSaving(zoneId, body);
      const query = trigger === undefined ? {} : { waf_migration: trigger, ...PHASE_TWO };
      return call({ ...request, query, ...options }, parseRuleset, identity);
    },
  };
}

export type MigrationOperations = Readonly<ReturnType<typeof migrationOperations>>;

function parseCompatibility(value: unknown): Parsed<Compatibility> {
  const parsed = parseMembers('the result', value, { migration_state: 'text' });
  if ('fault' in parsed) return parsed;
  const { compatible, migration_state: state } = parsed.value;
  if (typeof compatible !== 'boolean')
    return { fault: `compatible is ${describe(compatible)}, not a boolean` };
  return { value: { compatible, migration_state: nonEmpty(state) } };
}

function parseStatus(value: unknown): Parsed<MigrationStatus> {
  const parsed = parseMembers('the result', value, Object.fromEntries(STATUS.map((name) => [name, 'text'])));
  if ('fault' in parsed) return parsed;
  const found = STATUS.map((name) => [name, nonEmpty(parsed.value[name])]);
  return { value: Object.fromEntries(found) as MigrationStatus };
}

function parseConfiguration(value: unknown): Parsed<MigrationConfiguration> {
  const parsed = parseMembers('the result', value, { name: 'text' });
  if ('fault' in parsed) return parsed;
  const { name, rules } = parsed.value;
  if (!Array.isArray(rules)) return { fault: `rules is ${describe(rules)}, not an array` };
  const read = collect(rules, parseGeneratedRule, 'rules');
  // The name of every entry point in public records (docs/internals/service.md 3.2).
  return 'fault' in read ? read : { value: { name: nonEmpty(name) ?? 'default', rules: read.value } };
}

function parseGeneratedRule(value: unknown): Parsed<GeneratedRule> {
  const parsed = parseMembers('a rule', value, {
    action: 'id',
    expression: 'text',
    description: 'text',
    enabled: 'boolean',
    action_parameters: 'object',
  });
  if ('fault' in parsed) return parsed;
  const { action, expression, description, enabled, action_parameters: parameters, ...rest } = parsed.value;
  const rounded = roundedNumber(parsed.value);
  if (rounded !== undefined) return { fault: rounded };
  return {
    value: {
      ...rest,
      action: String(action),
      expression: nonEmpty(expression) ?? '',
      description: nonEmpty(description) ?? '',
      enabled: enabled !== false,
      ...(isRecord(parameters) ? { action_parameters: parameters } : {}),
    },
  };
}
