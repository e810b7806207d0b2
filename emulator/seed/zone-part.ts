import type { Reader } from '../checks/reader';
import type { Service } from '../service/service';
import type { ServiceSettings } from '../service/settings';
import type { Plan } from '../service/zone';

/** What the reading of a part may depend on. */
export interface ZonePartContext {
  readonly plan: Plan;
  readonly settings: ServiceSettings;
}

/** A part of a zone, as seeds describe it and snapshots hold it. */
export interface ZonePart<State, Document> {
  /**
   * Reads what the seed says of the part; `undefined` when it says nothing. Everything is checked here; what
   * needs identifiers or the time is made later, by the function that this returns.
   */
  read(reader: Reader | undefined, context: ZonePartContext): (service: Service) => State;
  /** The document that reads back to the same state, with nothing left out. */
  write(state: State): Document;
}
