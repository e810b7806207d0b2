import { CORE, MANAGED } from '../e2e/equivalent-rules';
import type { RunningEmulator, SeedDocument, SeedRuleset } from '../../emulator';
import { migratingZone, zoneIdOf } from '../e2e/migrating-zones';
import { migration, MIGRATION_SCENARIOS } from './migration-scenarios';

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
