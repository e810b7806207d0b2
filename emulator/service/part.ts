import type { Reader } from '../checks/reader';
import type { Markup } from '../markup/elements';
import type { DocumentIds } from './document-ids';
import type { Operation } from './operation';
import type { Service } from './service';
import type { ServiceSettings } from './settings';
import type { Plan, Zone } from './zone';

/** A part of the service. `parts.ts` lists them all; nothing else has to know of a part. */
export interface ServicePart {
  readonly operations: readonly Operation[];
  /** What it keeps for each zone. @default - nothing */
  readonly stored?: StoredPart;
  /**
   * What it changes in the operations of other parts: the operation to use in the place of this one, or the same.
   *
   * @default - nothing
   */
  readonly extendOperation?: (operation: Operation) => Operation;
  /**
   * Applies to a zone what became due by the clock. Called before anybody looks at it.
   *
   * @default - nothing is due
   */
  readonly settle?: (service: Service, zone: Zone) => void;
  /** What of a zone it shows on the status page. @default - nothing */
  readonly page?: readonly PageSection[];
}

/** What a part keeps for each zone, as seeds describe it and snapshots hold it. */
export interface StoredPart<Document = unknown> {
  /** The member of a zone's document that holds it. */
  readonly member: string;
  /**
   * Reads what the seed says of the part; `undefined` when it says nothing. Everything is checked here; what
   * needs identifiers or the time is made later, by the function that this returns: the part's members of a zone.
   */
  read(reader: Reader | undefined, context: ZoneContext): (service: Service) => Partial<Zone>;
  /** The document that reads back to the same state, with nothing left out. */
  write(zone: Zone): Document;
  /** What a merge patch of the document begins with. @default - the document as it is */
  patchBase?(stored: Document, patch: unknown): Document;
}

/** What the reading of a part may depend on. */
export interface ZoneContext {
  readonly plan: Plan;
  readonly settings: ServiceSettings;
  /** The ids that the whole document has given so far. */
  readonly ids: DocumentIds;
}

/** What a part shows of a zone on the status page. */
export interface PageSection {
  /** Sections and columns stand in ascending order of it. */
  readonly order: number;
  /** On the page of the zone. */
  readonly section: (service: Service, zone: Zone) => Markup;
  /** In the table of all zones. @default - none */
  readonly column?: PageColumn;
}

export interface PageColumn {
  readonly title: string;
  /** Whether its cells are numbers, which stand to the right. */
  readonly isNumber: boolean;
  readonly cell: (service: Service, zone: Zone) => Markup | number;
}
