import { type MigrationView, type VersionStatus, stateInShort, stateMachine } from './state-machine';
import { html } from 'hono/html';
import { type Markup, shownTime } from '../markup/elements';
import type { PageSection } from '../service/part';
import type { Service } from '../service/service';
import type { Zone } from '../service/zone';
import { type Migration, newVersionEnabled, previousVersionEnabled, settledMigration } from './migration';

/** What the status page shows of the migration. */
export const MIGRATION_SECTION: PageSection = {
  order: 10,
  section: (service, zone) => migrationSection(readMigration(service, zone)),
  column: {
    title: 'Migration',
    isNumber: false,
    cell: (service, zone) => stateInShort(settledMigration(service, zone).state),
  },
};

function readMigration(service: Service, zone: Zone): MigrationView {
  const current = settledMigration(service, zone);
  return {
    current,
    validationOffered: zone.plan === 'enterprise',
    previousVersion: status(previousVersionEnabled(zone)),
    newVersion: status(newVersionEnabled(zone)),
  };
}

function status(enabled: boolean): VersionStatus {
  return enabled ? 'enabled' : 'disabled';
}

/** The state of the zone, what it means, and what comes next. */
export function migrationSection(migration: MigrationView): Markup {
  const { current, previousVersion, newVersion } = migration;
  return html`<section class="card" id="migration" aria-labelledby="migration-title">
    <h2 id="migration-title">Migration <small>${since(current)}</small></h2>
    ${stateMachine(migration)}
    <p>${meaning(migration)} <span class="muted">${nextStep(migration)}</span></p>
    <h3>Managed rules</h3>
    <dl class="pairs">
      <dt>Previous version</dt>
      <dd>${versionTag(previousVersion)}</dd>
      <dt>New version</dt>
      <dd>${versionTag(newVersion)}</dd>
    </dl>
  </section>`;
}

function since(current: Migration): Markup | string {
  return current.state === 'start' ? '' : html`since ${shownTime(current.since)}`;
}

function meaning({ current, newVersion }: MigrationView): Markup | string {
  switch (current.state) {
    case 'start':
      return 'The migration has not begun.';
    case 'validation':
      return newVersion === 'enabled'
        ? 'Both versions run, the new one first.'
        : 'Both versions may run, but no managed ruleset is deployed.';
    case 'finishing':
      return newVersion === 'enabled'
        ? html`The new version is enabled. The previous one will be disabled at
          ${shownTime(current.finishesAt)}.`
        : 'The previous version stays until a managed ruleset is deployed.';
    case 'finished':
      return 'The previous version is disabled. This cannot be undone.';
  }
}

function nextStep({ current, validationOffered }: MigrationView): Markup | string {
  const finish = html`<code>waf_migration=pending</code>`;
  switch (current.state) {
    case 'start':
      return validationOffered
        ? html`Next: <code>waf_migration=validation</code>, or ${finish} to finish at once.`
        : html`Next: ${finish}, in one step.`;
    case 'validation':
      return html`Next: ${finish} finishes.`;
    case 'finishing':
    case 'finished':
      return '';
  }
}

function versionTag(status: VersionStatus): Markup {
  return html`<span class="tag ${status === 'enabled' ? 'good' : 'quiet'}">${status}</span>`;
}
