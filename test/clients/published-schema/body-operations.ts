import type { BodyOperation } from './body-operation';
import { LOG_PUSH_OPERATIONS } from './log-push-bodies';
import { PREVIOUS_RULE_OPERATIONS } from './previous-rule-bodies';
import { RULE_OPERATIONS } from './rule-bodies';

/** Every operation that has a body. */
export const BODY_OPERATIONS: readonly BodyOperation[] = [
  ...RULE_OPERATIONS,
  ...LOG_PUSH_OPERATIONS,
  ...PREVIOUS_RULE_OPERATIONS,
];
