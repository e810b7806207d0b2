import type { Destinations } from '../destinations/destinations';
import type { Faults } from '../faults/faults';
import type { Journal, JournalEntry } from '../journal/journal';
import { createTraffic } from '../logs/create-traffic';
import type { TrafficControl } from '../logs/traffic';
import type { Phase } from '../rulesets/phases';
import { readSeed } from '../seed/read-seed';
import { loadSeed } from '../seed/load-seed';
import type { Seed } from '../seed/seed';
import type { SeedDocument } from '../seed/seed-document';
import { SeedError, seedProblem } from '../seed/seed-error';
import { parseSeedText } from '../seed/seed-text';
import type { Snapshot } from '../seed/snapshot';
import { snapshotOf } from '../seed/snapshot';
import type { Plan } from '../service/plan';
import type { Ruleset } from '../service/ruleset';
import type { Service } from '../service/service';
import type { ServiceSettings } from '../service/settings';
import type { RulesetDraft } from './edit-ruleset';
import { editRuleset, removeRuleset, saveRuleset } from './edit-ruleset';

/** A zone with everything that it holds. */
export interface ZoneView {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly rulesets: readonly Ruleset[];
}

/** What a test suite does with the emulator besides sending requests. */
export interface Control {
  /** Back to the state after creation: seed, clock, identifiers; journal and faults are empty. */
  reset(): void;
  /** Replaces the whole state. @throws SeedError */
  seed(document: SeedDocument | string): void;
  snapshot(): Snapshot;
  /** Puts a snapshot back; journal and faults stay. @throws SeedError */
  restore(snapshot: Snapshot): void;
  /** The requests to the service so far, without their secrets. */
  journal(): readonly JournalEntry[];
  clearJournal(): void;
  zones(): readonly ZoneView[];
  /** Changes or creates a ruleset behind the client's back. @throws ControlError */
  editRuleset(zoneId: string, phase: Phase, edit: (draft: RulesetDraft) => void): Ruleset;
  /** The same with a whole document `{ rules, description? }`. @throws ControlError */
  saveRuleset(zoneId: string, phase: string, document: unknown): Ruleset;
  /** Deletes a ruleset behind the client's back; false when there is none. @throws ControlError */
  deleteRuleset(zoneId: string, phase: string): boolean;
  readonly faults: Faults;
  readonly traffic: TrafficControl;
  readonly destinations: Destinations;
}

export interface ControlParts {
  readonly service: Service;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly initialSeed: SeedDocument | string;
  /** Win over the options of every seed. */
  readonly settings: Partial<ServiceSettings>;
}

/** Loads the initial seed and gives control over what follows. @throws SeedError */
export function createControl({ service, journal, faults, initialSeed, settings }: ControlParts): Control {
  const startTime = service.clock.now();
  const load = (document: SeedDocument | string): void =>
    loadSeed(service, checkedSeed(document, settings), startTime);
  load(initialSeed);
  return {
    reset: () => {
      load(initialSeed);
      journal.clear();
      faults.clear();
      service.destinations.clear();
    },
    seed: load,
    snapshot: () => snapshotOf(service),
    restore: load,
    journal: () => journal.entries(),
    clearJournal: () => journal.clear(),
    zones: () => snapshotOfZones(service),
    editRuleset: (zoneId, phase, edit) => editRuleset(service, zoneId, phase, edit),
    saveRuleset: (zoneId, phase, document) => saveRuleset(service, zoneId, phase, document),
    deleteRuleset: (zoneId, phase) => removeRuleset(service, zoneId, phase),
    faults,
    traffic: createTraffic(service),
    destinations: service.destinations,
  };
}

function checkedSeed(seed: SeedDocument | string, settings: Partial<ServiceSettings>): Seed {
  const text = typeof seed === 'string' ? parseSeedText(seed) : { document: seed, locate: seedProblem };
  if ('problems' in text) throw new SeedError(text.problems);
  const read = readSeed(text.document, settings);
  if (!read.ok) throw new SeedError(read.problems.map(text.locate));
  return read.value;
}

function snapshotOfZones(service: Service): readonly ZoneView[] {
  return [...service.state.zones.values()].map((zone) => ({
    id: zone.id,
    name: zone.name,
    plan: zone.plan,
    rulesets: structuredClone([...zone.rulesets.values()]),
  }));
}
