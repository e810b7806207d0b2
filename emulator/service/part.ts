import type { JsonObject } from '../checks/json';
import type { Reader } from '../checks/reader';
import type { DocumentIds } from './identifiers';
import type { ZoneOperation, ServiceOperation } from './operation';
import type { Service, SharedState } from './service';
import type { ServiceSettings } from './settings';
import type { Plan, Zone } from './zone';

/** A part of the service. `parts.ts` lists them all; nothing else needs to know about a part. */
export interface ServicePart {
  readonly operations: readonly ServiceOperation[];
  /** What it keeps for each zone. @default - nothing */
  readonly stored?: readonly StoredPart[];
  /** What it keeps for all zones together. @default - nothing */
  readonly shared?: SharedPart;
  /**
   * What it changes in the zone operations of other parts: returns the operation to use in place of this one, or the same.
   *
   * @default - nothing
   */
  readonly extendOperation?: (operation: ZoneOperation) => ZoneOperation;
  /**
   * Applies what has become due in a zone by the clock. Called before anything reads the zone.
   *
   * @default - nothing is due
   */
  readonly settle?: (service: Service, zone: Zone) => void;
}

/** A part's state for each zone, in seeds and snapshots. */
export interface StoredPart<Document = unknown> {
  /** The member of the document of a zone that holds it. */
  readonly member: string;
  /**
   * Reads the part's member of the seed; `undefined` if there is none. Checks everything here; what needs identifiers
   * or the time is created later, by the returned function, which returns the part's members of the zone.
   */
  read(reader: Reader | undefined, context: SeedContext): (service: Service) => Partial<Zone>;
  /** The complete document that reads back to the same state. */
  write(zone: Zone): Document;
  /** The document to which a merge patch of the whole zone applies. @default - the unchanged document */
  patchBase?(stored: Document, patch: JsonObject): Document;
}

/** A part's state for all zones together, in seeds and snapshots. */
export interface SharedPart<Document = unknown> {
  /** The member of the seed that holds it. */
  readonly member: string;
  /** Reads it before zones, which may depend on it; `undefined` if the seed has none. */
  read(reader: Reader | undefined): Partial<SharedState>;
  /** The complete document that reads back to the same state. */
  write(state: SharedState): Document;
}

/** What the reading of a part may depend on. */
export interface SeedContext {
  readonly plan: Plan;
  /** What all zones have in common. */
  readonly shared: SharedState;
  readonly settings: ServiceSettings;
  /** The ids of the whole document so far. */
  readonly ids: DocumentIds;
}
