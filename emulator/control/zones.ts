import { isObject, mergePatch } from '../checks/json';
import { check } from '../checks/reader';
import type { MigrationState } from '../migration/migration';
import { settleZone, STORED_OF_ZONES } from '../requests/parts';
import { type Ruleset, rulesetsOf } from '../rulesets/ruleset';
import { RULESET_IDS, type SeedRule } from '../rulesets/rulesets-seed';
import { seedZone, storedZone, zoneDocument } from '../seed/read-zones';
import type { SeedZone } from '../seed/seed-document';
import { DocumentIds } from '../service/identifiers';
import { type Service, timeOfWrite } from '../service/service';
import type { Plan, Zone } from '../service/zone';
import { accepted, ControlError, NotThereError } from './control-error';
import { type Phase, isPhase, PHASES } from '../rulesets/phases';
import { readEntryPointUpdate } from '../rulesets/read-bodies';
import { DEFAULT_NAME, deleteStoredRuleset, ruleContext, saveEntryPoint } from '../rulesets/write-ruleset';

const SHOWN_ZONES = 10;

/**
 * The zone with this id, after ending its migration if that is due.
 *
 * @throws NotThereError if there is none
 */
export function zoneById(service: Service, id: string): Zone {
  const zone = service.state.zones.get(id);
  if (zone !== undefined) {
    settleZone(service, zone);
    return zone;
  }
  const zones = [...service.state.zones.values()];
  const known = zones.slice(0, SHOWN_ZONES).map((each) => `${each.id} (${each.name})`);
  const more = zones.length > SHOWN_ZONES ? ` and ${zones.length - SHOWN_ZONES} more` : '';
  throw new NotThereError(`There is no zone '${id}'. Zones: ${known.join(', ')}${more}.`);
}

/** A summary of a zone. `zone(id)` returns the whole document. */
export interface ZoneView {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** Its domain name. */
  readonly name: string;
  /** Its plan. */
  readonly plan: Plan;
  /** Its own rulesets with their rules: entry points, then custom ones. */
  readonly rulesets: readonly Ruleset[];
  /** The state of its migration, by the clock. */
  readonly migration: MigrationState;
  /** How many log push jobs it has. */
  readonly jobs: number;
}

export function zoneViews(service: Service): readonly ZoneView[] {
  return [...service.state.zones.values()].map((zone) => {
    settleZone(service, zone);
    return {
      id: zone.id,
      name: zone.name,
      plan: zone.plan,
      rulesets: structuredClone(rulesetsOf(zone)),
      migration: zone.migration.state,
      jobs: zone.logpush.jobs.size,
    };
  });
}

/** A complete zone, in the form of a seed. */
export type ZoneDocument = Required<SeedZone>;

/** A zone document that may be changed. */
export type ZoneDraft = Draft<ZoneDocument>;

type Draft<T> = T extends readonly (infer Item)[]
  ? Draft<Item>[]
  : T extends object
    ? { -readonly [Member in keyof T]: Draft<T[Member]> }
    : T;

export function documentOf(service: Service, zoneId: string): ZoneDocument {
  return structuredClone(zoneDocument(zoneById(service, zoneId)));
}

/**
 * Changes a zone as another client would, without authentication, journal and faults: the edited document replaces
 * the zone if a seed could contain it. Does not increase versions.
 *
 * @throws ControlError with all problems of the edited document; then nothing is changed
 */
export function editZone(service: Service, zoneId: string, edit: (draft: ZoneDraft) => void): ZoneDocument {
  const draft = documentOf(service, zoneId) as ZoneDraft;
  edit(draft);
  // Objects that the edit still refers to must not become part of the state.
  return replaceZone(service, zoneId, JSON.parse(JSON.stringify(draft)));
}

/** The same with a JSON merge patch (RFC 7396). */
export function patchZone(service: Service, zoneId: string, patch: unknown): ZoneDocument {
  if (!isObject(patch)) throw new ControlError('The patch of a zone must be an object.');
  const base = new Map<string, unknown>(Object.entries(documentOf(service, zoneId)));
  for (const { member, patchBase } of STORED_OF_ZONES)
    if (patchBase !== undefined) base.set(member, patchBase(base.get(member), patch));
  return replaceZone(service, zoneId, mergePatch(Object.fromEntries(base), patch));
}

function replaceZone(service: Service, zoneId: string, document: unknown): ZoneDocument {
  const { zones } = service.state;
  const zone = zoneById(service, zoneId);
  const read = check(document, (reader) => {
    const ids = new DocumentIds();
    const checked = seedZone({ shared: service.state, ids })(reader);
    if (checked === undefined) return undefined;
    if (checked.id !== zoneId) reader.with('id', checked.id ?? null).refuse('the id of a zone cannot change');
    const taken = rulesetIdsOfOthers([...zones.values()], zone);
    for (const id of ids.given(RULESET_IDS))
      if (taken.has(id)) reader.member('rulesets').refuse(`another zone has the ruleset ${id}`);
    return checked;
  });
  const seed = accepted(read, 'The service does not accept this zone:');
  timeOfWrite(service);
  zones.set(zoneId, storedZone(service, seed));
  return documentOf(service, zoneId);
}

function rulesetIdsOfOthers(all: readonly Zone[], zone: Zone): ReadonlySet<unknown> {
  const others = all.filter((other) => other !== zone);
  return new Set(others.flatMap((other) => rulesetsOf(other).map(({ id }) => id)));
}

/** A rule that may be changed, or a new one without id. */
export type RuleDraft = Draft<Omit<SeedRule, 'action_parameters'>> & {
  /** Parameters of the action. */
  action_parameters: Record<string, unknown>;
};

/** A ruleset that may be changed. */
export interface RulesetDraft {
  /** Free text. */
  description: string;
  /** In the order in which they apply. */
  rules: RuleDraft[];
}

/**
 * Changes the zone's ruleset of the phase as another client would, without authentication, journal and faults.
 * Creates it if there is none. The result must be one that the service accepts.
 */
export function editRuleset(
  service: Service,
  zoneId: string,
  phaseName: string,
  edit: (draft: RulesetDraft) => void,
): Ruleset {
  const zone = zoneById(service, zoneId);
  const phase = phaseOf(phaseName);
  const stored = zone.rulesets.get(phase);
  const draft = structuredClone({
    description: stored?.description ?? '',
    rules: stored?.rules ?? [],
  }) as RulesetDraft;
  edit(draft);
  return saveRuleset(service, zoneId, phase, draft);
}

/** The same with a document in the form of an entry-point update (docs/internals/service.md 7.4). */
export function saveRuleset(service: Service, zoneId: string, phaseName: string, document: unknown): Ruleset {
  const zone = zoneById(service, zoneId);
  const phase = phaseOf(phaseName);
  const context = ruleContext(service, zone, phase);
  const read = readEntryPointUpdate(document, context);
  const update = accepted(read, 'The service does not accept this ruleset:');
  return saveEntryPoint(service, zone, phase, { name: DEFAULT_NAME, ...update });
}

/** Deletes the zone's ruleset of the phase; false if there is none. */
export function removeRuleset(service: Service, zoneId: string, phaseName: string): boolean {
  const zone = zoneById(service, zoneId);
  const stored = zone.rulesets.get(phaseOf(phaseName));
  if (stored !== undefined) deleteStoredRuleset(service, zone, stored);
  return stored !== undefined;
}

function phaseOf(name: string): Phase {
  if (isPhase(name)) return name;
  throw new ControlError(`There is no phase '${name}'. Phases: ${PHASES.join(', ')}.`);
}
