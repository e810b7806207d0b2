import { type App, Aspects, Testing, TerraformVariable } from 'cdktf';
import type { IConstruct } from 'constructs';
import {
  approvedMigrations,
  destinationsIn,
  jobsEnabled,
  LogCustomFields,
  LogDestination,
  ManagedRulesMigration,
  noCookies,
  noStoredSecrets,
  type PolicyFinding,
  ZoneLogging,
  ZonePolicies,
  type ZonePolicy,
} from '../../../lib';
import { OPEN, WITH_KEYS, ZONE, zoneStack } from '../logpush-stack';

/** Our own rule: a zone logs an id of the request. */
const requestIds: ZonePolicy = {
  id: 'request-ids',
  findings: (construct: IConstruct) =>
    construct instanceof LogCustomFields && !construct.requestHeaders.includes('x-request-id')
      ? ['x-request-id is not logged.']
      : [],
};

const POLICIES = [
  destinationsIn(['r2://logs?account-id=a1', 'https://']),
  noCookies(['consent']),
  jobsEnabled(),
  noStoredSecrets(),
  approvedMigrations(),
  requestIds,
];

interface Checked {
  readonly error: string;
  readonly findings: readonly PolicyFinding[];
}

/** Synthesizes an app with all policies. */
function checked(app: App): Checked {
  const policies = new ZonePolicies(POLICIES);
  Aspects.of(app).add(policies);
  const warnings = jest.spyOn(process, 'emitWarning').mockImplementation();
  let error = '';
  try {
    app.synth();
  } catch (caught) {
    error = (caught as Error).message;
  }
  warnings.mockRestore();
  return { error, findings: policies.findings };
}

/** A zone that breaks every policy. */
function broken(app: App): ZoneLogging {
  const stack = zoneStack('stack', app);
  new ManagedRulesMigration(stack, 'migration', {
    zoneId: ZONE,
    targetState: 'finished',
    acknowledgeIrreversible: ZONE,
  });
  return new ZoneLogging(stack, 'logging', {
    zoneId: ZONE,
    cookies: ['sid', 'consent'],
    jobs: {
      store: { destination: OPEN, enabled: false },
      keys: { destination: WITH_KEYS, storeSecrets: true },
    },
  });
}

const FOUND = [
  ['stack/migration', 'approved-migrations'],
  ['stack/logging/fields', 'no-cookies'],
  ['stack/logging/fields', 'request-ids'],
  ['stack/logging/jobs/store', 'destinations-in'],
  ['stack/logging/jobs/store', 'jobs-enabled'],
  ['stack/logging/jobs/keys', 'no-stored-secrets'],
];

const placesOf = ({ findings }: Checked): readonly (readonly string[])[] =>
  findings.map(({ path, policy }) => [path, policy]);

test('each finding fails the synthesis, with the construct, the policy and what it does', () => {
  const app = Testing.app();
  broken(app);
  const seen = checked(app);
  expect(placesOf(seen)).toEqual(FOUND);
  expect(seen.findings.every(({ acknowledged }) => acknowledged === undefined)).toBe(true);
  expect(seen.error).toContain(
    '[stack/logging/jobs/store] destinations-in: The job delivers to gs://bucket, and only r2://logs?account-id=a1, https:// may ' +
      'receive logs. Change it, or acknowledge it with a reason (ZonePolicies.acknowledge).',
  );
  expect(seen.error).toContain('[stack/logging/fields] no-cookies: The cookies sid are logged.');
});

test('a zone that keeps the policies has no finding', () => {
  const app = Testing.app();
  const stack = zoneStack('stack', app);
  new ManagedRulesMigration(stack, 'migration', { zoneId: ZONE, targetState: 'validation' });
  new ZoneLogging(stack, 'logging', {
    zoneId: ZONE,
    requestHeaders: ['x-request-id'],
    cookies: ['consent'],
    jobs: {
      keys: { destination: WITH_KEYS },
      collector: { destination: 'https://logs.example.com/in' },
    },
  });
  expect(checked(app)).toEqual({ error: '', findings: [] });
});

test('what is not known at synth does not pass unseen', () => {
  const app = Testing.app();
  const stack = zoneStack('stack', app);
  const text = (id: string): string => new TerraformVariable(stack, id, {}).stringValue;
  new ZoneLogging(stack, 'logging', {
    zoneId: ZONE,
    requestHeaders: ['x-request-id'],
    cookies: [text('cookie')],
    jobs: {
      job: {
        destination: LogDestination.of(text('destination'), { needsChallenge: false }),
        enabled: new TerraformVariable(stack, 'enabled', {}).booleanValue,
      },
    },
  });
  expect(placesOf(checked(app))).toEqual([
    ['stack/logging/fields', 'no-cookies'],
    ['stack/logging/jobs/job', 'destinations-in'],
    ['stack/logging/jobs/job', 'jobs-enabled'],
  ]);
});

