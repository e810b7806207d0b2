import type { StateOf } from '../description/values-of';
import type { managedRulesSchema } from './managed-rules';
import { ACTION_EXECUTE, ID_PATTERN } from '../zone/service';
import { sameValue, type JsonObject } from '../description/value';
import { coreRuleSetIn, overridesOfCoreRuleSet } from './core-rule-set';
import {
  joinedOverrides,
  membersOfOverrides,
  readOverrides,
  writtenOverrides,
  type OverrideMembers,
} from './overrides';
import { CORE_RULE_SET_ID } from './well-known-rulesets';

/** A deployed managed ruleset, as the state has it. */
export type Deployment = StateOf<typeof managedRulesSchema>['deployments'][string];

/** A rule of the entry point, as the service returns it (docs/internals/service.md 3.2). */
export interface EntryPointRule {
  readonly id: string;
  readonly ref: string;
  readonly action: string;
  readonly expression: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly action_parameters?: JsonObject;
  readonly [member: string]: unknown;
}

/** A rule as a deployment or exception with what is kept beside it, or why it cannot be expressed. */
export type Expressed<T> = { readonly value: T; readonly kept: JsonObject } | { readonly reason: string };

/** All overrides of a deployment, those of `core_rule_set` included. */
export function overridesOf({ overrides, core_rule_set: core }: Deployment): OverrideMembers {
  const written = membersOfOverrides(overrides);
  return core === null ? written : joinedOverrides(written, overridesOfCoreRuleSet(core));
}

/** Whether two deployments do the same at the service, however they are written. */
export function sameDeployment(one: Deployment, other: Deployment): boolean {
  return sameValue(meaningOf(one), meaningOf(other));
}

function meaningOf(deployment: Deployment): JsonObject {
  const { ruleset_id, enabled, expression, description } = deployment;
  return { ruleset_id, enabled, expression, description, overrides: overridesOf(deployment) };
}

/**
 * A rule with the action `execute` as a deployment.
 *
 * @param prior how it was written so far: it stays so while it means the same, and decides between `core_rule_set` and
 *   `overrides` when it does not
 */
export function deploymentOf(rule: EntryPointRule, prior?: Deployment): Expressed<Deployment> {
  const { id, version, overrides, ...rest } = rule.action_parameters ?? {};
  if (rule.action !== ACTION_EXECUTE) return { reason: `its action is ${rule.action}` };
  if (typeof id !== 'string' || !ID_PATTERN.test(id)) return { reason: `it executes ${JSON.stringify(id)}` };
  const read = readOverrides(overrides);
  if ('reason' in read) return read;
  const value = { ...contentOf(rule), ruleset_id: id, ...written(id, read.members, prior) };
  const pinned = version === undefined || version === null || version === 'latest' ? {} : { version };
  return {
    value: prior && sameDeployment(prior, value) ? prior : value,
    kept: {
      ...pinned,
      ...rest,
      ...(Object.keys(read.kept).length > 0 ? { overrides: read.kept } : {}),
    },
  };
}

/** What deployments and exceptions have in common. The engine's texts are in NFC. */
export function contentOf({ enabled, expression, description }: EntryPointRule): {
  readonly enabled: boolean;
  readonly expression: string;
  readonly description: string;
} {
  return {
    enabled,
    expression: expression.normalize('NFC'),
    description: description.normalize('NFC'),
  };
}

function written(
  rulesetId: string,
  members: OverrideMembers,
  prior: Deployment | undefined,
): Pick<Deployment, 'overrides' | 'core_rule_set'> {
  const isCore = rulesetId === CORE_RULE_SET_ID && (!prior || prior.core_rule_set !== null);
  if (!isCore) return { overrides: writtenOverrides(members), core_rule_set: null };
  const { settings, rest } = coreRuleSetIn(members);
  return { overrides: writtenOverrides(rest), core_rule_set: settings };
}
