import { DESTINATION_CASES, JOBS_OF_PLACES } from './destination-cases';
import { changeAt, each, edited, jobs, migrations, only, recorded, type PolicyCase } from './case';

/** What passes a plan in modules in modules, with count, for_each and write-only destinations. */
export const KEPT = {
  destinations: ['gs://our-logs', 'https://logs.example', 'r2://our-logs?account-id=*'],
  cookies: ['theme'],
  max_delete: 0,
  max_finish: 1,
};

const LOSSES = migrations('known-losses', ['approved']);

export const POLICY_CASES: readonly PolicyCase[] = [
  { name: 'a plan that keeps every policy', plan: recorded('kept'), settings: KEPT, warn: LOSSES },

  ...DESTINATION_CASES,

  {
    name: 'cookies',
    plan: recorded('every-change'),
    settings: { ...only('no-cookies'), cookies: ['ours', 'sid'] },
    deny: each('no-cookies', 'zone_log_custom_fields', ['docs', 'shop']),
  },
  {
    name: 'cookies in modules',
    plan: recorded('kept'),
    settings: only('no-cookies'),
    deny: ['blog', 'shop'].map(
      (key) => `no-cookies module.fleet.module.zone["${key}"].zone_log_custom_fields.this`,
    ),
  },
  {
    name: 'cookies that are all allowed',
    plan: recorded('every-change'),
    settings: { ...only('no-cookies'), cookies: ['imported', 'ours', 'sid', 'theme'] },
  },
  {
    name: 'cookies that do not change',
    plan: recorded('no-change'),
    settings: only('no-cookies'),
    deny: ['no-cookies zone_log_custom_fields.shop'],
  },
  {
    name: 'cookies with names that are not known until apply, all or some',
    plan: recorded('unknown'),
    settings: { ...only('no-cookies'), cookies: ['theme'] },
    deny: each('no-cookies', 'zone_log_custom_fields', ['all', 'some']),
  },
  {
    name: 'cookies that are destroyed',
    plan: recorded('destroy'),
    settings: only('no-cookies'),
  },

  {
    name: 'jobs that are not enabled',
    plan: recorded('every-change'),
    settings: only('jobs-enabled'),
    deny: jobs('jobs-enabled', ['after', 'created', 'deleted', 'replaced', 'rotated']),
  },
  { name: 'jobs that are enabled', plan: recorded('kept'), settings: only('jobs-enabled') },
  {
    name: 'a job of which nobody knows whether it is enabled until apply',
    plan: recorded('unknown'),
    settings: only('jobs-enabled'),
    deny: jobs('jobs-enabled', ['enabled']),
  },

  {
    name: 'secrets in the destination: all but a bucket without credentials may hold some',
    plan: recorded('places'),
    settings: only('no-stored-secrets'),
    deny: jobs(
      'no-stored-secrets',
      JOBS_OF_PLACES.filter((name) => name !== 'bucket'),
    ),
  },
  { name: 'write-only secrets', plan: recorded('kept'), settings: only('no-stored-secrets') },
  {
    name: 'a destination that may hold secrets once it is known',
    plan: recorded('unknown'),
    settings: only('no-stored-secrets'),
    deny: jobs('no-stored-secrets', ['destination']),
  },

  {
    name: 'migrations that finish without an approval',
    plan: recorded('migrations'),
    settings: only('approved-migrations'),
    deny: migrations('approved-migrations', ['direct', 'validated']),
    warn: migrations('approved-migrations', ['begins']),
  },
  {
    name: 'a migration that finishes without waiting, and one that others finish',
    plan: recorded('not-waiting'),
    settings: only('approved-migrations'),
    deny: migrations('approved-migrations', ['finishes']),
  },
  { name: 'a migration with an approval', plan: recorded('kept'), settings: only('approved-migrations') },
  {
    name: 'migrations that finished before',
    plan: recorded('migration-edits'),
    settings: only('approved-migrations'),
  },
  {
    name: 'a migration that another person finishes',
    plan: recorded('waiting'),
    settings: only('approved-migrations'),
  },
  { name: 'migrations that are skipped', plan: recorded('skipped'), settings: only('approved-migrations') },
  {
    name: 'an approval that is not known until apply',
    plan: edited('kept', (plan) => {
      const { change } = changeAt(plan, 'zone_managed_rules_migration.approved');
      delete change.after?.['approved_digest'];
      change.after_unknown['approved_digest'] = true;
    }),
    settings: only('approved-migrations'),
    deny: migrations('approved-migrations', ['approved']),
  },
  {
    name: 'a migration that finishes or not: its target is not known until apply',
    plan: edited('kept', (plan) => {
      const { change } = changeAt(plan, 'zone_managed_rules_migration.approved');
      for (const name of ['target_state', 'step', 'irreversible', 'approved_digest', 'finish']) {
        delete change.after?.[name];
        change.after_unknown[name] = name !== 'approved_digest';
      }
    }),
    settings: { ...only('approved-migrations'), max_finish: 0 },
    deny: ['approved-migrations zone_managed_rules_migration.approved', 'max_finish'],
  },

  {
    name: 'a migration that finished before, and whose target is not known until apply',
    plan: edited('migration-edits', (plan) => {
      const { change } = changeAt(plan, 'zone_managed_rules_migration.finished');
      for (const name of ['target_state', 'step']) {
        delete change.after?.[name];
        change.after_unknown[name] = true;
      }
    }),
    settings: { ...only('approved-migrations'), max_finish: 0 },
  },
  {
    name: 'a migration that validates, in a step that is not known until apply',
    plan: edited('migrations', (plan) => {
      const { change } = changeAt(plan, 'zone_managed_rules_migration.begins');
      delete change.after?.['step'];
      change.after_unknown['step'] = true;
      plan.resource_changes = [changeAt(plan, 'zone_managed_rules_migration.begins')];
    }),
    settings: { ...only('approved-migrations'), max_finish: 0 },
  },

  {
    name: 'losses that the service does not show',
    plan: recorded('unknown-losses'),
    settings: only('known-losses'),
    deny: migrations('known-losses', ['small']),
  },
  {
    name: 'losses and deleted overrides that the plan lists',
    plan: recorded('migrations'),
    settings: only('known-losses'),
    warn: migrations('known-losses', ['blocked', 'direct', 'validated']),
  },
  {
    name: 'losses and deleted overrides that are not known until apply',
    plan: edited('kept', (plan) => {
      const { change } = changeAt(plan, 'zone_managed_rules_migration.approved');
      for (const name of ['finish', 'deleted_uri_overrides']) {
        delete change.after?.[name];
        change.after_unknown[name] = true;
      }
    }),
    settings: only('known-losses'),
    deny: migrations('known-losses', ['approved', 'approved']),
  },
  {
    name: 'one loss that is not known until apply',
    plan: edited('kept', (plan) => {
      const { change } = changeAt(plan, 'zone_managed_rules_migration.approved');
      change.after_unknown['finish'] = { not_carried_over: [{ description: true }, {}, {}] };
    }),
    settings: only('known-losses'),
    deny: migrations('known-losses', ['approved']),
    warn: migrations('known-losses', ['approved']),
  },
  {
    name: 'a migration that finished before, with its losses',
    plan: recorded('migration-edits'),
    settings: only('known-losses'),
  },

  ...limitCases(),
];

function limitCases(): readonly PolicyCase[] {
  const off = { levels: { ...only('').levels } };
  const limit = (name: string, file: string, settings: object, deny: readonly string[]): PolicyCase => ({
    name,
    plan: recorded(file),
    settings: { ...off, ...settings },
    deny,
  });
  return [
    limit('more migrations that finish than allowed', 'migrations', { max_finish: 1 }, ['max_finish']),
    limit('as many migrations that finish as allowed', 'migrations', { max_finish: 2 }, []),
    limit('more deletions than allowed, replacements included', 'every-change', { max_delete: 1 }, [
      'max_delete',
    ]),
    limit('as many deletions as allowed', 'every-change', { max_delete: 2 }, []),
    limit('no deletion in a plan that destroys all', 'destroy', { max_delete: 0 }, ['max_delete']),
    limit('forgotten and updated objects', 'managed-rules', { max_delete: 1, max_finish: 0 }, []),
  ];
}