test.each<readonly [string, LogDestination, string | undefined]>([
  ['a bucket of S3', s3({}), 's3://logs'],
  ['a bucket of R2', WITH_KEYS, 'r2://logs?account-id=a1'],
  ['a bucket of two accounts', LogDestination.of('r2://logs?account-id=a1&account-id=a2'), undefined],
  [
    'BigQuery',
    LogDestination.of('bq://projects/shop/datasets/d/tables/t?credentials=x'),
    'bq://projects/shop',
  ],
  [
    'a host',
    LogDestination.of('https://user:pass@logs.example.com:8443/in?x=1'),
    'https://logs.example.com:8443',
  ],
  ['secrets in tokens', s3({ endpoint: 'e', secretAccessKey: '${var.key}' }), 's3://logs?endpoint=e'],
  ['an endpoint in a token', s3({ endpoint: '${var.endpoint}' }), undefined],
])('the place of %s says whose it is', (_what, { place }, expected) => expect(place).toBe(expected));

function s3(more: { readonly endpoint?: string; readonly secretAccessKey?: string }): LogDestination {
  const { endpoint, secretAccessKey = 's' } = more;
  const keys = { bucket: 'logs', region: 'eu', accessKeyId: 'k', secretAccessKey };
  return endpoint === undefined
    ? LogDestination.s3({ bucket: 'logs', region: 'eu' })
    : LogDestination.s3Compatible({ ...keys, endpoint });
}

describe('an acknowledgement', () => {
  const reason = 'Contract 4711 with the auditor';

  test('of a construct, or of one around it, turns its findings into notes', () => {
    const app = Testing.app();
    const logging = broken(app);
    ZonePolicies.acknowledge(logging, { policy: 'no-cookies', reason });
    ZonePolicies.acknowledge(logging.job('store'), {
      policy: 'destinations-in',
      reason,
      until: '9999-12-31',
    });
    const seen = checked(app);
    expect(placesOf(seen)).toEqual(FOUND);
    expect(seen.findings.filter(({ acknowledged }) => acknowledged?.reason === reason)).toMatchObject([
      { policy: 'no-cookies' },
      { policy: 'destinations-in' },
    ]);
    expect(seen.error).not.toContain('no-cookies');
    expect(seen.error).not.toContain('destinations-in');
    expect(seen.error).toContain('jobs-enabled');
    expect(logging.customFields.node.metadata.map(({ data }) => data as unknown)).toContain(
      `no-cookies: The cookies sid are logged. Acknowledged: ${reason}`,
    );
  });

  test('that is over is an error that says so', () => {
    const app = Testing.app();
    ZonePolicies.acknowledge(broken(app), { policy: 'no-cookies', reason, until: '2001-02-03' });
    expect(checked(app).error).toContain(
      `Its acknowledgement ended on 2001-02-03: ${reason}. Change it, or acknowledge it with a reason`,
    );
  });

  test('of a policy that is not in force is an error, which names those that are, and the near one', () => {
    const app = Testing.app();
    const stack = zoneStack('stack', app);
    const logging = new ZoneLogging(stack, 'logging', { zoneId: ZONE, requestHeaders: ['x-request-id'] });
    ZonePolicies.acknowledge(logging.customFields, { policy: 'destination-in', reason });
    ZonePolicies.acknowledge(app, { policy: 'no-such-thing', reason });
    ZonePolicies.acknowledge(app, { policy: 'of-another-stack', reason });
    const elsewhere = new ZonePolicies([{ id: 'of-another-stack', findings: () => [] }]);
    Aspects.of(zoneStack('another', app)).add(elsewhere);
    const { error } = checked(app);
    const text = (policy: string, holder: string, rest: string): string =>
      `The acknowledgement of ${policy} (of ${holder}) has no effect: no policy of this id is in force. ${rest}`;
    const ids = POLICIES.map(({ id }) => id).join(', ');
    const end = 'Correct the id, or remove the acknowledgement.';
    expect(error.split('\n').filter((line) => line.startsWith('['))).toEqual([
      `[stack] ${text('no-such-thing', 'the app', `In force: ${ids}, of-another-stack. ${end}`)}`,
      `[stack/logging/fields] ${text('destination-in', 'stack/logging/fields', `Did you mean destinations-in? In force: ${ids}. ${end}`)}`,
    ]);
  });

  test.each([
    ['a reason', { reason: ' needed  ' }, /has the reason " needed {2}"\. Write why the exception is right/],
    ['a day', { reason, until: '31.12.2027' }, /ends on "31\.12\.2027"\. Write a day: "2027-01-31"\./],
  ])('needs %s', (_what, given, message) => {
    expect(() => ZonePolicies.acknowledge(zoneStack(), { policy: 'no-cookies', ...given })).toThrow(message);
  });
});
