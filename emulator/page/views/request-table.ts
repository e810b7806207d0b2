import { html } from 'hono/html';
import type { RequestView } from '../data/read-requests';
import type { Markup } from './markup';
import { shownPath } from './shown-path';
import { shownTime } from './shown-time';

/** Requests to the service, newest first. */
export function requestTable(requests: readonly RequestView[], labelledBy: string): Markup {
  if (requests.length === 0) return html`<p class="none">There were no requests.</p>`;
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
