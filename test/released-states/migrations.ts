import { CORE, MANAGED, SCORE_RULE, SUCCESSOR, equivalentRules } from '../e2e/equivalent-rules';
import { migratingZone, uriOverride, zoneIdOf } from '../e2e/migrating-zones';
import type { StateSet } from './state-set';

/** When the migration that is recorded as finishing ends: never, for the emulator's clock stands still. */
const ENDS = '2030-01-01T00:00:00.000Z';

const ADJUSTMENTS = {
  [MANAGED]: {
    rules: {
      [SUCCESSOR['100030']]: { enabled: false },
      [SUCCESSOR['100043']]: { action: 'log', enabled: true },
    },
  },
  [CORE]: { rules: { [SCORE_RULE]: { action: 'log' } } },
};

/** Migrations in every state, made and imported, with and without adjustments. */
export const MIGRATIONS: StateSet = {
  name: 'migrations',
  seed: {
    options: { finish_seconds: 0 },
    zones: [
      migratingZone('overridden', { previous: { uri_overrides: [uriOverride('6')] } }),
      migratingZone('validation'),
      migratingZone('validation-adjusted'),
      migratingZone('finishing', { plan: 'professional' }),
      migratingZone('finished', { plan: 'professional' }),
      migratingZone('finished-adjusted', { plan: 'business', sensitivity: 'low' }),
      migratingZone('finished-from-nothing', { previous: nothing() }),
      migratingZone('imported-validation', { state: 'validation', rules: equivalentRules() }),
      migratingZone('imported-finished', { plan: 'business', state: 'finished' }),
    ],
  },
  blocks: () => ({
    resource: {
      zone_managed_rules_migration: {
        overridden: validation('overridden', { delete_uri_overrides: true }),
        validation: validation('validation'),
        'validation-adjusted': validation('validation-adjusted', {
          adjustments: ADJUSTMENTS,
          timeouts: { create: '2h', update: '1h30m' },
        }),
        finishing: finished('finishing'),
        finished: finished('finished', { on_destroy: 'abandon' }),
        'finished-adjusted': finished('finished-adjusted', { adjustments: ADJUSTMENTS }),
        'finished-from-nothing': finished('finished-from-nothing', { delete_uri_overrides: true }),
        'imported-validation': validation('imported-validation'),
        'imported-finished': { zone_id: zoneIdOf('imported-finished'), target_state: 'finished' },
      },
    },
    data: {
      zone_managed_rules_status: { finished: after('finished') },
      zone_managed_rules_compatibility: { validation: after('validation') },
      zone_managed_rules_configuration: { validation: after('validation') },
    },
  }),
  imports: () => ({
    'zone_managed_rules_migration.imported-validation': zoneIdOf('imported-validation'),
    'zone_managed_rules_migration.imported-finished': zoneIdOf('imported-finished'),
  }),
  expected: {
    plan: {
      'zone_managed_rules_migration.overridden': {
        actions: ['update'],
        why: 'The first apply deletes the URI override and goes no further; the next plan begins the validation.',
      },
      'zone_managed_rules_migration.finishing': {
        actions: ['update'],
        why: 'The migration is under way at the service; apply waits for its end.',
      },
    },
    refusesToDestroy: {
      'zone_managed_rules_migration.validation': 'validation',
      'zone_managed_rules_migration.validation-adjusted': 'validation',
      'zone_managed_rules_migration.imported-validation': 'validation',
      'zone_managed_rules_migration.finishing': 'finishing',
      'zone_managed_rules_migration.finished-adjusted': 'finished',
      'zone_managed_rules_migration.finished-from-nothing': 'finished',
      'zone_managed_rules_migration.imported-finished': 'finished',
    },
  },
  afterApply: ({ control }) =>
    void control.patchZone(zoneIdOf('finishing'), { migration: { state: 'finishing', finishes_at: ENDS } }),
};

function validation(name: string, more: object = {}): object {
  return { zone_id: zoneIdOf(name), target_state: 'validation', ...more };
}

function finished(name: string, more: object = {}): object {
  const zone = zoneIdOf(name);
  return { zone_id: zone, target_state: 'finished', acknowledge_irreversible: zone, ...more };
}

/** A look-up that comes after the migration of the same name. */
function after(name: string): object {
  return { zone_id: zoneIdOf(name), depends_on: [`zone_managed_rules_migration.${name}`] };
}

/** A previous configuration in which nothing was ever set. */
function nothing(): object {
  return { groups: {}, rules: {}, firewall_rules: [], page_rules: [] };
}
