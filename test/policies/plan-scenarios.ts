import type { Blocks, PlanScenario } from '../review/plan-scenarios';
import { migratingZone, zoneIdOf } from '../e2e/migrating-zones';

const [SHOP, BLOG] = ['shop', 'blog'].map(zoneIdOf) as [string, string];
const ZONES = [
  { id: SHOP, name: 'shop.example' },
  { id: BLOG, name: 'blog.example' },
];

/** The digest of the rules that the service generates for a `migratingZone` with nothing special. */
export const DIGEST = 'sha256:e4d43e2829ce97743a9bcf17de3469ce33fb9826bf745de679a34f8c7c063b12';

const KEYS = 'access-key-id=key-0123456789&secret-access-key=secret-0123456789';

const job = (settings: object): object => ({
  zone_id: SHOP,
  dataset: 'http_requests',
  enabled: true,
  ...settings,
});

/** A job that stores no secret: the destination is write-only. */
const writeOnly = (destination: string, settings: object = {}): object =>
  job({ destination_conf_wo: destination, destination_conf_wo_version: 1, ...settings });

const finished = (zone: string, settings: object = {}): object => ({
  zone_id: zoneIdOf(zone),
  target_state: 'finished',
  acknowledge_irreversible: zoneIdOf(zone),
  ...settings,
});

/** The fields and the job of a zone, as a module that is called for each zone. */
const zoneModule: Blocks = {
  variable: { zone_id: {}, destination: {} },
  resource: {
    zone_log_custom_fields: {
      this: { zone_id: '${var.zone_id}', request_headers: ['x-request-id'], cookies: ['theme'] },
    },
    zone_logpush_job: {
      this: {
        zone_id: '${var.zone_id}',
        enabled: true,
        destination_conf: '${var.destination}',
        ownership_challenge: '0123456789abcdef',
      },
    },
  },
};

/** What the engine only knows after it has created it. */
const unknown = '${terraform_data.later.output}';
const later = { terraform_data: { later: { input: SHOP } } };

/** Plans that the policies judge, beside those of the review: the names are those of their files. */
export const POLICY_SCENARIOS: Readonly<Record<string, PlanScenario>> = {
  /** In modules in modules, with for_each and count, and write-only. Other places than `gs://our-logs` are in one job each. */
  kept: {
    seed: { zones: [...ZONES, migratingZone('approved', { plan: 'professional' })] },
    modules: {
      fleet: {
        module: {
          zone: {
            for_each: { shop: SHOP, blog: BLOG },
            source: '../zone',
            zone_id: '${each.value}',
            destination: 'gs://our-logs/${each.key}',
          },
        },
      },
      zone: zoneModule,
    },
    declared: {
      module: { fleet: { source: './fleet' } },
      resource: {
        zone_logpush_job: {
          counted: { ...writeOnly(`r2://our-logs/\${count.index}?account-id=ours&${KEYS}`), count: 2 },
          receiver: writeOnly('https://logs.example/in?header_Authorization=Bearer%20token-0123456789'),
        },
        zone_managed_rules_migration: { approved: finished('approved', { approved_digest: DIGEST }) },
      },
    },
    applies: false,
  },
  /** Places and secrets in clear text. */
  places: {
    seed: { zones: ZONES },
    declared: {
      variable: { secret_names: { default: ['sid'], sensitive: true } },
      resource: {
        zone_log_custom_fields: { sensitive: { zone_id: SHOP, cookies: '${var.secret_names}' } },
        zone_logpush_job: {
          account: job({ destination_conf: `r2://our-logs/http?account-id=theirs&${KEYS}` }),
          bigquery: job({ destination_conf: 'bq://projects/shop/datasets/logs/tables/http' }),
          bucket: job({
            destination_conf: 's3://our-logs/http?region=us-east-1',
            ownership_challenge: '0123456789abcdef',
          }),
          encoded: job({
            destination_conf: `s3://our-logs?region=auto&endpoint=st%6Fre.example.com&${KEYS}`,
          }),
          endpoint: job({ destination_conf: `s3://our-logs?region=auto&endpoint=store.example.com&${KEYS}` }),
          receiver: job({ destination_conf: 'https://user:pass-0123456789@logs.example/in' }),
          two_endpoints: job({
            destination_conf: `s3://our-logs?region=auto&endpoint=store.example.com&endpoint=theirs.example.com&${KEYS}`,
          }),
        },
      },
    },
    applies: false,
  },
  /** Nothing that the policies ask for is known until apply. */
  unknown: {
    seed: { zones: ZONES },
    declared: {
      resource: {
        ...later,
        zone_log_custom_fields: {
          all: { zone_id: SHOP, cookies: '${toset([for n in range(1) : terraform_data.later.output])}' },
          some: { zone_id: BLOG, cookies: ['theme', unknown] },
        },
        zone_logpush_job: {
          destination: job({ destination_conf: `gs://\${terraform_data.later.output}/http` }),
          enabled: writeOnly('https://logs.example/in', { enabled: '${terraform_data.later.output != ""}' }),
        },
      },
    },
    applies: false,
  },
  /** The service does not show all that finishing loses. */
  'unknown-losses': {
    seed: { zones: [migratingZone('small', { plan: 'professional' })] },
    others: ({ faults }) =>
      faults.put([{ match: { operation: 'page.rules.list' }, effect: { kind: 'answer', status: 403 } }]),
    declared: {
      resource: { zone_managed_rules_migration: { small: finished('small', { approved_digest: DIGEST }) } },
    },
    applies: false,
  },
  /** Of one zone nothing is planned. */
  targeted: {
    seed: { zones: ZONES },
    declared: {
      resource: {
        zone_log_custom_fields: { shop: { zone_id: SHOP, request_headers: ['x-id'] } },
        zone_logpush_job: { left_out: job({ destination_conf: 'https://logs.example/in' }) },
      },
    },
    args: ['-target=zone_log_custom_fields.shop'],
    applies: false,
  },
  'only-data': {
    seed: { zones: ZONES },
    declared: { data: { zone_rulesets: { shop: { zone_id: SHOP } } } },
    applies: false,
  },
  'only-others': { seed: { zones: ZONES }, declared: { resource: later }, applies: false },
  empty: { seed: { zones: ZONES }, declared: { output: { zone: { value: SHOP } } }, applies: false },
};
