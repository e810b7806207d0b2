import type { BodyOperation } from './body-operation';
import { LOG_PUSH_OPERATIONS } from './log-push-bodies';
import { RULE_OPERATIONS } from './rule-bodies';
import { SETTING_OPERATIONS } from './setting-bodies';

/** Every operation that has a body. */
export const BODY_OPERATIONS: readonly BodyOperation[] = [
  ...RULE_OPERATIONS,
  ...LOG_PUSH_OPERATIONS,
  ...SETTING_OPERATIONS,
];
