export { AskedOnce } from './operations/asked-once';
export { kindOf } from './operations/dry-run';
export { keepCertificatesChecked, connectionsTo } from './http/dispatcher';
export { backOff, type BackOff } from './http/retry';
export { parseBaseUrl } from './address/base-url';
export { createClients, type ServiceClients, type ZoneClient } from './operations/client';
export { proxyFor } from './address/proxy';
export { credentialFaults, resolveCredentials } from './address/credentials';
export { DOCTOR, ServiceError, unlessRefused } from './answers/errors';
export { NO_SUCH_ZONE, refusedOfDestination } from './answers/known-errors';
export {
  byNameAndId,
  findZones,
  inOrder,
  type FoundZones,
  type WantedZones,
  type ZoneFailure,
  inventoryOperations,
  type InventoryOperations,
  type ListedZone,
  hasNoRoute,
  isRetired,
  RETIRED_STATUSES,
  severalZones,
  type ZoneDetails,
} from './operations/zones';
export type { Validation } from './operations/logpush';
export type { LogpushJob, LogpushJobInput } from './operations/logpush-job';
export type {
  GeneratedRule,
  MigrationOperations,
  MigrationStatus,
  MigrationTrigger,
} from './operations/migration';
export type { ClientOptions } from './http/options';
export { describeWait, type LimitWait } from './pacing/pacing';
export { LONGEST_RESET_MS } from './pacing/rate-limit';
export type { FirewallRule, PageRule, PreviousWafOperations, UriOverride } from './operations/previous-waf';
export { systemTime, within, type Time } from './pacing/time';
export {
  type ActionParameters,
  type Rule,
  type RuleInput,
  type Ruleset,
  type RulesetSummary,
  ruleDeletion,
  ruleCreation,
  ruleUpdate,
  rulesetCreation,
  rulesetUpdate,
  type RulesetWrite,
} from './operations/rulesets';
