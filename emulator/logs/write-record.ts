import type { Output } from '../logpush/output-options';
import { SUBREQUESTS_FIELD } from '../logpush/output';
import { fieldReader, holdsObjects, isTime, type LogEntry } from './field-values';

/** Writes a log entry as a record, with the record's prefix and suffix. */
type RecordWriter = (entry: LogEntry) => string;

/** The writer of a job's records (docs/internals/service.md 5.4), created once for many entries. */
export function recordWriter(output: Output): RecordWriter {
  const { recordPrefix, recordSuffix } = output;
  const body = output.recordTemplate === '' ? listBody(output) : templateBody(output);
  return (entry) => recordPrefix + body(entry) + recordSuffix;
}

/** The fields in the order of the job's list; with their names if the format is JSON. */
function listBody(output: Output): RecordWriter {
  const writers = output.fieldNames.map((name): RecordWriter => {
    const write = fieldWriter(name, output);
    if (output.type === 'csv') return write;
    const label = `${JSON.stringify(name)}:`;
    return (entry) => label + write(entry);
  });
  return (entry) => writers.map((write) => write(entry)).join(output.fieldDelimiter);
}

/** The template with the fields filled in; a field that the job does not list is `null`. */
function templateBody(output: Output): RecordWriter {
  const writers = templateParts(output.recordTemplate).map((part): RecordWriter => {
    if ('text' in part) return () => part.text;
    return output.fieldNames.includes(part.field) ? fieldWriter(part.field, output) : () => 'null';
  });
  return (entry) => writers.map((write) => write(entry)).join('');
}

/** The value. In CSV, text and nested values are in quotes; numbers, true and false are not. */
export function fieldWriter(name: string, output: Output): RecordWriter {
  const { type, timestampFormat, stringifiesObjects } = output;
  if (name === SUBREQUESTS_FIELD) {
    const write = subrequestsWriter(output);
    if (type === 'csv') return (entry) => csvText(write(entry));
    return stringifiesObjects ? (entry) => JSON.stringify(write(entry)) : write;
  }
  const read = fieldReader(name);
  if (isTime(name)) return (entry) => formatTime(Number(read(entry)), timestampFormat);
  if (type === 'ndjson') {
    const write: RecordWriter = (entry) => JSON.stringify(read(entry));
    return stringifiesObjects && holdsObjects(name) ? (entry) => JSON.stringify(write(entry)) : write;
  }
  return (entry) => {
    const value = read(entry);
    if (typeof value === 'string') return csvText(value);
    return typeof value === 'object' && value !== null ? csvText(JSON.stringify(value)) : String(value);
  };
}

/** The fields that an entry lacks if it is a part of another one. */
const ONLY_OF_ENTRIES: readonly string[] = [SUBREQUESTS_FIELD, 'ParentRayID'];

/** The merged subrequests as a list in JSON, each with the other fields of the job (docs/internals/service.md 5.4). */
function subrequestsWriter(output: Output): RecordWriter {
  const fieldNames = output.fieldNames.filter((name) => !ONLY_OF_ENTRIES.includes(name));
  const body = listBody({
    ...output,
    fieldNames,
    type: 'ndjson',
    fieldDelimiter: ',',
    stringifiesObjects: false,
  });
  return ({ merged }) => `[${merged.map((entry) => `{${body(entry)}}`).join(',')}]`;
}

/** RFC 4180 section 2: a quote within quotes is doubled. */
function csvText(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** A piece of a record template: text, or the place of a field. */
type TemplatePart = { readonly text: string } | { readonly field: string };

/** `{{.Field}}`, `{{"text"}}`, `` {{`text`}} `` or `{{/* comment *\/}}`: the actions that a template may have. */
const ACTION =
  /\{\{\s*(?:\.(?<field>\w+)|(?<quoted>"(?:[^"\\]|\\.)*")|`(?<raw>[^`]*)`|\/\*[^]*?\*\/)\s*\}\}/g;

/**
 * The parts of a record template, a subset of Go's text/template (docs/internals/service.md 5.4). Anything that is not an
 * action is text.
 */
function templateParts(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of template.matchAll(ACTION)) {
    if (match.index > end) parts.push({ text: template.slice(end, match.index) });
    end = match.index + match[0].length;
    const { field, quoted, raw } = match.groups ?? {};
    if (field !== undefined) parts.push({ field });
    else if (quoted !== undefined) parts.push({ text: unquote(quoted) });
    else if (raw !== undefined) parts.push({ text: raw });
  }
  if (end < template.length) parts.push({ text: template.slice(end) });
  return parts;
}

/** The text of a constant. Go's escapes beyond those of JSON stay as they are. */
function unquote(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted.slice(1, -1);
  }
}

/** Writes a time in the job's format as JSON: a number, or a text in quotes (docs/internals/service.md 5.3, 5.4). */
export function formatTime(milliseconds: number, format: Output['timestampFormat']): string {
  switch (format) {
    case 'unixnano':
      // Beyond the whole numbers that a double holds.
      return String(BigInt(milliseconds) * 1_000_000n);
    case 'unix':
      return String(Math.floor(milliseconds / 1000));
    case 'rfc3339':
      return `"${new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z')}"`;
    case 'rfc3339ms':
      return `"${new Date(milliseconds).toISOString()}"`;
    case 'rfc3339ns':
      return `"${new Date(milliseconds).toISOString().replace('Z', '000000Z')}"`;
  }
}
