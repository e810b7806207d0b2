import { type LogEntry } from './field-values';
import { REQUESTS_DATASET } from '../logpush/datasets';
import type { LogpushJob, PendingRecord } from '../logpush/logpush-state';
import { outputOf } from '../logpush/output';
import type { Service } from '../service/service';
import type { Zone } from '../service/zone';
import { configuredNames, customFieldsOf, customFieldSources } from './custom-fields';
import type { Exchange } from './exchange';
import { entryFilter } from './filter';
import { recordWriter } from './write-record';

const RAY_ID_DIGITS = 16;

/** The log entries of these exchanges, with the custom fields that the zone has now. */
export function logEntries(
  service: Service,
  zone: Zone,
  exchanges: readonly Exchange[],
): readonly LogEntry[] {
  const configured = configuredNames(zone, customFieldSources(service.state.settings.limits));
  const at = service.clock.now();
  const entryOf = (exchange: Exchange, parentRayId: string): LogEntry => {
    const rayId = service.identifiers.next().slice(0, RAY_ID_DIGITS);
    return {
      rayId,
      at,
      zoneName: zone.name,
      exchange,
      customFields: customFieldsOf(exchange, configured),
      parentRayId,
      subrequests: exchange.subrequests.map((made) => entryOf(made, rayId)),
      merged: [],
    };
  };
  return exchanges.map((exchange) => entryOf(exchange, ''));
}

/** Whether requests produce records for the job. */
export function takesRequests(job: LogpushJob): boolean {
  return job.enabled && job.dataset === REQUESTS_DATASET;
}

/**
 * The records of these entries for the job. Sampling comes after the filter (docs/internals/service.md 5.4,
 * 5.5).
 */
export function recordsFor(job: LogpushJob, entries: readonly LogEntry[]): readonly PendingRecord[] {
  const output = outputOf(job);
  const passes = entryFilter(job.filter, output.timestampFormat);
  const write = recordWriter(output);
  const isLogged = ({ exchange }: LogEntry): boolean =>
    !(job.filter_attack_traffic === true && exchange.isAttack);
  return entries
    .filter(isLogged)
    .flatMap((entry) => (output.mergesSubrequests ? mergeSubrequests(entry) : [entry, ...entry.subrequests]))
    .filter((entry) => passes(entry) && isSampled(entry.rayId, output.sampleRate))
    .map((entry) => ({ at: entry.at, text: write(entry) }));
}

/** How many subrequests are merged into one entry, and how long they may take (docs/internals/service.md 5.4). */
const MAX_MERGED = 50;
const MAX_MERGED_MS = 5 * 60 * 1000;

/** The entry with its subrequests, and the entries of those that cannot be merged. */
function mergeSubrequests(entry: LogEntry): readonly LogEntry[] {
  const merged = entry.subrequests
    .filter(({ exchange }) => exchange.durationMs <= MAX_MERGED_MS)
    .slice(0, MAX_MERGED);
  const taken = new Set(merged);
  return [{ ...entry, merged }, ...entry.subrequests.filter((made) => !taken.has(made))];
}

/** The deciding digits of the identifier: 52 bits, which a double can hold. */
const DIGITS = 13;
const RANGE = 16 ** DIGITS;

/**
 * Whether the entry with this identifier is in a sample with this rate, from 0 for none to 1 for all. It depends only
 * on the identifier: the same run samples the same entries, and a larger sample contains the smaller ones.
 */
export function isSampled(rayId: string, share: number): boolean {
  return Number.parseInt(rayId.slice(0, DIGITS), 16) / RANGE < share;
}
