import { html } from 'hono/html';
import type { RequestView } from '../data/read-requests';
import { layout } from './layout';
import type { Markup } from './markup';
import { requestTable } from './request-table';

/** The last requests to the service. */
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
