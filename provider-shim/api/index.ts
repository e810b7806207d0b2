export { AskedOnce } from './operations/asked-once';
export { kindOf } from './operations/dry-run';
export { backOff, type BackOff } from './http/back-off';
export { parseBaseUrl } from './address/base-url';
export { createClient, createClients } from './operations/client';
export type { ServiceClients, ZoneClient } from './operations/client';
export type { Credentials } from './address/credentials';
export { DOCTOR, ServiceError } from './answers/errors';
export { refusedOfDestination } from './answers/known-errors';
export type { Outcome, ServiceErrorKind } from './answers/errors';
export {
  findZones,
  inOrder,
  type FoundZones,
  type WantedZones,
  type ZoneFailure,
} from './operations/find-zones';
export { inventoryOperations } from './operations/inventory';
export type { InventoryOperations, ListedZone } from './operations/inventory';
export type { Log, LogLevel } from '../sdk/text';
export type { LogpushOperations, OwnershipChallenge, Validation } from './operations/logpush';
export type { LogpushJob, LogpushJobInput } from './operations/logpush-job';
export type {
  Compatibility,
  GeneratedRule,
  MigrationConfiguration,
  MigrationOperations,
  MigrationStatus,
  MigrationTrigger,
} from './operations/migration';
export type { ClientOptions } from './http/options';
export { describeWait, type LimitWait, type PacingSettings } from './pacing/pacing';
export { LONGEST_RESET_MS } from './pacing/rate-limit';
export type {
  FirewallRule,
  PageRule,
  PreviousWafOperations,
  UriOverride,
  WafPackage,
} from './operations/previous-waf';
export type { CallOptions, ServiceRequest } from './http/request';
export { secretsOf } from './address/credentials';
export { systemTime, type Time } from './pacing/time';
export { credentialFaults, resolveCredentials } from './address/resolve-credentials';
export type { ActionParameters, Rule, RuleInput, Ruleset, RulesetSummary } from './operations/ruleset';
export {
  managedRulesSaving,
  ruleDeletion,
  ruleUpdate,
  rulesetCreation,
  rulesetUpdate,
  type NewRuleset,
  type RulesetWrite,
} from './operations/ruleset-write';
export { hasNoRoute, type ZoneDetails, type ZoneOperations } from './operations/zones';
