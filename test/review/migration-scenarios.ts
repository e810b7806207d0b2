import { CORE, MANAGED, SCORE_RULE } from '../e2e/equivalent-rules';
import { bypass, migratingZone, uriOverride, zoneIdOf, type PreviousWaf } from '../e2e/migrating-zones';
import type { PlanScenario } from './plan-scenarios';

/** Members of a previous configuration that becomes three rules, and of which nothing is lost. */
export const FEW: PreviousWaf = { groups: {}, rules: {}, firewall_rules: [bypass('b', {})], page_rules: [] };

const FINISHED_RULES = [MANAGED, CORE].map((id) => ({
  ...{ action: 'execute', expression: 'true', action_parameters: { id } },
}));

/** The arguments of a migration of the zone with this name. */
export const migration = (
  zone: string,
  target: 'validation' | 'finished',
  settings: object = {},
): object => ({
  zone_id: zoneIdOf(zone),
  target_state: target,
  ...(target === 'finished' ? { acknowledge_irreversible: zoneIdOf(zone) } : {}),
  ...settings,
});

/** Migrations in every state, one step further. */
const migrations: PlanScenario = {
  seed: {
    zones: [
      migratingZone('validated'),
      migratingZone('begins', { previous: FEW }),
      migratingZone('direct', { plan: 'professional' }),
      migratingZone('blocked', { previous: { uri_overrides: [uriOverride('6'), uriOverride('7')] } }),
      migratingZone('done', { state: 'finished', rules: FINISHED_RULES }),
    ],
  },
  applied: {
    resource: { zone_managed_rules_migration: { validated: migration('validated', 'validation') } },
  },
  declared: {
    resource: {
      zone_managed_rules_migration: {
        validated: migration('validated', 'finished'),
        begins: migration('begins', 'validation'),
        direct: migration('direct', 'finished'),
        blocked: migration('blocked', 'finished', { delete_uri_overrides: true }),
        done: migration('done', 'finished'),
      },
    },
  },
};

const noted = { adjustments: { [CORE]: { rules: { [SCORE_RULE]: { action: 'log' } } } } };

/** What happens to migrations beside their steps. */
const migrationEdits: PlanScenario = {
  seed: {
    zones: ['adjusted', 'kept', 'abandoned', 'ended'].map((name) => migratingZone(name, { previous: FEW })),
  },
  applied: {
    resource: {
      zone_managed_rules_migration: {
        adjusted: migration('adjusted', 'validation'),
        kept: migration('kept', 'validation'),
        abandoned: migration('abandoned', 'validation', { on_destroy: 'abandon' }),
        ended: migration('ended', 'finished'),
      },
    },
  },
  declared: {
    resource: {
      zone_managed_rules_migration: {
        adjusted: migration('adjusted', 'validation', noted),
        kept: migration('kept', 'validation', { on_destroy: 'abandon' }),
        ended: migration('ended', 'finished', { on_destroy: 'abandon' }),
      },
    },
  },
};

/** Three zones whose end no apply waited for: still finishing, finished, and finished with rules that others changed. */
const FINISHING = ['still-finishing', 'has-finished', 'has-finished-changed'];
const finishing = {
  zone_managed_rules_migration: Object.fromEntries(
    FINISHING.map((name) => [name, migration(name, 'finished', { wait: false })]),
  ),
};
const finishedSince: PlanScenario = {
  seed: {
    zones: FINISHING.map((name) =>
      migratingZone(name, {
        ...{ state: 'finishing', finishesAt: '2100-01-01T00:00:00Z', previous: FEW },
        rules: FINISHED_RULES,
      }),
    ),
  },
  applied: { resource: finishing },
  others: (control) => {
    for (const name of FINISHING.slice(1))
      control.patchZone(zoneIdOf(name), { migration: { state: 'finished', finishes_at: null } });
    control.editRuleset(zoneIdOf('has-finished-changed'), 'http_request_firewall_managed', ({ rules }) => {
      rules.pop();
    });
  },
  declared: { resource: finishing },
};

/** The recorded plans of migrations, by the name of their file in test/fixtures/plans. */
export const MIGRATION_SCENARIOS: Readonly<Record<string, PlanScenario>> = {
  migrations,
  'migration-edits': migrationEdits,
  waiting: {
    seed: { zones: [migratingZone('waits', { state: 'finishing', finishesAt: '2100-01-01T00:00:00Z' })] },
    declared: { resource: { zone_managed_rules_migration: { waits: migration('waits', 'finished') } } },
    applies: false,
  },
  'not-waiting': {
    seed: {
      zones: [
        migratingZone('finishes', { previous: FEW }),
        migratingZone('leaves', { state: 'finishing', finishesAt: '2100-01-01T00:00:00Z', previous: FEW }),
      ],
    },
    applied: {
      resource: { zone_managed_rules_migration: { finishes: migration('finishes', 'validation') } },
    },
    declared: {
      resource: {
        zone_managed_rules_migration: {
          finishes: migration('finishes', 'finished', { wait: false }),
          leaves: migration('leaves', 'finished', { wait: false }),
        },
      },
    },
  },
  'finished-since': finishedSince,
  skipped: {
    seed: {
      zones: [
        migratingZone('obstructed', { previous: { uri_overrides: [uriOverride('6')] } }),
        migratingZone('obstructed-later', { previous: FEW }),
        migratingZone('obstructed-edited', { previous: FEW }),
      ],
    },
    applied: {
      resource: {
        zone_managed_rules_migration: {
          later: migration('obstructed-later', 'validation'),
          edited: migration('obstructed-edited', 'validation'),
        },
      },
    },
    others: (control) => {
      for (const name of ['obstructed-later', 'obstructed-edited']) {
        control.editZone(zoneIdOf(name), ({ previous_waf: previous }) => {
          Object.assign(previous, { firewall_rules: [bypass('f', { expression: `"${'x'.repeat(4095)}"` })] });
        });
      }
    },
    declared: {
      resource: {
        zone_managed_rules_migration: {
          obstructed: migration('obstructed', 'finished', { on_incompatible: 'skip' }),
          later: migration('obstructed-later', 'finished', { on_incompatible: 'skip' }),
          edited: migration('obstructed-edited', 'finished', { on_incompatible: 'skip', ...noted }),
        },
      },
    },
  },
};
