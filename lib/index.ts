import './provider/installed-peer';
export { EphemeralVariable, Secret } from './elements/ephemeral-variable';
export { LogCustomFields, type LogCustomFieldsProps } from './logpush/log-custom-fields';
export {
  type BucketPath,
  type DestinationFacts,
  LogDestination,
  type Receiver,
  type StoreKeys,
} from './logpush/log-destination';
export type { JobOptionsProps, LogpushOutputOptions } from './logpush/job-options';
export type { LogDataset, LogField } from './logpush/dataset-fields';
export type { LogFilter, LogFilterComparison } from './logpush/log-filter';
export { LogpushJob, type LogpushJobProps, type LogpushJobSettings } from './logpush/logpush-job';
export {
  ManagedRulesMigration,
  type Adjustments,
  type OverrideAction,
  type RuleAdjustment,
  type ManagedRulesMigrationProps,
} from './migration/managed-rules-migration';
export { MigrationGate, type MigrationGateProps, readApprovals } from './migration/migration-gate';
export {
  LogpushOwnershipChallenge,
  type LogpushOwnershipChallengeProps,
} from './logpush/logpush-ownership-challenge';
export type { MetaArguments } from './elements/meta';
export type { ActionTrigger } from './elements/zone-action';
export type { AnyOf, OneOf } from './binding/props';
export type { ListReference } from './binding/references';
export * from './attributes';
export type * from './props';
export {
  placeProvider,
  type PlacedProvider,
  type PlaceProviderOptions,
  PROVIDER_PLATFORMS,
  ProviderNotBuiltError,
} from './provider/provider-package';
export { CompositionError } from './stack/composition-error';
export { PROVIDER_FOLDER_CONTEXT, PROVIDER_PLATFORMS_CONTEXT } from './provider/stack-plugins';
export {
  ManagedRules,
  type ManagedCategoryOverride,
  type ManagedException,
  type ManagedRule,
  type ManagedRuleOverride,
  type ManagedRulesProps,
} from './managed-rules/managed-rules';
export { ManagedRuleset, DataManagedRulesets, DataZones } from './data-sources/data-sources';
export { ZoneProvider, type ZoneProviderProps } from './provider/zone-provider';
export type { ApprovalRow, TargetState } from '../schema';
