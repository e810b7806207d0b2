import { type LogEntry, fieldReader, isTime } from './field-values';
import { REQUESTS_DATASET } from '../logpush/datasets';
import type { LogpushJob, PendingRecord } from '../logpush/logpush-state';
import { outputOf } from '../logpush/output';
import type { Service } from '../service/service';
import type { Zone } from '../service/zone';
import { configuredNames, customFieldsOf, customFieldSources } from './custom-fields';
import type { Exchange } from './traffic';
import { recordWriter, formatTime } from './write-record';
import type { Output } from '../logpush/output-options';

/** Whether a log entry passes. */
type EntryFilter = (entry: LogEntry) => boolean;

type Comparison = (field: unknown, value: unknown) => boolean;

const not =
  (holds: Comparison): Comparison =>
  (field, value) =>
    !holds(field, value);

/** Comparisons that do not fit the field's type are false: a text is neither less nor greater than a number. */
const COMPARISONS = {
  eq: equals,
  '!eq': not(equals),
  lt: (field, value) => typeof field === 'number' && field < numberOf(value),
  leq: (field, value) => typeof field === 'number' && field <= numberOf(value),
  gt: (field, value) => typeof field === 'number' && field > numberOf(value),
  geq: (field, value) => typeof field === 'number' && field >= numberOf(value),
  startsWith,
  '!startsWith': not(startsWith),
  endsWith,
  '!endsWith': not(endsWith),
  contains,
  '!contains': not(contains),
  in: isIn,
  '!in': not(isIn),
} as const satisfies Readonly<Record<string, Comparison>>;

/**
 * What is below `where` in a stored filter, whose form was checked when the job was saved
 * (docs/internals/service.md 5.5).
 */
type FilterNode =
  | { readonly key: string; readonly operator: keyof typeof COMPARISONS; readonly value: unknown }
  | { readonly and: readonly FilterNode[] }
  | { readonly or: readonly FilterNode[] };

/** The filter of a job; without one, every entry passes. Times are compared in the job's format. */
export function entryFilter(filter: string | null, format: Output['timestampFormat']): EntryFilter {
  if (filter === null || filter === '') return () => true;
  const { where } = JSON.parse(filter) as { readonly where: FilterNode };
  return compile(where, format);
}

function compile(node: FilterNode, format: Output['timestampFormat']): EntryFilter {
  if ('and' in node) {
    const parts = node.and.map((part) => compile(part, format));
    return (entry) => parts.every((passes) => passes(entry));
  }
  if ('or' in node) {
    const parts = node.or.map((part) => compile(part, format));
    return (entry) => parts.some((passes) => passes(entry));
  }
  const { key, operator, value } = node;
  const holds = COMPARISONS[operator];
  const read = isTime(key) ? timeReader(key, format) : fieldReader(key);
  return (entry) => holds(read(entry), value);
}

function timeReader(key: string, format: Output['timestampFormat']): (entry: LogEntry) => unknown {
  const read = fieldReader(key);
  return (entry) => JSON.parse(formatTime(Number(read(entry)), format)) as unknown;
}

/** Numbers may be written as text: the documentation compares a number with "30" (docs/internals/service.md 5.5). */
function equals(field: unknown, value: unknown): boolean {
  if (typeof field === 'number') return field === numberOf(value);
  if (typeof field === 'boolean') return String(field) === String(value);
  return field === value;
}

function contains(field: unknown, value: unknown): boolean {
  if (Array.isArray(field)) return field.some((item) => equals(item, value));
  return typeof field === 'string' && field.includes(String(value));
}

function startsWith(field: unknown, value: unknown): boolean {
  return typeof field === 'string' && field.startsWith(String(value));
}

function endsWith(field: unknown, value: unknown): boolean {
  return typeof field === 'string' && field.endsWith(String(value));
}

function isIn(field: unknown, value: unknown): boolean {
  return Array.isArray(value) && value.some((item) => equals(field, item));
}

/** NaN if the value is not a number, so that every comparison is false. */
function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

const RAY_ID_DIGITS = 16;

/** The log entries of these exchanges, with the custom fields that the zone has now. */
export function logEntries(
  service: Service,
  zone: Zone,
  exchanges: readonly Exchange[],
): readonly LogEntry[] {
  const configured = configuredNames(zone, customFieldSources(service.state.settings.model));
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
