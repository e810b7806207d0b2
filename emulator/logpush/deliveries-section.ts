import { html } from 'hono/html';
import type { DeliveredFile } from '../destinations/destinations';
import { parseDestination } from '../destinations/parse-destination';
import { publicDestination, shownDestination } from '../destinations/redact-destination';
import { type Markup, counted, shownTime } from '../service/elements';
import type { PageSection } from '../service/part';
import type { Service } from '../service/service';
import type { Zone } from '../service/zone';
import { depthOf, isObject, MAX_JSON_DEPTH } from '../checks/json';

/** A member of a log entry: a text, or members of its own. */
interface LogMember {
  readonly name: string;
  readonly value: string | readonly LogMember[];
}

/** A log entry: its members when it is a JSON object, otherwise its text. */
type LogEntry =
  | { readonly kind: 'members'; readonly members: readonly LogMember[] }
  | { readonly kind: 'text'; readonly text: string };

interface LogEntries {
  readonly shown: readonly LogEntry[];
  /** The number of lines after those that are shown. */
  readonly more: number;
}

/** The maximum number of lines of one file to show. */
export const MAX_ENTRIES = 20;

/** The maximum number of characters of one line to show. */
export const MAX_ENTRY_CHARACTERS = 16_384;

const MAX_DEPTH = 4;

/** Reads the first entries of a delivered file, whatever format its job writes. */
export function readLogEntries(text: string): LogEntries {
  const lines: string[] = [];
  let position = 0;
  while (position < text.length && lines.length < MAX_ENTRIES) {
    const end = endOfLine(text, position);
    const line = text.slice(position, end);
    if (line.trim() !== '') lines.push(line);
    position = end + 1;
  }
  return { shown: lines.flatMap(entriesOf).slice(0, MAX_ENTRIES), more: countLines(text, position) };
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** Counts the rest without parsing it: a file may have a million lines. */
function countLines(text: string, from: number): number {
  let count = 0;
  for (let position = from; position < text.length; position = endOfLine(text, position) + 1) count += 1;
  return count;
}

/** One entry for each line; a line that is a JSON array of objects, one for each object. */
function entriesOf(line: string): readonly LogEntry[] {
  if (line.length > MAX_ENTRY_CHARACTERS)
    return [{ kind: 'text', text: `${line.slice(0, MAX_ENTRY_CHARACTERS)}…` }];
  const document = parsed(line);
  const objects = Array.isArray(document) ? document : [document];
  if (objects.length === 0 || !objects.every(isObject)) return [{ kind: 'text', text: line }];
  return objects.map((object) => ({ kind: 'members', members: membersOf(object, 1) }));
}

/** The document with every number as its text: timestamps in nanoseconds have more digits than a number can hold. */
function parsed(line: string): unknown {
  if (depthOf(line) > MAX_JSON_DEPTH) return undefined;
  try {
    JSON.parse(line);
  } catch {
    return undefined;
  }
  const numbersQuoted = line.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (part) =>
    part.startsWith('"') ? part : `"${part}"`,
  );
  return JSON.parse(numbersQuoted) as unknown;
}

function membersOf(object: object, depth: number): readonly LogMember[] {
  return Object.entries(object).map(([name, value]: [string, unknown]) => ({
    name,
    value:
      isObject(value) && depth < MAX_DEPTH
        ? membersOf(value, depth + 1)
        : typeof value === 'string'
          ? value
          : JSON.stringify(value),
  }));
}

/** What the status page shows of delivered files. */
export const DELIVERIES_SECTION: PageSection = {
  order: 40,
  section: (service, zone) => deliveriesSection(readDeliveries(service, zone)),
};

/** What arrived at the destinations of a zone's jobs. */
export interface DeliveriesView {
  /** Newest first. */
  readonly files: readonly DeliveryView[];
  /** The number of older files that are not shown. */
  readonly older: number;
}

interface DeliveryView {
  /** Counts the zone's files from 1, so that a file keeps its number when others follow. */
  readonly number: number;
  readonly destination: string;
  readonly name: string;
  /** ISO 8601. */
  readonly at: string;
  readonly entries: LogEntries;
}

/** The maximum number of files to show. */
const MAX_FILES = 10;

/** Reads the latest files at the destinations of the zone's jobs, whoever delivered them. */
function readDeliveries(service: Service, zone: Zone): DeliveriesView {
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

/** Matches the `destination` of this destination's files, in which `{DATE}` is filled in and secrets are removed. */
function formOf(destination: string): RegExp | undefined {
  const parsed = parseDestination(destination);
  if (!parsed.ok) return undefined;
  const parts = publicDestination(parsed.destination).split('{DATE}');
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\d{8}')}$`);
}

/** The latest delivered files; the newest is expanded. */
export function deliveriesSection({ files, older }: DeliveriesView): Markup {
  return html`<section class="card wide" id="deliveries" aria-labelledby="deliveries-title">
    <h2 id="deliveries-title">
      Delivered log entries <small>${older > 0 ? counted(older, 'older file') : ''}</small>
    </h2>
    ${
      files.length === 0
        ? html`<p class="none">No files have been delivered to the destinations of its jobs.</p>`
        : files.map(delivery)
    }
  </section>`;
}

function delivery({ number, destination, name, at, entries }: DeliveryView, index: number): Markup {
  const { shown, more } = entries;
  const items = html`<ul class="entries">
      ${shown.map((entry) => html`<li>${logEntry(entry)}</li>`)}
    </ul>
    ${more > 0 ? html`<p class="muted">and ${counted(more, 'more line', 'more lines')}</p>` : ''}`;
  const head = html`<summary>
    <code>${name}</code> ${shownTime(at)} <span class="id">${destination}</span>
  </summary>`;
  return index === 0
    ? html`<details id="file-${number}" open>${head}${items}</details>`
    : html`<details id="file-${number}">${head}${items}</details>`;
}

function logEntry(entry: LogEntry): Markup {
  switch (entry.kind) {
    case 'text':
      return html`<pre>${entry.text}</pre>`;
    case 'members':
      return memberList(entry.members);
  }
}

function memberList(members: readonly LogMember[]): Markup {
  return html`<dl class="entry">${members.map(member)}</dl>`;
}

function member({ name, value }: LogMember): Markup {
  if (typeof value === 'string')
    return html`<dt>${name}</dt>
      <dd>${value === '' ? html`<span class="none">empty</span>` : value}</dd>`;
  return value.length === 0
    ? html`<dt>${name}</dt>
        <dd><span class="none">none</span></dd>`
    : html`<dt>${name}</dt>
        <dd class="inner">${memberList(value)}</dd>`;
}
