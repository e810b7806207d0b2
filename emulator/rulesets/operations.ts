import type { Operation } from '../http/operation';
import { createRulesetOperation } from './create-ruleset';
import { deleteRuleset } from './delete-ruleset';
import { getEntryPoint } from './get-entry-point';
import { getRuleset } from './get-ruleset';
import { listRulesets } from './list-rulesets';
import { updateEntryPoint } from './update-entry-point';
import { updateRuleset } from './update-ruleset';

/** The ruleset operations (spec 4.1–4.3, 4.7; facts 2.1). */
export const RULESET_OPERATIONS: readonly Operation[] = [
  listRulesets,
  createRulesetOperation,
  getRuleset,
  updateRuleset,
  deleteRuleset,
  getEntryPoint,
  updateEntryPoint,
];
