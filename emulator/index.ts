// From TypeScript 6 on, no types are there unless somebody names them.
/// <reference types="node" preserve="true" />
/** The zone service on loopback, for tests and rehearsals. */
export type { Emulator, EmulatorCredentials, EmulatorOptions } from './create-emulator';
export { createEmulator } from './create-emulator';
export type { Connection } from './requests/service-requests';
export { type RunningEmulator, type StartOptions, startEmulator } from './start-emulator';
export type { ClockControl, ClockReport } from './control/clock-control';
export type { Control } from './control/control';
export { CONTROL_PATH } from './control/control-app';
export { ControlError } from './control/control-error';
export type { RuleDraft, RulesetDraft, ZoneDocument, ZoneDraft, ZoneView } from './control/zones';
export type { JobReport } from './control/traffic';
export type { DeliveredFile, Destinations } from './destinations/destinations';
export type { Clock } from './service/clock';
export { runningClock, virtualClock } from './service/clock';
export type { FaultEffect, FaultMatch, FaultRule, Moment, CountedFaultRule, Faults } from './faults/faults';
export { outcomeOf } from './faults/apply-fault';
export { BASE_PATH } from './service/operation';
export type { Outcome } from './http/reply';
export type { JournalEntry } from './journal/journal-entry';
export type { JournalFilter } from './journal/journal';
export type { HeaderLines, TrafficControl, TrafficReport, TrafficRequest } from './logs/traffic';
export type { Phase } from './rulesets/phases';
export {
  DEFAULT_ACCOUNT_ID,
  DEFAULT_ACCOUNT_NAME,
  DEFAULT_EMAIL,
  DEFAULT_KEY,
  DEFAULT_SEED,
  DEFAULT_TOKEN,
  DEFAULT_ZONE_ID,
  DEFAULT_ZONE_NAME,
  PROFESSIONAL_ZONE_ID,
  PROFESSIONAL_ZONE_NAME,
  SECOND_ZONE_ID,
  SECOND_ZONE_NAME,
} from './seed/default-seed';
export type { SeedManagedRule, SeedManagedRuleset } from './rulesets/managed-rulesets-seed';
export type { SeedRule, SeedRuleset } from './rulesets/rulesets-seed';
export type { SeedDocument, SeedToken, SeedZone } from './seed/seed-document';
export type { SeedProblem } from './seed/seed-text';
export { SeedError } from './seed/seed-text';
export type { Snapshot } from './seed/load-seed';
export type { Permission } from './service/credentials';
export type { Plan } from './service/zone';
export type { Rule, Ruleset } from './rulesets/ruleset';
export type { Model, SeedOptions, ServiceSettings } from './service/settings';
export { MODELS } from './service/settings';
