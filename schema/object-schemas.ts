import { logCustomFieldsSchema } from './log-fields/log-custom-fields';
import { logpushDeliverySchema, logpushDestinationCheckSchema } from './logpush/logpush-actions';
import { logpushJobSchema } from './logpush/logpush-job';
import { logpushJobHealthSchema, logpushJobsSchema } from './logpush/logpush-jobs';
import { logpushOwnershipChallengeSchema } from './logpush/logpush-ownership-challenge';
import { managedRulesSchema } from './managed-rules/managed-rules';
import {
  managedRulesCompatibilitySchema,
  managedRulesConfigurationSchema,
  managedRulesStatusSchema,
} from './migration/data-sources';
import { managedRulesMigrationSchema } from './migration/managed-rules-migration';
import { managedRulesetsSchema } from './managed-rules/managed-rulesets';
import { rulesetsSchema, zonesSchema } from './zone/data-sources';

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

/** All resources of the provider. */
export const RESOURCE_SCHEMAS = [
  logCustomFieldsSchema,
  logpushJobSchema,
  logpushOwnershipChallengeSchema,
  managedRulesSchema,
  managedRulesMigrationSchema,
];

/** All actions of the provider. */
export const ACTION_SCHEMAS = [logpushDestinationCheckSchema, logpushDeliverySchema];

/** All resources and data sources of the provider. */
export const OBJECT_SCHEMAS = [...RESOURCE_SCHEMAS, ...DATA_SOURCE_SCHEMAS];
