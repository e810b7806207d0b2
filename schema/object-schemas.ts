import { logCustomFieldsSchema } from './log-custom-fields';
import { logpushJobSchema } from './logpush-job';
import { logpushJobHealthSchema } from './logpush-job-health';
import { logpushJobsSchema } from './logpush-jobs';
import { logpushOwnershipChallengeSchema } from './logpush-ownership-challenge';
import { managedRulesSchema } from './managed-rules';
import { managedRulesCompatibilitySchema } from './managed-rules-compatibility';
import { managedRulesConfigurationSchema } from './managed-rules-configuration';
import { managedRulesMigrationSchema } from './managed-rules-migration';
import { managedRulesStatusSchema } from './managed-rules-status';
import { managedRulesetsSchema } from './managed-rulesets';
import { rulesetsSchema } from './rulesets';

/** All resources, data sources and ephemeral resources of the provider. */
export const OBJECT_SCHEMAS = [
  logCustomFieldsSchema,
  logpushJobSchema,
  managedRulesSchema,
  managedRulesMigrationSchema,
  rulesetsSchema,
  logpushJobHealthSchema,
  logpushJobsSchema,
  managedRulesCompatibilitySchema,
  managedRulesConfigurationSchema,
  managedRulesStatusSchema,
  managedRulesetsSchema,
  logpushOwnershipChallengeSchema,
];
