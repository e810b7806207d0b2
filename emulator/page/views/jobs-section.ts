import { html } from 'hono/html';
import type { JobHealth, JobView } from '../data/read-jobs';
import { counted } from './counted';
import type { Markup } from './markup';
import { shownTime } from './shown-time';

/** The log push jobs. */
export function jobsSection(jobs: readonly JobView[]): Markup {
  return html`<section class="card wide" id="jobs" aria-labelledby="jobs-title">
    <h2 id="jobs-title">Log push jobs <small>${jobs.length}</small></h2>
    ${jobs.length === 0 ? html`<p class="none">The zone has no jobs.</p>` : jobTable(jobs)}
  </section>`;
}

function jobTable(jobs: readonly JobView[]): Markup {
  return html`<div class="scroll" role="region" aria-labelledby="jobs-title" tabindex="0">
    <table class="cards even" role="table">
      <caption class="hidden">
        Log push jobs with where they deliver to and how they fare
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">Job</th>
          <th scope="col" role="columnheader">Destination</th>
          <th scope="col" role="columnheader">Health</th>
          <th scope="col" role="columnheader">Dataset and fields</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${jobs.map(jobRow)}
      </tbody>
    </table>
  </div>`;
}

function jobRow({ id, name, dataset, enabled, destination, health, fields, waiting }: JobView): Markup {
  return html`<tr role="row">
    <th scope="row" role="rowheader" class="row">
      <span class="name">${name ?? 'unnamed'}</span>
      ${enabled ? '' : html`<span class="tag quiet">off</span>`}
      <span class="small">job ${id}</span>
    </th>
    <td role="cell" class="row"><code>${destination}</code></td>
    <td role="cell" class="row">
      ${healthTag(health)}
      ${waiting === 0 ? '' : html`<span class="small">${counted(waiting, 'record')} waiting</span>`}
    </td>
    <td role="cell" class="row"><code>${dataset}</code><span class="id">${fields.join(', ')}</span></td>
  </tr>`;
}

function healthTag(health: JobHealth): Markup {
  switch (health.kind) {
    case 'nothing pushed':
      return html`<span class="tag quiet">nothing pushed yet</span>`;
    case 'healthy':
      return html`<span class="tag good">healthy</span>
        <span class="small">last push ${shownTime(health.at)}</span>`;
    case 'failing':
      return html`<span class="tag bad">failing</span>
        <span class="small">since ${shownTime(health.at)}</span>
        <p class="name">${health.message}</p>`;
  }
}
