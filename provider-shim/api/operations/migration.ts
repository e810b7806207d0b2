import { KIND_ZONE, PHASE_MANAGED_RULES } from '../../../schema/zone/service';
import { collect, shape, type Parsed, type Parser, type ReadBy } from '../answers/parsed';
import { get, type Operation, type OperationsOf } from './operation';
import {
  parseRuleset,
  rulesets,
  ruleShape,
  type ActionParameters,
  type Rule,
  type RuleInput,
  type Ruleset,
} from './rulesets';
import { describe } from '../answers/seen';

/** The answer of the compatibility check (docs/internals/service.md 7.4). */
export interface Compatibility {
  readonly compatible: boolean;
  /** In the service's own word; undefined when it does not say (docs/internals/service.md 7.4). */
  readonly migration_state: string | undefined;
}

const parseStatus = shape('the result', {
  ...{ migration_state: 'optional text', old_waf_status: 'optional text', new_waf_status: 'optional text' },
  ...{ source: 'optional text', created: 'optional text' },
});

/** The answer of the status (docs/internals/service.md 7.5). What the service does not say is undefined. */
export type MigrationStatus = ReadBy<typeof parseStatus>;

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

const migration = <T>(zoneId: string, name: string, parse: Parser<T>): Operation<T> =>
  get(['zones', zoneId, 'waf_migration', name], parse);

/** The migration operations of docs/internals/service.md 7.4, 7.5. */
export const MIGRATION_OPERATIONS = {
  checkCompatibility: (zoneId: string) => ({
    ...migration(zoneId, 'check', parseCompatibility),
    query: PHASE_TWO,
  }),
  getMigrationConfiguration: (zoneId: string) => ({
    ...migration(zoneId, 'config', parseConfiguration),
    query: PHASE_TWO,
  }),
  getMigrationStatus: (zoneId: string) => migration(zoneId, 'status', parseStatus),
  /**
   * Saves the managed rules' entry point as a step of the migration, which makes it where there is none
   * (docs/internals/service.md 7.4). Never sent again when it may have taken effect: then the error's `outcome` is `unknown`.
   */
  saveManagedRules: (
    zoneId: string,
    body: { readonly name: string; readonly rules: readonly (RuleInput | GeneratedRule)[] },
    trigger: MigrationTrigger,
  ): Operation<Ruleset> => ({
    method: 'PUT',
    path: rulesets(zoneId, 'phases', PHASE_MANAGED_RULES, 'entrypoint'),
    query: { waf_migration: trigger, ...PHASE_TWO },
    body,
    idempotent: false,
    parse: parseRuleset,
    identity: { phase: PHASE_MANAGED_RULES, kind: KIND_ZONE },
  }),
};

export type MigrationOperations = OperationsOf<typeof MIGRATION_OPERATIONS>;

const parseCompatibility = shape(
  'the result',
  { migration_state: 'optional text' },
  ({ migration_state }, { compatible }): Parsed<Compatibility> =>
    typeof compatible === 'boolean'
      ? { value: { compatible, migration_state } }
      : { fault: `compatible is ${describe(compatible)}, not a boolean` },
);

const parseGeneratedRule: Parser<GeneratedRule> = ruleShape({
  ...{ action: 'id', expression: 'text', description: 'text' },
});

const parseConfiguration: Parser<MigrationConfiguration> = shape(
  'the result',
  { name: 'text' },
  ({ name }, { rules }) => {
    if (!Array.isArray(rules)) return { fault: `rules is ${describe(rules)}, not an array` };
    const read = collect(rules, parseGeneratedRule, 'rules');
    // The name of every entry point in public records (docs/internals/service.md 3.2).
    return 'fault' in read ? read : { value: { name: name || 'default', rules: read.value } };
  },
);
