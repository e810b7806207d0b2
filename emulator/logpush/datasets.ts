import type { FieldRow, FieldType } from './datasets/field-row';
import { HTTP_REQUESTS } from './datasets/http-requests';
import {
  ACCOUNT_ABUSE_PROTECTION_EVENTS,
  DNS_LOGS,
  FIREWALL_EVENTS,
  NEL_REPORTS,
  PAGE_SHIELD_EVENTS,
  SPECTRUM_EVENTS,
  WEBSOCKET_ANALYTICS,
  ZARAZ_EVENTS,
} from './datasets/other-datasets';

/** A field that log entries of a dataset can have. */
export interface DatasetField {
  readonly description: string;
  readonly type: FieldType;
}

/** The datasets of a zone with their fields (docs/internals/service.md 5.2). */
const FIELDS_OF_ZONES = {
  http_requests: HTTP_REQUESTS,
  firewall_events: FIREWALL_EVENTS,
  dns_logs: DNS_LOGS,
  spectrum_events: SPECTRUM_EVENTS,
  nel_reports: NEL_REPORTS,
  page_shield_events: PAGE_SHIELD_EVENTS,
  zaraz_events: ZARAZ_EVENTS,
  websocket_analytics: WEBSOCKET_ANALYTICS,
  account_abuse_protection_events: ACCOUNT_ABUSE_PROTECTION_EVENTS,
} as const satisfies Readonly<Record<string, readonly FieldRow[]>>;

/** A dataset of a zone. */
export type Dataset = keyof typeof FIELDS_OF_ZONES;

/** The datasets of a zone. */
export const DATASETS = Object.keys(FIELDS_OF_ZONES) as readonly Dataset[];

/** The dataset of requests through the zone (docs/internals/service.md 5.2). */
export const REQUESTS_DATASET = 'http_requests' satisfies Dataset;

/** The dataset of a job that names none (docs/internals/service.md 5.2). */
export const DEFAULT_DATASET = REQUESTS_DATASET;

type Fields = ReadonlyMap<string, DatasetField>;

/** The fields of datasets by name. */
const FIELDS: ReadonlyMap<string, Fields> = fieldsByDataset(FIELDS_OF_ZONES);

const DEFAULT_HTTP_REQUESTS_FIELDS = [
  'ClientIP',
  'ClientRequestHost',
  'ClientRequestMethod',
  'ClientRequestURI',
  'EdgeEndTimestamp',
  'EdgeResponseBytes',
  'EdgeResponseStatus',
  'EdgeStartTimestamp',
  'RayID',
] as const;

/** The fields of requests through a zone. */
export const REQUESTS_FIELDS: Fields = FIELDS.get(REQUESTS_DATASET) ?? new Map();

/** The fields that jobs for the dataset can name. */
export function knownFields(dataset: string): Fields | undefined {
  return FIELDS.get(dataset);
}

/** The fields of a zone's job that names none: a limited set for requests, otherwise all fields of the dataset. */
export function defaultFields(dataset: string): readonly string[] {
  if (dataset === REQUESTS_DATASET) return DEFAULT_HTTP_REQUESTS_FIELDS;
  return [...(knownFields(dataset)?.keys() ?? [])];
}

function fieldsByDataset(rows: Readonly<Record<string, readonly FieldRow[]>>): ReadonlyMap<string, Fields> {
  return new Map(
    Object.entries(rows).map(([dataset, fields]) => [
      dataset,
      new Map(fields.map(([name, type, description]) => [name, { description, type }])),
    ]),
  );
}
