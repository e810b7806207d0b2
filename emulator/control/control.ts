import type { Destinations } from '../destinations/destinations';
import type { Faults } from '../faults/faults';
import type { Journal, JournalFilter } from '../journal/journal';
import type { JournalEntry } from '../journal/journal-entry';
import type { TrafficControl } from '../logs/traffic';
import type { Phase } from '../rulesets/phases';
import type { Ruleset } from '../rulesets/ruleset';
import { stateLoader, type Snapshot, snapshotOf } from '../seed/load-seed';
import type { SeedDocument } from '../seed/seed-document';
import type { Service } from '../service/service';
import {
  type SeedOptions,
  type ServiceSettings,
  type StartSettings,
  DEFAULT_MODEL,
  settingsDocument,
} from '../service/settings';
import { type ClockControl, clockControl } from './clock-control';
import {
  type RulesetDraft,
  type ZoneDocument,
  type ZoneDraft,
  type ZoneView,
  editRuleset,
  removeRuleset,
  saveRuleset,
  documentOf,
  editZone,
  patchZone,
  zoneViews,
} from './zones';
import { type JobReport, jobReports, createTraffic } from './traffic';

/** What a test suite can do with the emulator besides sending requests. */
export interface Control {
  /** Goes back to the state after creation: seed, clock, identifiers; empties journal, faults and destinations. */
  reset(): void;
  /** Replaces the whole state. @throws SeedError */
  seed(document: SeedDocument | string): void;
  /** The whole current state, as a complete seed document. */
  snapshot(): Snapshot;
  /** Restores a snapshot, or the text of one; journal, faults and destinations stay. @throws SeedError */
  restore(snapshot: Snapshot | string): void;
  /** How the service behaves: its model, and every setting. */
  settings(): ServiceSettings;
  /** The same as the `options` of a seed: the model, and the settings that differ from it. */
  options(): SeedOptions;
  /** The requests to the service so far, without their secrets; with a filter, only those that match. */
  journal(filter?: JournalFilter): readonly JournalEntry[];
  /** Forgets the requests so far. */
  clearJournal(): void;
  /** A summary of all zones, in the order of creation. */
  zones(): readonly ZoneView[];
  /** The whole zone, in the form of a seed. @throws ControlError */
  zone(zoneId: string): ZoneDocument;
  /** The log push jobs of a zone: how they fare, and the newest entries of their logs. @throws ControlError */
  jobs(zoneId: string): readonly JobReport[];
  /** Changes anything in a zone behind the client's back by editing its document. @throws ControlError */
  editZone(zoneId: string, edit: (draft: ZoneDraft) => void): ZoneDocument;
  /** The same with a JSON merge patch (RFC 7396). @throws ControlError */
  patchZone(zoneId: string, patch: unknown): ZoneDocument;
  /** Changes or creates a ruleset behind the client's back. @throws ControlError */
  editRuleset(zoneId: string, phase: Phase, edit: (draft: RulesetDraft) => void): Ruleset;
  /** The same with a whole document `{ rules, description? }`. @throws ControlError */
  saveRuleset(zoneId: string, phase: string, document: unknown): Ruleset;
  /** Deletes a ruleset behind the client's back; false if there is none. @throws ControlError */
  deleteRuleset(zoneId: string, phase: string): boolean;
  /** The clock, which moves only when a test or a write moves it. */
  readonly clock: ClockControl;
  /** Faults, which replace or delay answers. */
  readonly faults: Faults;
  /** Requests through the zones, which make log entries. */
  readonly traffic: TrafficControl;
  /** Where jobs send their logs: files that test a destination or prove ownership. */
  readonly destinations: Destinations;
}

interface ControlParts extends StartSettings {
  readonly service: Service;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly initialSeed: SeedDocument | string;
}

/** Loads the initial seed and returns its control. @throws SeedError */
export function createControl(parts: ControlParts): Control {
  const { service, journal, faults, initialSeed, settings } = parts;
  const loadState = stateLoader(service);
  const load = (document: SeedDocument | string, defaultModel = parts.defaultModel): void =>
    loadState(document, { settings, defaultModel });
  load(initialSeed);

  return {
    reset: () => {
      load(initialSeed);
      journal.clear();
      faults.clear();
      service.destinations.clear();
    },
    seed: (document) => load(document),
    snapshot: () => snapshotOf(service),
    // A snapshot that names no model is older than the models.
    restore: (snapshot) => load(snapshot, DEFAULT_MODEL),
    settings: () => ({ ...service.state.settings }),
    options: () => settingsDocument(service.state.settings),
    journal: (filter) => journal.entries(filter),
    clearJournal: () => journal.clear(),
    zones: () => zoneViews(service),
    zone: (zoneId) => documentOf(service, zoneId),
    jobs: (zoneId) => jobReports(service, zoneId),
    editZone: (zoneId, edit) => editZone(service, zoneId, edit),
    patchZone: (zoneId, patch) => patchZone(service, zoneId, patch),
    editRuleset: (zoneId, phase, edit) => editRuleset(service, zoneId, phase, edit),
    saveRuleset: (zoneId, phase, document) => saveRuleset(service, zoneId, phase, document),
    deleteRuleset: (zoneId, phase) => removeRuleset(service, zoneId, phase),
    clock: clockControl(service),
    faults,
    traffic: createTraffic(service),
    destinations: service.destinations,
  };
}
