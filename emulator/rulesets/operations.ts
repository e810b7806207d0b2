import type { Operation } from '../http/operation';
import { createRule } from './create-rule';
import { createRulesetOperation } from './create-ruleset';
import { deleteRule } from './delete-rule';
import { deleteRuleset } from './delete-ruleset';
import { deleteVersion } from './delete-version';
import { getEntryPoint } from './get-entry-point';
import { getEntryPointVersion } from './get-entry-point-version';
import { getRuleset } from './get-ruleset';
import { getVersion } from './get-version';
import { listEntryPointVersions } from './list-entry-point-versions';
import { listRulesets } from './list-rulesets';
import { listVersions } from './list-versions';
import { updateEntryPoint } from './update-entry-point';
import { updateRule } from './update-rule';
import { updateRuleset } from './update-ruleset';

/** The ruleset operations (docs/service.md 3.3–4.3, 4.7; docs/service.md 3.3). */
export const RULESET_OPERATIONS: readonly Operation[] = [
  listRulesets,
  createRulesetOperation,
  getRuleset,
  updateRuleset,
  deleteRuleset,
  getEntryPoint,
  updateEntryPoint,
  createRule,
  updateRule,
  deleteRule,
  listEntryPointVersions,
  getEntryPointVersion,
  listVersions,
  getVersion,
  deleteVersion,
];
