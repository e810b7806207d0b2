import type { Output } from '../logpush/output';
import { fieldReader, isTime } from './field-values';
import { formatTime } from './format-time';
import type { LogEntry } from './log-entry';
import { templateParts } from './record-template';

/** Writes a log entry as a record, with the record's prefix and suffix. */
export type RecordWriter = (entry: LogEntry) => string;

/** The writer of a job's records (docs/service.md 5.4). Made once for many entries. */
export function recordWriter(output: Output): RecordWriter {
  const { recordPrefix, recordSuffix } = output;
  const body = output.recordTemplate === '' ? listBody(output) : templateBody(output);
  return (entry) => recordPrefix + body(entry) + recordSuffix;
}

/** The fields in the order in which the job lists them; with their names where the format is JSON. */
function listBody(output: Output): RecordWriter {
  const writers = output.fieldNames.map((name): RecordWriter => {
    const write = fieldWriter(name, output);
    if (output.type === 'csv') return write;
    const label = `${JSON.stringify(name)}:`;
    return (entry) => label + write(entry);
  });
  return (entry) => writers.map((write) => write(entry)).join(output.fieldDelimiter);
}

/** The template with the fields in their places; a field that the job does not list is `null`. */
function templateBody(output: Output): RecordWriter {
  const writers = templateParts(output.recordTemplate).map((part): RecordWriter => {
    if ('text' in part) return () => part.text;
    return output.fieldNames.includes(part.field) ? fieldWriter(part.field, output) : () => 'null';
  });
  return (entry) => writers.map((write) => write(entry)).join('');
}

/** The value alone. CSV has texts and everything nested in quotes, and numbers, true and false without. */
function fieldWriter(name: string, { type, timestampFormat }: Output): RecordWriter {
  const read = fieldReader(name);
  if (isTime(name)) return (entry) => formatTime(Number(read(entry)), timestampFormat);
  if (type === 'ndjson') return (entry) => JSON.stringify(read(entry));
  return (entry) => {
    const value = read(entry);
    if (typeof value === 'string') return csvText(value);
    return typeof value === 'object' && value !== null ? csvText(JSON.stringify(value)) : String(value);
  };
}

/** RFC 4180 section 2: a quote within quotes is doubled. */
function csvText(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
