import { html } from 'hono/html';
import type { DeliveredFile } from '../destinations/destinations';
import { parseDestination } from '../destinations/parse-destination';
import { publicDestination, shownDestination } from '../destinations/redact-destination';
import type { Markup } from '../markup/elements';
import { counted, shownTime } from '../markup/elements';
import type { PageSection } from '../service/part';
import type { Service } from '../service/service';
import type { Zone } from '../service/zone';
import type { LogEntries, LogEntry, LogMember } from './log-entries';
import { readLogEntries } from './log-entries';

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
