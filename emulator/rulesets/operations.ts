import type { Operation } from '../service/operation';
import { ENTRY_POINT_OPERATIONS } from './entry-point-operations';
import { RULE_OPERATIONS } from './rule-operations';
import { RULESET_OPERATIONS as RULESETS } from './ruleset-operations';
import { VERSION_OPERATIONS } from './version-operations';

export const RULESET_OPERATIONS: readonly Operation[] = [
  ...RULESETS,
  ...ENTRY_POINT_OPERATIONS,
  ...RULE_OPERATIONS,
  ...VERSION_OPERATIONS,
];
