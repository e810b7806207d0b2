import { LOGPUSH_OPERATIONS } from './logpush/operations';
import { extendOperation } from './migration/extend-operation';
import { MIGRATION_OPERATIONS } from './migration/migration-operations';
import { PREVIOUS_WAF_OPERATIONS } from './previous-waf/operations';
import { RULESET_OPERATIONS } from './rulesets/operations';
import type { Operation } from './service/operation';
import { ZONE_OPERATIONS } from './zones/operations';

/** Everything that the service offers. */
export const OPERATIONS: readonly Operation[] = [
  ...ZONE_OPERATIONS,
  ...RULESET_OPERATIONS,
  ...LOGPUSH_OPERATIONS,
  ...PREVIOUS_WAF_OPERATIONS,
  ...MIGRATION_OPERATIONS,
].map(extendOperation);
