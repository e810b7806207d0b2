import { logCustomFieldsSchema } from './log-fields/log-custom-fields';
import { logpushJobSchema } from './logpush/logpush-job';
import { logpushJobHealthSchema } from './logpush/logpush-job-health';
import { logpushJobsSchema } from './logpush/logpush-jobs';
import { logpushOwnershipChallengeSchema } from './logpush/logpush-ownership-challenge';
import { managedRulesSchema } from './managed-rules/managed-rules';
import { managedRulesCompatibilitySchema } from './migration/managed-rules-compatibility';
import { managedRulesConfigurationSchema } from './migration/managed-rules-configuration';
import { managedRulesMigrationSchema } from './migration/managed-rules-migration';
import { managedRulesStatusSchema } from './migration/managed-rules-status';
import { managedRulesetsSchema } from './managed-rules/managed-rulesets';
import { rulesetsSchema } from './zone/rulesets';
import { zonesSchema } from './zone/zones';

/** All data sources of the provider. */
export const DATA_SOURCE_SCHEMAS = [
  rulesetsSchema,
  zonesSchema,
  logpushJobHealthSchema,
  logpushJobsSchema,
  managedRulesCompatibilitySchema,
  managedRulesConfigurationSchema,
  managedRulesStatusSchema,
  managedRulesetsSchema,
];

/** All resources, data sources and ephemeral resources of the provider. */
export const OBJECT_SCHEMAS = [
  logCustomFieldsSchema,
  logpushJobSchema,
  managedRulesSchema,
  managedRulesMigrationSchema,
  ...DATA_SOURCE_SCHEMAS,
  logpushOwnershipChallengeSchema,
];
