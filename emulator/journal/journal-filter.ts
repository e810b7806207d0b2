/** Which requests of the journal to look at; a part that is absent fits every one. */
export interface JournalFilter {
  /** Name of an operation. */
  readonly operation?: string;
  /** The zone in the path. */
  readonly zoneId?: string;
  /** In upper case, `GET`. */
  readonly method?: string;
  /** Null for requests that got no answer. */
  readonly status?: number | null;
  /** Only requests after the one of this number. */
  readonly since?: number;
}

interface Filtered {
  readonly number: number;
  readonly operation: string | null;
  readonly zoneId: string | null;
  readonly method: string;
  readonly status: number | null;
}

export function fitsFilter(filter: JournalFilter, request: Filtered): boolean {
  return (
    (filter.operation === undefined || filter.operation === request.operation) &&
    (filter.zoneId === undefined || filter.zoneId === request.zoneId) &&
    (filter.method === undefined || filter.method === request.method) &&
    (filter.status === undefined || filter.status === request.status) &&
    (filter.since === undefined || request.number > filter.since)
  );
}
