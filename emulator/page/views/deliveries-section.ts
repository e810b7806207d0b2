import { html } from 'hono/html';
import type { LogEntry, LogMember } from '../data/log-entries';
import type { DeliveriesView, DeliveryView } from '../data/read-deliveries';
import { counted } from './counted';
import type { Markup } from './markup';
import { shownTime } from './shown-time';

/** The last delivered files; the newest is open. */
export function deliveriesSection({ files, older }: DeliveriesView): Markup {
  return html`<section class="card wide" id="deliveries" aria-labelledby="deliveries-title">
    <h2 id="deliveries-title">
      Delivered log entries <small>${older > 0 ? counted(older, 'older file') : ''}</small>
    </h2>
    ${
      files.length === 0
        ? html`<p class="none">Nothing has arrived at the destinations of its jobs.</p>`
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
