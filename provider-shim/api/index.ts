export { AskedOnce } from './asked-once';
export { backOff, type BackOff } from './back-off';
export { parseBaseUrl } from './base-url';
export { createClient, createClients } from './client';
export type { ServiceClients, ZoneClient } from './client';
export type { Credentials } from './credentials';
export { ServiceError } from './errors';
export type { Outcome, ServiceErrorKind } from './errors';
export { inventoryOperations } from './inventory';
export type { AnsweredJob, InventoryOperations, ListedZone } from './inventory';
export type { Log, LogLevel } from '../sdk/text';
export type { LogpushOperations, OwnershipChallenge } from './logpush';
export type { LogpushJob, LogpushJobInput } from './logpush-job';
export type {
  Compatibility,
  GeneratedRule,
  MigrationConfiguration,
  MigrationOperations,
  MigrationStatus,
  MigrationTrigger,
} from './migration';
export type { ClientOptions } from './options';
export type { PacingSettings } from './pacing';
export type { FirewallRule, PageRule, PreviousWafOperations, UriOverride, WafPackage } from './previous-waf';
export type { CallOptions, ServiceRequest } from './request';
export { secretsOf } from './credentials';
export { systemTime, type Time } from './time';
export { credentialFaults, resolveCredentials } from './resolve-credentials';
export type { ActionParameters, Rule, RuleInput, Ruleset, RulesetSummary } from './ruleset';
export type { NewRuleset, RulesetContent } from './rulesets';
export { hasNoRoute, type ZoneDetails, type ZoneOperations } from './zones';
