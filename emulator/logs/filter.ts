import type { Output } from '../logpush/logpull-options';
import { fieldReader, isTime, type LogEntry } from './field-values';
import { formatTime } from './write-record';

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
