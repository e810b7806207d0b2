import type { DeliveredFile } from '../../destinations/destinations';
import { parseDestination } from '../../destinations/parse-destination';
import { publicDestination } from '../../destinations/redact-destination';
import type { Service } from '../../service/service';
import type { Zone } from '../../service/zone';
import type { LogEntries } from './log-entries';
import { readLogEntries } from './log-entries';
import { shownDestination } from './shown-destination';

/** What arrived at the destinations of a zone's jobs. */
export interface DeliveriesView {
  /** Newest first. */
  readonly files: readonly DeliveryView[];
  /** How many older files are not shown. */
  readonly older: number;
}

export interface DeliveryView {
  /** Counts the files of the zone from 1, so that a file keeps its number when others follow. */
  readonly number: number;
  readonly destination: string;
  readonly name: string;
  /** ISO 8601. */
  readonly at: string;
  readonly entries: LogEntries;
}

/** The most files that are shown. */
export const MAX_FILES = 10;

/** Reads the last files that arrived where the zone's jobs deliver to, whoever delivered them. */
export function readDeliveries(service: Service, zone: Zone): DeliveriesView {
  const forms = [...zone.logpush.jobs.values()].flatMap((job) => formOf(job.destination_conf) ?? []);
  const all = service.destinations
    .files()
    .filter(({ destination }) => forms.some((form) => form.test(destination)))
    .map((file, index) => ({ file, number: index + 1 }));
  return {
    files: all
      .slice(-MAX_FILES)
      .reverse()
      .map(({ file, number }) => deliveryView(file, number)),
    older: Math.max(0, all.length - MAX_FILES),
  };
}

function deliveryView(file: DeliveredFile, number: number): DeliveryView {
  const { name, at, text } = file;
  return { number, destination: shownDestination(file.destination), name, at, entries: readLogEntries(text) };
}

/** What the `destination` of files looks like that this one receives: `{DATE}` is filled in, secrets are gone. */
function formOf(destination: string): RegExp | undefined {
  const parsed = parseDestination(destination);
  if (!parsed.ok) return undefined;
  const parts = publicDestination(parsed.destination).split('{DATE}');
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\d{8}')}$`);
}
