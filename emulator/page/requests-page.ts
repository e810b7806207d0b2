import { html, raw } from 'hono/html';
import type { JournalEntry } from '../journal/journal-entry';
import { type Markup, shownTime } from '../service/elements';
import { BASE_PATH } from '../service/operation';
import type { Service } from '../service/service';
import { layout } from './layout';

/** The latest requests to the service. */
export function requestsPage(requests: readonly RequestView[], filter: RequestFilter): Markup {
  const content = html`<header class="wide" id="about">
      <h1 id="requests-title">Requests</h1>
      <p class="sub">
        The last ones to the service, newest first; those to this page and to the control API are not among
        them.
      </p>
    </header>
    <section class="card wide" id="requests">
      ${filterForm(filter)} ${requestTable(requests, 'requests-title')}
    </section>`;
  return layout({ title: 'Requests', current: 'requests', content });
}

/** What to show of the journal: the members of its form, as the query has them. */
interface RequestFilter {
  readonly method?: string;
  /** `2`, `4` or `5` for the hundreds, or `none`. */
  readonly status?: string;
  /** Part of the name or id of a zone. */
  readonly zone?: string;
  /** Part of the name of an operation. */
  readonly operation?: string;
  /** `writes` before reads. */
  readonly first?: string;
}

const CHOICES = {
  method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  status: ['2xx', '4xx', '5xx', 'none'],
  first: ['newest', 'writes'],
} as const;

function filterForm(filter: RequestFilter): Markup {
  const choice = (name: keyof typeof CHOICES, label: string): Markup =>
    html`<label>
      ${label}
      <select name="${name}">
        ${['', ...CHOICES[name]].map(
          (value) => html`<option ${filter[name] === value ? 'selected' : ''}>${value}</option>`,
        )}
      </select>
    </label>`;
  const text = (name: 'zone' | 'operation', label: string): Markup =>
    html`<label>${label} <input name="${name}" value="${filter[name] ?? ''}" autocomplete="off" /></label>`;
  return html`<form class="search filter" action="/status/requests">
    ${choice('method', 'Method')} ${choice('status', 'Status')} ${choice('first', 'First')}
    ${text('zone', 'Zone')} ${text('operation', 'Operation')}
    <button>Show</button>
  </form>`;
}

function isWanted(
  { method, status, operation, zoneId }: JournalEntry,
  filter: RequestFilter,
  zone: string,
): boolean {
  const { method: wantedMethod = '', status: wantedStatus = '' } = filter;
  const shownStatus = status === null ? 'none' : `${Math.floor(status / 100)}xx`;
  return (
    (wantedMethod === '' || method === wantedMethod) &&
    (wantedStatus === '' || shownStatus === wantedStatus) &&
    (operation ?? '').includes((filter.operation ?? '').trim()) &&
    `${zone} ${zoneId ?? ''}`.includes((filter.zone ?? '').trim().toLowerCase())
  );
}

/** Requests to the service, newest first. */
export function requestTable(requests: readonly RequestView[], labelledBy: string): Markup {
  if (requests.length === 0) return html`<p class="none">There are no requests yet.</p>`;
  return html`<div class="scroll" role="region" aria-labelledby="${labelledBy}" tabindex="0">
    <table class="cards" role="table">
      <caption class="hidden">
        Requests to the service, newest first
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">Time</th>
          <th scope="col" role="columnheader">Status</th>
          <th scope="col" role="columnheader">Request</th>
          <th scope="col" role="columnheader">Zone</th>
          <th scope="col" role="columnheader">Operation</th>
          <th scope="col" role="columnheader">Fault</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${requests.map(requestRow)}
      </tbody>
    </table>
  </div>`;
}

function requestRow({ number, at, method, path, zone, body, operation, status, fault }: RequestView): Markup {
  return html`<tr role="row">
    <td role="cell">${shownTime(at)}</td>
    <td role="cell" class="status ${toneOf(status)}">${status ?? 'no answer'}</td>
    <td role="cell" class="row">
      <code><span class="method">${method}</span> ${shownPath(path)}</code>
      ${
        body === null
          ? ''
          : html`<details id="body-${number}">
              <summary>Body</summary>
              <pre>${body}</pre>
            </details>`
      }
    </td>
    <td role="cell">${zone}</td>
    <td role="cell">${operation ?? html`<span class="none">no operation</span>`}</td>
    <td role="cell">${fault === null ? '' : html`<span class="tag warn">${fault}</span>`}</td>
  </tr>`;
}

function toneOf(status: number | null): 'good' | 'warn' | 'bad' {
  if (status === null || status >= 500) return 'bad';
  return status >= 400 ? 'warn' : 'good';
}

/** A request of the journal. */
export interface RequestView {
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** The name of the zone in the path; empty if it names none. */
  readonly zone: string;
  /** Without secrets; null if there was none. */
  readonly body: string | null;
  /** Null if the request reached none. */
  readonly operation: string | null;
  /** Null if the client got no answer. */
  readonly status: number | null;
  /** The fault that applied, and the service's own answer if the client saw something else. */
  readonly fault: string | null;
}

/** The maximum number of characters of a path to show. */
const MAX_PATH_CHARACTERS = 300;

const MAX_BODY_CHARACTERS = 2_000;

/** The latest requests that a filter wants, newest first. */
export function readRequests(
  { state: { zones } }: Service,
  entries: readonly JournalEntry[],
  filter: RequestFilter,
  count: number,
): readonly RequestView[] {
  const nameOf = ({ zoneId }: JournalEntry): string => zones.get(zoneId ?? '')?.name ?? zoneId ?? '';
  const found = entries
    .filter((entry) => isWanted(entry, filter, nameOf(entry)))
    .slice(-count)
    .reverse();
  const isRead = ({ method }: JournalEntry): boolean => method === 'GET' || method === 'HEAD';
  const shown =
    filter.first === 'writes' ? [...found.filter((each) => !isRead(each)), ...found.filter(isRead)] : found;
  return shown.map((entry) => requestView(entry, nameOf(entry)));
}

function requestView(entry: JournalEntry, zone: string): RequestView {
  const { number, at, method, path, query, body, operation, status, fault, servedStatus } = entry;
  const parameters = Object.entries(query).flatMap(([name, values]) =>
    values.map((value) => (value === '' ? name : `${name}=${value}`)),
  );
  const whole = parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
  const shown = whole.length > MAX_PATH_CHARACTERS ? `${whole.slice(0, MAX_PATH_CHARACTERS)}…` : whole;
  return {
    number,
    at,
    method,
    path: shown,
    zone,
    body: body === null ? null : shownBody(body),
    operation,
    status,
    fault: fault && fault + servedText(status, servedStatus),
  };
}

function shownBody(body: unknown): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  return text.length > MAX_BODY_CHARACTERS ? `${text.slice(0, MAX_BODY_CHARACTERS)}…` : text;
}

function servedText(status: number | null, servedStatus: number | null): string {
  if (servedStatus === status) return '';
  return servedStatus === null ? ', not served' : `, served ${servedStatus}`;
}

/** Where a line may break. */
const BREAK = raw('<wbr>');

/** A path with its query: the base path is muted, and lines break before `/`, `?` and `&`. */
function shownPath(path: string): Markup {
  const isBelowBase = path.startsWith(`${BASE_PATH}/`);
  const rest = isBelowBase ? path.slice(BASE_PATH.length) : path;
  const steps = rest.split(/(?=[/?&])/).map((step) => html`${BREAK}${step}`);
  return html`${isBelowBase ? html`<span class="muted">${BASE_PATH}</span>` : ''}${steps}`;
}
