import { html } from 'hono/html';
import type { Journal } from '../journal/journal';
import { type Markup, counted, shownTime } from '../service/elements';
import { PAGE_SECTIONS } from '../requests/parts';
import type { PageColumn } from '../service/part';
import type { Service } from '../service/service';
import type { Plan, Zone } from '../service/zone';
import { actionsCard, connectCard } from './actions';
import { layout } from './layout';
import { type RequestView, readRequests, requestTable } from './requests-page';

/** The content of the overview. */
interface OverviewData {
  /** Where this page comes from. */
  readonly origin: string;
  /** What a client may send; undefined if there is no token. */
  readonly token: string | undefined;
  /** The emulator's time, in milliseconds since the Unix epoch. */
  readonly time: number;
  readonly zoneCount: number;
  /** Since the journal was cleared. */
  readonly requestCount: number;
  readonly fileCount: number;
  /** The search text; empty for all zones. */
  readonly search: string;
  /** The number of zones that match the search. */
  readonly found: number;
  /** Counted from 1. */
  readonly page: number;
  readonly pages: number;
  /** The columns of the table of zones, besides name and plan. */
  readonly columns: readonly Pick<PageColumn, 'title' | 'isNumber'>[];
  readonly zones: readonly ZoneRow[];
  /** The latest ones, newest first. */
  readonly requests: readonly RequestView[];
}

interface ZoneRow {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  /** The cells in the columns of the table. */
  readonly cells: readonly (Markup | number)[];
}

/** What the parts of the service show of each zone. */
const COLUMNS = PAGE_SECTIONS.flatMap(({ column }) => column ?? []);

const ZONES_PER_PAGE = 50;

const LAST_REQUESTS = 15;

/** Reads one page of the zones whose name or id contains the text, in the order of the state. */
export function readOverview(
  service: Service,
  journal: Journal,
  origin: string,
  search: string,
  wantedPage: number,
): OverviewData {
  const { zones } = service.state;
  const wanted = search.toLowerCase();
  const found = [...zones.values()].filter(
    ({ id, name }) => name.toLowerCase().includes(wanted) || id.includes(wanted),
  );
  const pages = Math.max(1, Math.ceil(found.length / ZONES_PER_PAGE));
  const page = Math.min(Math.max(1, wantedPage), pages);
  const entries = journal.entries();
  return {
    origin,
    token: service.state.credentials.tokens[0]?.token,
    time: service.clock.now(),
    zoneCount: zones.size,
    requestCount: entries.at(-1)?.number ?? 0,
    fileCount: service.destinations.files().length,
    search,
    found: found.length,
    page,
    pages,
    columns: COLUMNS,
    zones: found
      .slice((page - 1) * ZONES_PER_PAGE, page * ZONES_PER_PAGE)
      .map((zone) => readZoneRow(service, zone)),
    requests: readRequests(service, entries, {}, LAST_REQUESTS),
  };
}

function readZoneRow(service: Service, zone: Zone): ZoneRow {
  const { id, name, plan } = zone;
  return { id, name, plan, cells: COLUMNS.map(({ cell }) => cell(service, zone)) };
}

/** All zones, fifty a page, and the latest requests. */
export function overviewPage(data: OverviewData): Markup {
  const { time, zoneCount, requestCount, fileCount, requests } = data;
  const content = html`<header class="wide" id="facts">
      <h1>Zone service</h1>
      <dl class="facts sub">
        <div>
          <dt>Clock (UTC)</dt>
          <dd>${shownTime(time)}</dd>
        </div>
        <div>
          <dt>Zones</dt>
          <dd>${zoneCount.toLocaleString('en')}</dd>
        </div>
        <div>
          <dt>Requests</dt>
          <dd>${requestCount.toLocaleString('en')}</dd>
        </div>
        <div>
          <dt>Delivered files</dt>
          <dd>${fileCount.toLocaleString('en')}</dd>
        </div>
      </dl>
    </header>
    ${connectCard(data.origin, data.token)} ${zonesSection(data)} ${actionsCard(data.origin)}
    <section class="card wide" id="requests" aria-labelledby="requests-title">
      <h2 id="requests-title">
        Last requests <small><a href="/status/requests">more</a></small>
      </h2>
      ${requestTable(requests, 'requests-title')}
    </section>`;
  return layout({ title: 'Zones', current: 'zones', content });
}

function zonesSection(data: OverviewData): Markup {
  const { search, found, zones } = data;
  const number = search === '' ? counted(found, 'zone') : `${found.toLocaleString('en')} found`;
  return html`<section class="card wide" id="zones" aria-labelledby="zones-title">
    <h2 id="zones-title">Zones <small>${number}</small></h2>
    <form class="search" role="search" action="/">
      <label class="hidden" for="search">Name or id of a zone</label>
      <input
        id="search"
        type="search"
        name="q"
        value="${search}"
        placeholder="Name or id"
        autocomplete="off"
        spellcheck="false"
      />
      <button id="search-button">Search</button>
    </form>
    ${
      zones.length === 0
        ? html`<p class="none">
            ${search === '' ? 'There are no zones.' : 'No name or id of a zone contains this text.'}
          </p>`
        : zoneTable(data)
    }
    ${pager(data)}
  </section>`;
}

function zoneTable({ columns, zones }: OverviewData): Markup {
  const titles = columns.map(({ title }) => title.toLowerCase());
  return html`<div class="scroll" role="region" aria-labelledby="zones-title" tabindex="0">
    <table class="cards" role="table">
      <caption class="hidden">
        Zones with their ${new Intl.ListFormat('en').format(['plan', ...titles])}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">Zone</th>
          <th scope="col" role="columnheader">Plan</th>
          ${columns.map(columnHeader)}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${zones.map((zone) => zoneRow(zone, columns))}
      </tbody>
    </table>
  </div>`;
}

function columnHeader({ title, isNumber }: OverviewData['columns'][number]): Markup {
  return isNumber
    ? html`<th scope="col" role="columnheader" class="number">${title}</th>`
    : html`<th scope="col" role="columnheader">${title}</th>`;
}

function zoneRow({ id, name, plan, cells }: ZoneRow, columns: OverviewData['columns']): Markup {
  return html`<tr role="row">
    <th scope="row" role="rowheader" class="row">
      <a class="name" href="/status/zones/${id}">${name}</a><span class="id">${id}</span>
    </th>
    <td role="cell">${plan}</td>
    ${columns.map(({ title, isNumber }, index) =>
      isNumber
        ? html`<td role="cell" class="number" data-label="${title}">${cells[index]}</td>`
        : html`<td role="cell">${cells[index]}</td>`,
    )}
  </tr>`;
}

function pager({ search, page, pages }: OverviewData): Markup | string {
  if (pages === 1) return '';
  const link = (to: number, text: string, rel: string): Markup =>
    html`<a href="${addressOf(search, to)}" rel="${rel}">${text}</a>`;
  return html`<nav class="pager" aria-label="Pages of zones">
    ${page > 1 ? link(page - 1, 'Previous', 'prev') : ''}
    <span class="muted">Page ${page} of ${pages}</span>
    ${page < pages ? link(page + 1, 'Next', 'next') : ''}
  </nav>`;
}

function addressOf(search: string, page: number): string {
  const parameters = new URLSearchParams({ ...(search !== '' && { q: search }), page: String(page) });
  return `/?${parameters}`;
}
