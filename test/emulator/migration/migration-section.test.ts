import type { Migration } from '../../../emulator/migration/migration';
import type { MigrationView } from '../../../emulator/migration/state-machine';
import { migrationSection } from '../../../emulator/migration/migration-part';

const SINCE = Date.parse('2025-01-01T10:00:00Z');

function view(current: Migration, validationOffered: boolean, parts: Partial<MigrationView> = {}) {
  return { current, validationOffered, previousVersion: 'enabled', newVersion: 'enabled', ...parts } as const;
}

/** How each state is drawn. */
function drawn(migration: MigrationView): Record<string, string> {
  const boxes = String(migrationSection(migration)).matchAll(/<g class="(\w+)" data-state="(\w+)"/g);
  return Object.fromEntries([...boxes].map(([, kind = '', state = '']) => [state, kind]));
}

/** The text of the section, without its markup. */
function said(migration: MigrationView): string {
  return String(migrationSection(migration))
    .replace(/<svg[\s\S]*<\/svg>/, '')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

describe('docs/internals/service.md 7.1: the state machine of the migration', () => {
  it.each<[string, MigrationView, Record<string, string>]>([
    [
      'start',
      view({ state: 'start' }, true),
      { start: 'current', validation: 'open', finishing: 'open', finished: 'open' },
    ],
    [
      'validation',
      view({ state: 'validation', since: SINCE }, true),
      { start: 'open', validation: 'current', finishing: 'open', finished: 'open' },
    ],
    [
      'finishing',
      view({ state: 'finishing', since: SINCE, finishesAt: SINCE }, true),
      { start: 'open', validation: 'open', finishing: 'current', finished: 'open' },
    ],
    [
      'finished, where validation is not offered',
      view({ state: 'finished', since: SINCE }, false),
      { start: 'open', validation: 'closed', finishing: 'open', finished: 'current' },
    ],
  ])('marks %s', (_name, migration, kinds) => {
    expect(drawn(migration)).toEqual(kinds);
  });

  it('has a title and a description for screen readers', () => {
    const section = String(migrationSection(view({ state: 'start' }, false)));
    expect(section).toMatch(/<svg[^>]*role="img"[^>]*aria-labelledby="machine-title machine-text"/);
    expect(section).toContain('<title id="machine-title">Migration: start</title>');
    expect(section.replace(/\s+/g, ' ')).toContain(
      'From start to finishing, directly or through validation, which is for Enterprise zones only, and then to finished. The zone is in the state start.',
    );
  });

  it.each<[string, MigrationView, string]>([
    [
      'an Enterprise zone before it',
      view({ state: 'start' }, true, { newVersion: 'disabled' }),
      'Migration The migration has not begun. Next: waf_migration=validation, or waf_migration=pending to finish at once. Managed rules Previous version enabled New version disabled',
    ],
    [
      'validation',
      view({ state: 'validation', since: SINCE }, true),
      'Migration since 2025-01-01 10:00:00.000 Both versions run, the new one first. Next: waf_migration=pending finishes. Managed rules Previous version enabled New version enabled',
    ],
    [
      'validation of nothing',
      view({ state: 'validation', since: SINCE }, true, { newVersion: 'disabled' }),
      'Migration since 2025-01-01 10:00:00.000 Both versions may run, but no managed ruleset is deployed. Next: waf_migration=pending finishes. Managed rules Previous version enabled New version disabled',
    ],
    [
      'a finish that is under way',
      view({ state: 'finishing', since: SINCE, finishesAt: SINCE + 60_000 }, true),
      'Migration since 2025-01-01 10:00:00.000 The new version is enabled. The previous one will be disabled at 2025-01-01 10:01:00.000. Managed rules Previous version enabled New version enabled',
    ],
    [
      'a finish that waits',
      view({ state: 'finishing', since: SINCE, finishesAt: SINCE }, true, { newVersion: 'disabled' }),
      'Migration since 2025-01-01 10:00:00.000 The previous version stays until a managed ruleset is deployed. Managed rules Previous version enabled New version disabled',
    ],
    [
      'the end',
      view({ state: 'finished', since: SINCE }, true, { previousVersion: 'disabled' }),
      'Migration since 2025-01-01 10:00:00.000 The previous version is disabled. This cannot be undone. Managed rules Previous version disabled New version enabled',
    ],
  ])('explains the state: %s', (_name, migration, text) => {
    expect(said(migration)).toBe(text);
  });
});
