import { changeAt, edited, jobs, only, recorded, type PolicyCase } from './case';

const ALL_PLACES = [
  'bq://projects/shop',
  'https://logs.example',
  'r2://our-logs?account-id=theirs',
  's3://our-logs',
  's3://our-logs?endpoint=store.example.com',
];

/** The jobs of the plan `places`. */
export const JOBS_OF_PLACES = [
  'account',
  'bigquery',
  'bucket',
  'encoded',
  'endpoint',
  'receiver',
  'two_endpoints',
];

/** The policy `destinations-in`. */
export const DESTINATION_CASES: readonly PolicyCase[] = [
  ...placesCases(),
  {
    name: 'write-only destinations whose owner the plan does not show',
    plan: recorded('kept'),
    settings: {
      ...only('destinations-in'),
      destinations: ['gs://our-logs', 'r2://our-logs', 'https://other'],
    },
    deny: jobs('destinations-in', ['counted[0]', 'counted[1]', 'receiver']),
  },
  {
    name: 'jobs in modules',
    plan: recorded('kept'),
    settings: { ...only('destinations-in'), destinations: ['gs://other', 'r2://', 'https://'] },
    deny: ['blog', 'shop'].map(
      (key) => `destinations-in module.fleet.module.zone["${key}"].zone_logpush_job.this`,
    ),
  },
  {
    name: 'no setting of destinations',
    plan: recorded('kept'),
    settings: only('destinations-in'),
    warn: ['destinations-in'],
  },
  {
    name: 'a destination that is not known until apply',
    plan: recorded('unknown'),
    settings: { ...only('destinations-in'), destinations: ['gs://', 'https://'] },
    deny: jobs('destinations-in', ['destination']),
  },
];

function placesCases(): readonly PolicyCase[] {
  const places = recorded('places');
  const settings = (destinations: readonly string[]): object => ({
    ...only('destinations-in'),
    destinations,
  });
  const others = (...names: readonly string[]): readonly string[] =>
    jobs(
      'destinations-in',
      JOBS_OF_PLACES.filter((name) => !names.includes(name)),
    );
  return [
    {
      name: 'the place of every job, but of the one with two owners',
      plan: places,
      settings: settings(ALL_PLACES),
      deny: jobs('destinations-in', ['two_endpoints']),
    },
    {
      name: 'buckets without their owner',
      plan: places,
      settings: settings(['bq://projects', 'r2://our-logs', 's3://our-logs']),
      deny: others('bucket'),
    },
    {
      name: 'buckets of any owner',
      plan: places,
      settings: settings(['bq://projects/*', 'r2://our-logs?account-id=*', 's3://our-logs?endpoint=*']),
      deny: others('account', 'bigquery', 'bucket', 'encoded', 'endpoint', 'two_endpoints'),
    },
    {
      name: 'schemes alone',
      plan: places,
      settings: settings(['bq://', 'https://', 's3://']),
      deny: jobs('destinations-in', ['account']),
    },
    {
      name: 'other places with the same beginning',
      plan: places,
      settings: settings(['https://logs.example.org', 'https://logs', 's3://our', 's3:', 'https']),
      deny: others(),
    },
    {
      name: 'an owner whose encoding is broken',
      plan: edited('places', (plan) => {
        const endpoint = changeAt(plan, 'zone_logpush_job.endpoint');
        Object.assign(endpoint.change.after as object, { destination_conf: 's3://our-logs?endpoint=%zz' });
        plan.resource_changes = [endpoint];
      }),
      settings: settings(['s3://our-logs', 's3://our-logs?endpoint=%zz', 's3://our-logs?endpoint=']),
      deny: jobs('destinations-in', ['endpoint']),
    },
    { name: 'no place', plan: places, settings: settings([]), deny: others() },
  ];
}
