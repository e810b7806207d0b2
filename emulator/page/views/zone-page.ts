import { html } from 'hono/html';
import type { ZonePageData } from '../data/read-zone';
import { deliveriesSection } from './deliveries-section';
import { fieldsSection } from './fields-section';
import { jobsSection } from './jobs-section';
import { layout } from './layout';
import { managedRulesSection } from './managed-rules-section';
import type { Markup } from './markup';
import { migrationSection } from './migration-section';
import { previousWafSection } from './previous-waf-section';

/** Everything of one zone. */
export function zonePage(zone: ZonePageData): Markup {
  const { id, name, plan } = zone;
  const content = html`<header class="wide" id="zone">
      <h1 class="name">${name}</h1>
      <p class="sub">${plan} · <code>${id}</code></p>
    </header>
    ${migrationSection(zone.migration)} ${fieldsSection(zone.fields)} ${jobsSection(zone.jobs)}
    ${deliveriesSection(zone.deliveries)} ${managedRulesSection(zone.managedRules)}
    ${previousWafSection(zone.previousWaf)}`;
  return layout({ title: name, current: 'none', content });
}
