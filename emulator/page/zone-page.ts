import { html } from 'hono/html';
import type { Markup } from '../markup/elements';
import { PAGE_SECTIONS } from '../parts';
import type { Service } from '../service/service';
import type { Plan, Zone } from '../service/zone';
import { layout } from './layout';

/** The content of a zone's page. */
interface ZonePageData {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  /** The sections of each part of the service. */
  readonly sections: readonly Markup[];
}

export function readZone(service: Service, zone: Zone): ZonePageData {
  const { id, name, plan } = zone;
  return { id, name, plan, sections: PAGE_SECTIONS.map(({ section }) => section(service, zone)) };
}

/** Everything of one zone. */
export function zonePage({ id, name, plan, sections }: ZonePageData): Markup {
  const content = html`<header class="wide" id="zone">
      <h1 class="name">${name}</h1>
      <p class="sub">${plan} · <code>${id}</code></p>
    </header>
    ${sections}`;
  return layout({ title: name, current: 'none', content });
}

/** A page with a single notice. */
export function noticePage(title: string, text: string): Markup {
  const content = html`<header class="wide" id="notice">
    <h1>${title}</h1>
    <p class="sub">${text}</p>
    <p><a href="/">All zones</a></p>
  </header>`;
  return layout({ title, current: 'none', content });
}
