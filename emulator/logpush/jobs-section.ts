import { html } from 'hono/html';
import { shownDestination, withoutSecrets } from '../destinations/redact-destination';
import { type Markup, counted, shownTime } from '../service/elements';
import type { PageSection } from '../service/part';
import type { Zone } from '../service/zone';
import { type LogpushJob, jobsInOrder } from './logpush-state';
import { outputOf } from './output';

/** What the status page shows of log push jobs. */
export const JOBS_SECTION: PageSection = {
  order: 30,
  section: (_service, zone) => jobsSection(readJobs(zone)),
  column: { title: 'Jobs', isNumber: true, cell: (_service, zone) => zone.logpush.jobs.size },
};

/** A log push job without its secrets. */
export interface JobView {
  readonly id: number;
  readonly name: string | null;
  readonly dataset: string;
  readonly enabled: boolean;
  readonly destination: string;
  readonly health: JobHealth;
  /** Names of the fields in each log entry. */
  readonly fields: readonly string[];
  /** Records that wait for the next push. */
  readonly waiting: number;
}

/** The result of the last push. Times are ISO 8601. */
type JobHealth =
  | { readonly kind: 'nothing pushed' }
  | { readonly kind: 'healthy'; readonly at: string }
  | { readonly kind: 'failing'; readonly at: string; readonly message: string };

function readJobs(zone: Zone): readonly JobView[] {
  const { pending } = zone.logpush;
  return jobsInOrder(zone.logpush).map((job) => ({
    id: job.id,
    name: job.name,
    dataset: job.dataset,
    enabled: job.enabled,
    destination: shownDestination(job.destination_conf),
    health: healthOf(job),
    fields: outputOf(job).fieldNames,
    waiting: pending.get(job.id)?.length ?? 0,
  }));
}

function healthOf({ last_complete, last_error, error_message }: LogpushJob): JobHealth {
  if (last_error !== null)
    return { kind: 'failing', at: last_error, message: withoutSecrets(error_message ?? '') };
  if (last_complete !== null) return { kind: 'healthy', at: last_complete };
  return { kind: 'nothing pushed' };
}

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
