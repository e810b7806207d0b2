import { html, raw } from 'hono/html';
import type { JournalEntry } from '../journal/journal-entry';
import type { Markup } from '../service/elements';
import { shownTime } from '../service/elements';
import { BASE_PATH } from '../service/operation';
import { layout } from './layout';

/** The latest requests to the service. */
export function requestsPage(requests: readonly RequestView[]): Markup {
  const content = html`<header class="wide" id="about">
      <h1 id="requests-title">Requests</h1>
      <p class="sub">
        The last ones to the service, newest first; those to this page and to the control API are not among
        them.
      </p>
    </header>
    <section class="card wide" id="requests">${requestTable(requests, 'requests-title')}</section>`;
  return layout({ title: 'Requests', current: 'requests', content });
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

function requestRow({ at, method, path, operation, status, fault }: RequestView): Markup {
  return html`<tr role="row">
    <td role="cell">${shownTime(at)}</td>
    <td role="cell" class="status ${toneOf(status)}">${status ?? 'no answer'}</td>
    <td role="cell" class="row">
      <code><span class="method">${method}</span> ${shownPath(path)}</code>
    </td>
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
  /** Null if the request reached none. */
  readonly operation: string | null;
  /** Null if the client got no answer. */
  readonly status: number | null;
  /** The fault that applied, and the service's own answer if the client saw something else. */
  readonly fault: string | null;
}

/** The maximum number of characters of a path to show. */
const MAX_PATH_CHARACTERS = 300;

/** The latest requests, newest first. */
export function readRequests(entries: readonly JournalEntry[], count: number): readonly RequestView[] {
  return entries.slice(-count).reverse().map(requestView);
}

function requestView({
  number,
  at,
  method,
  path,
  query,
  operation,
  status,
  fault,
  servedStatus,
}: JournalEntry): RequestView {
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
    operation,
    status,
    fault: fault && fault + servedText(status, servedStatus),
  };
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
