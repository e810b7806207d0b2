import { CORE, MANAGED, SCORE_RULE } from '../e2e/equivalent-rules';
import type { RunningEmulator, SeedDocument, SeedRuleset } from '../../emulator';
import { bypass, migratingZone, uriOverride, zoneIdOf, type PreviousWaf } from '../e2e/migrating-zones';

/** Blocks of a root module as JSON, without `terraform` and `provider`. */
export type Blocks = Readonly<Record<string, unknown>>;

/** How a recorded plan came about: what was applied, what others did then, and what was declared and planned. */
export interface PlanScenario {
  readonly seed: SeedDocument;
  readonly applied?: Blocks;
  readonly others?: (control: RunningEmulator['control']) => void;
  readonly declared: Blocks;
  /** Further arguments of `plan`. */
  readonly args?: readonly string[];
  /** What `show -json` shows. @default 'plan' */
  readonly shows?: 'plan' | 'state';
  /** Whether the plan is applied and its requests are counted. @default true */
  readonly applies?: false;
}

/** Members of a previous configuration that becomes three rules, and of which nothing is lost. */
const FEW: PreviousWaf = { groups: {}, rules: {}, firewall_rules: [bypass('b', {})], page_rules: [] };

const FINISHED_RULES = [MANAGED, CORE].map((id) => ({
  ...{ action: 'execute', expression: 'true', action_parameters: { id } },
}));

