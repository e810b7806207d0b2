import { AskedOnce, hasNoRoute, ServiceError, type ZoneClient } from '../api';

/** The names of a dataset's log fields, or why they are unknown. */
export type FoundFields =
  | { readonly kind: 'fields'; readonly names: readonly string[] }
  /** The dataset does not exist. `said` is the service's message, which lists the datasets, with its status and code. */
  | { readonly kind: 'no dataset'; readonly said: string | undefined }
  | { readonly kind: 'refused'; readonly error: ServiceError };

/** Looks up the log fields of datasets, once per run, zone and dataset. */
export class DatasetFields {
  readonly #found = new AskedOnce<FoundFields>();

  constructor(private readonly api: ZoneClient) {}

  /** @throws ServiceError when the service cannot be reached, or has no such zone */
  of(zoneId: string, dataset: string, signal: AbortSignal): Promise<FoundFields> {
    return this.#found.of(`${zoneId}/${dataset}`, signal, () => lookUp(this.api, zoneId, dataset, signal));
  }
}

async function lookUp(
  api: ZoneClient,
  zoneId: string,
  dataset: string,
  signal: AbortSignal,
): Promise<FoundFields> {
  try {
    const names = await api.logpushFields(zoneId, dataset, { signal });
    return names ? { kind: 'fields', names } : { kind: 'no dataset', said: undefined };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.kind === 'authorization') return { kind: 'refused', error };
    if (error.kind !== 'invalid' || hasNoRoute(error)) throw error;
    return { kind: 'no dataset', said: error.said };
  }
}
