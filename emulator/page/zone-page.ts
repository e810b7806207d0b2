import { html } from 'hono/html';
import type { DeliveriesView } from '../logpush/deliveries-section';
import { deliveriesSection, readDeliveries } from '../logpush/deliveries-section';
import type { JobView } from '../logpush/jobs-section';
import { jobsSection, readJobs } from '../logpush/jobs-section';
import type { Markup } from '../markup/elements';
import type { MigrationView } from '../migration/migration-section';
import { migrationSection, readMigration } from '../migration/migration-section';
import type { PreviousWafView } from '../previous-waf/previous-waf-section';
import { previousWafSection, readPreviousWaf } from '../previous-waf/previous-waf-section';
import type { FieldsView } from '../rulesets/custom-fields-section';
import { fieldsSection, readFields } from '../rulesets/custom-fields-section';
import type { ManagedRuleView } from '../rulesets/managed-rules-section';
import { managedRulesSection, readManagedRules } from '../rulesets/managed-rules-section';
import type { Service } from '../service/service';
import type { Plan, Zone } from '../service/zone';
import { layout } from './layout';

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

/** All that the page of one zone shows. */
interface ZonePageData {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly migration: MigrationView;
  readonly fields: FieldsView;
  readonly jobs: readonly JobView[];
  readonly managedRules: readonly ManagedRuleView[];
  readonly previousWaf: PreviousWafView;
  readonly deliveries: DeliveriesView;
}

export function readZone(service: Service, zone: Zone): ZonePageData {
  const { id, name, plan, previousWaf } = zone;
  return {
    id,
    name,
    plan,
    migration: readMigration(service, zone),
    fields: readFields(zone, service.state.settings),
    jobs: readJobs(zone),
    managedRules: readManagedRules(zone),
    previousWaf: readPreviousWaf(previousWaf),
    deliveries: readDeliveries(service, zone),
  };
}

/** A page that says one thing: why there is nothing else. */
export function noticePage(title: string, text: string): Markup {
  const content = html`<header class="wide" id="notice">
    <h1>${title}</h1>
    <p class="sub">${text}</p>
    <p><a href="/">All zones</a></p>
  </header>`;
  return layout({ title, current: 'none', content });
}
