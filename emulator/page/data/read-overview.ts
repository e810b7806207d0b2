import type { Journal } from '../../journal/journal';
import type { MigrationState } from '../../migration/migration';
import { settledMigration } from '../../migration/settled-migration';
import type { Plan } from '../../service/plan';
import type { Service } from '../../service/service';
import type { Zone } from '../../service/zone';
import { countFields } from './read-fields';
import type { RequestView } from './read-requests';
import { readRequests } from './read-requests';

/** All that the overview shows. */
export interface OverviewData {
  /** The emulator's time, in milliseconds since the Unix epoch. */
  readonly time: number;
  readonly zoneCount: number;
  /** Since the journal was cleared. */
  readonly requestCount: number;
  readonly fileCount: number;
  /** What was searched for; empty for all zones. */
  readonly search: string;
  /** Zones that fit the search. */
  readonly found: number;
  /** Counted from 1. */
  readonly page: number;
  readonly pages: number;
  readonly zones: readonly ZoneRow[];
  /** The last ones, newest first. */
  readonly requests: readonly RequestView[];
}

export interface ZoneRow {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly state: MigrationState;
  readonly fields: number;
  readonly jobs: number;
}

export const ZONES_PER_PAGE = 50;

const LAST_REQUESTS = 15;

/** Reads one page of the zones whose name or id contains the text, in the order of the state. */
export function readOverview(
  service: Service,
  journal: Journal,
  search: string,
  wantedPage: number,
): OverviewData {
  const { zones } = service.state;
  const wanted = search.toLowerCase();
  const found = [...zones.values()].filter(
    ({ id, name }) => name.toLowerCase().includes(wanted) || id.includes(wanted),
  );
  const pages = Math.max(1, Math.ceil(found.length / ZONES_PER_PAGE));
  const page = Math.min(Math.max(1, wantedPage), pages);
  const entries = journal.entries();
  return {
    time: service.clock.now(),
    zoneCount: zones.size,
    requestCount: entries.at(-1)?.number ?? 0,
    fileCount: service.destinations.files().length,
    search,
    found: found.length,
    page,
    pages,
    zones: found
      .slice((page - 1) * ZONES_PER_PAGE, page * ZONES_PER_PAGE)
      .map((zone) => zoneRow(service, zone)),
    requests: readRequests(entries, LAST_REQUESTS),
  };
}

function zoneRow(service: Service, zone: Zone): ZoneRow {
  const { id, name, plan, logpush } = zone;
  return {
    id,
    name,
    plan,
    state: settledMigration(service, zone).state,
    fields: countFields(zone, service.state.settings),
    jobs: logpush.jobs.size,
  };
}