/** The arguments of a migration of the zone with this name. */
const migration = (zone: string, target: 'validation' | 'finished', settings: object = {}): object => ({
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

/** Plans of migrations. */
const MIGRATION_SCENARIOS: Readonly<Record<string, PlanScenario>> = {
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

const [SHOP, BLOG, DOCS, NEW] = ['shop', 'blog', 'docs', 'new'].map(zoneIdOf) as [
  string,
  string,
  string,
  string,
];

const job = (zone: string, name: string, settings: object = {}): object => ({
  zone_id: zone,
  dataset: 'http_requests',
  name,
  destination_conf: `https://logs.example/${name}`,
  ...settings,
});

/** Jobs one after the other, so that each gets the same number every time. */
function inOrder(jobs: Readonly<Record<string, object>>): Blocks {
  const names = Object.keys(jobs);
  return Object.fromEntries(
    names.map((name, index) => {
      const before = names.slice(Math.max(index - 1, 0), index).map((each) => `zone_logpush_job.${each}`);
      return [name, { ...jobs[name], depends_on: before }];
    }),
  );
}

const SECRET_DESTINATION = 'https://logs.example/in?header_Authorization=Bearer%20';

/** Every kind of change of fields and jobs, beside drift, an import, an adoption, a check and another provider. */
const everyChange: PlanScenario = {
  seed: {
    zones: [
      { id: SHOP, name: 'shop.example' },
      { id: BLOG, name: 'blog.example', rulesets: [fieldsOf('theirs')] },
      { id: DOCS, name: 'docs.example', rulesets: [fieldsOf('imported')] },
      { id: NEW, name: 'new.example' },
    ],
  },
  applied: {
    resource: {
      zone_log_custom_fields: { shop: { zone_id: SHOP, request_headers: ['x-id'], cookies: ['sid'] } },
      zone_logpush_job: inOrder({
        changed: job(SHOP, 'changed', { enabled: false }),
        rotated: job(SHOP, 'rotated', { destination_conf: `${SECRET_DESTINATION}first-secret-0123456789` }),
        destroyed: job(SHOP, 'destroyed'),
        deleted: job(SHOP, 'deleted'),
        replaced: job(SHOP, 'replaced'),
        before: job(SHOP, 'moved'),
      }),
      terraform_data: { other: { input: 'before' } },
    },
  },
  others: (control) => {
    control.editRuleset(SHOP, 'http_log_custom_fields', ({ rules }) => {
      Object.assign(rules[0] as object, {
        action_parameters: { request_fields: [{ name: 'x-id' }, { name: 'x-drift' }] },
      });
    });
    control.editZone(SHOP, (zone) => {
      const jobs = (zone.logpush.jobs ?? []).filter(({ name }) => name !== 'deleted');
      zone.logpush.jobs = [
        ...jobs,
        { name: 'by-hand', dataset: 'dns_logs', destination_conf: 'https://logs.example/by-hand' },
      ] as typeof zone.logpush.jobs;
    });
  },
  declared: {
    import: [
      { to: 'zone_log_custom_fields.docs', id: DOCS },
      { to: 'zone_log_custom_fields.blog', id: BLOG },
    ],
    moved: [{ from: 'zone_logpush_job.before', to: 'zone_logpush_job.after' }],
    resource: {
      zone_log_custom_fields: {
        shop: { zone_id: SHOP, request_headers: ['x-id'], cookies: ['sid', 'theme'] },
        blog: { zone_id: BLOG, cookies: ['ours'] },
        docs: { zone_id: DOCS, cookies: ['imported'] },
      },
      zone_logpush_job: {
        changed: job(SHOP, 'changed', { enabled: true }),
        rotated: job(SHOP, 'rotated', { destination_conf: `${SECRET_DESTINATION}second-secret-0123456789` }),
        deleted: job(SHOP, 'deleted'),
        replaced: job(NEW, 'replaced'),
        after: job(SHOP, 'moved'),
        created: job(BLOG, 'created', {
          destination_conf: `${SECRET_DESTINATION}third-secret-0123456789`,
        }),
      },
      terraform_data: { other: { input: 'after' } },
    },
    data: { zone_logpush_jobs: { shop: { zone_id: SHOP } } },
    check: {
      only_declared_jobs: {
        assert: {
          condition: '${!contains(data.zone_logpush_jobs.shop.jobs[*].name, "by-hand")}',
          error_message: 'Zone shop.example has log push jobs that are not declared.',
        },
      },
    },
  },
};

const managedRules = (zone: string, rules: readonly object[]): object => ({
  zone_id: zoneIdOf(zone),
  rules,
});
const executing = (name: string, ruleset_id: string): object => ({ name, execute: { ruleset_id } });
const CLOUDFLARE = executing('cloudflare', MANAGED);
const BOTH = [CLOUDFLARE, executing('owasp', CORE)];
const OFFICE = { name: 'office', expression: 'ssl', skip: { rulesets: [CORE] } };
const ALL = { name: 'all', expression: 'ssl', skip: { ruleset: 'current' } };

/** Every kind of change of managed rules, each in a zone of its own. */
const managedRulesChanges: PlanScenario = {
  seed: {
    zones: ['created', 'updated', 'destroyed'].map((name) =>
      migratingZone(name, { state: 'finished', rules: [] }),
    ),
  },
  applied: {
    resource: {
      zone_managed_rules: {
        updated: managedRules('updated', [CLOUDFLARE, OFFICE]),
        destroyed: managedRules('destroyed', [CLOUDFLARE]),
      },
    },
  },
  declared: {
    resource: {
      zone_managed_rules: {
        created: managedRules('created', BOTH),
        updated: managedRules('updated', [OFFICE, ALL, { ...CLOUDFLARE, enabled: false }]),
      },
    },
  },
};

const fields = { zone_log_custom_fields: { shop: { zone_id: SHOP, cookies: ['sid'] } } };
const TWO_JOBS = inOrder({ one: job(SHOP, 'one'), two: job(SHOP, 'two') });
const oneZone = { zones: [{ id: SHOP, name: 'shop.example' }] };

/** The recorded plans, by the name of their file in test/fixtures/plans. */
export const PLAN_SCENARIOS: Readonly<Record<string, PlanScenario>> = {
  ...MIGRATION_SCENARIOS,
  'every-change': everyChange,
  'managed-rules': managedRulesChanges,
  'no-change': { seed: oneZone, applied: { resource: fields }, declared: { resource: fields } },
  'refresh-only': {
    seed: oneZone,
    applied: { resource: fields },
    others: (control) => {
      control.editRuleset(SHOP, 'http_log_custom_fields', ({ rules }) => {
        Object.assign(rules[0] as object, { action_parameters: { cookie_fields: [{ name: 'by-hand' }] } });
      });
    },
    declared: { resource: fields },
    args: ['-refresh-only'],
    applies: false,
  },
  'unknown-zone': {
    seed: oneZone,
    declared: {
      resource: {
        terraform_data: { zone: { input: SHOP } },
        zone_log_custom_fields: {
          later: { zone_id: '${terraform_data.zone.output}', cookies: ['sid'] },
        },
      },
      data: { zone_rulesets: { later: { zone_id: '${terraform_data.zone.output}' } } },
    },
  },
  destroy: {
    seed: oneZone,
    applied: { resource: { ...fields, zone_logpush_job: TWO_JOBS } },
    declared: { resource: { ...fields, zone_logpush_job: TWO_JOBS } },
    args: ['-destroy'],
  },
  errored: {
    seed: oneZone,
    declared: {
      resource: {
        ...fields,
        terraform_data: { zone: { input: SHOP } },
        zone_managed_rules_migration: {
          later: { ...migration('shop', 'finished'), zone_id: '${terraform_data.zone.output}' },
        },
      },
    },
    applies: false,
  },
  state: {
    seed: oneZone,
    applied: { resource: fields },
    declared: { resource: fields },
    shows: 'state',
    applies: false,
  },
};

function fieldsOf(cookie: string): SeedRuleset {
  return {
    phase: 'http_log_custom_fields',
    rules: [
      {
        action: 'log_custom_field',
        expression: 'true',
        action_parameters: { cookie_fields: [{ name: cookie }] },
      },
    ],
  };
}
