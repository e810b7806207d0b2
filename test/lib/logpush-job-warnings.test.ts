import { Lazy, type TerraformStack, TerraformVariable } from 'cdktf';
import { Construct } from 'constructs';
import {
  EphemeralVariable,
  LogCustomFields,
  LogDestination,
  LogpushJob,
  type LogpushJobProps,
} from '../../lib';
import { OPEN, OTHER_ZONE, SECRET, warningsOf, ZONE, zoneStack } from './logpush-stack';
import { validationErrors } from './synth';

function job(stack: TerraformStack, props: Partial<LogpushJobProps>, id = 'job'): LogpushJob {
  const { customFields } = props;
  return new LogpushJob(stack, id, {
    destination: OPEN,
    ...(customFields ? {} : { zoneId: ZONE }),
    ...props,
  });
}

/** Where `job` creates one. */
const CREATED = ' (created at test/lib/logpush-job-warnings.test.ts:15)';

/** The warnings of constructs, after a validation of their stack that finds nothing. */
function told(stack: TerraformStack, ...constructs: readonly Construct[]): readonly unknown[] {
  expect(validationErrors(stack)).toEqual([]);
  return constructs.flatMap(warningsOf);
}

describe('a warning about credentials of a destination', () => {
  const destination = 'https://logs.example.com/collect?header_Authorization=planted';

  const inClear = (names: string): string =>
    `destination: Its credentials are in clear text (${names}), so they end up in the synthesized files. Pass an EphemeralVariable instead, or a TerraformVariable that is sensitive.`;

  test('that is stored has the text of the provider, and does not show them', () => {
    const stack = zoneStack();
    expect(told(stack, job(stack, { destination, storeSecrets: true }))).toEqual([
      'destination: The destination holds credentials (header_Authorization), and is stored in the state and in saved plans. To keep them out, remove storeSecrets (Terraform or OpenTofu 1.11 or newer).',
      inClear('header_Authorization'),
    ]);
  });

  test('is not given for a token', () => {
    const stack = zoneStack();
    const place = new TerraformVariable(stack, 'place', { type: 'string', sensitive: true });
    expect(told(stack, job(stack, { destination: place.stringValue, storeSecrets: true }))).toEqual([]);
  });

  const keys = { bucket: 'logs', accountId: 'a', accessKeyId: 'k' };
  const lazy = Lazy.stringValue({ produce: () => SECRET });
  const path = `AbC${'x1'.repeat(10)}`;
  const open: readonly (readonly [string, (secret: string) => LogDestination | string, string])[] = [
    ['r2', (secretAccessKey) => LogDestination.r2({ ...keys, secretAccessKey }), 'secret-access-key'],
    ['azure', (sig) => LogDestination.azure({ container: 'c', sasToken: `sv=1&sig=${sig}` }), 'sig'],
    ['splunk', (token) => LogDestination.splunk({ host: 'h', channel: 'c', token }), 'header_Authorization'],
    ['datadog', (apiKey) => LogDestination.datadog({ host: 'h', apiKey }), 'header_DD-API-KEY'],
    ['sumo', () => LogDestination.sumo({ host: 'h', path }), 'a token in the path'],
    [
      'https',
      (secret) => LogDestination.https({ host: 'h', headers: { 'x-api-key': secret, accept: 'text/csv' } }),
      'header_x-api-key',
    ],
    ['text', (secret) => `https://user:${secret}@logs.example.com/`, 'user information'],
  ];
  test.each(open)('in clear text, from %s, does not show them', (_, made, names) => {
    const stack = zoneStack();
    const ownershipChallenge = 'proof';
    const given = [made(SECRET), made(lazy)].map((destination, index) =>
      job(stack, { destination, ownershipChallenge }, `job${index}`),
    );
    expect(told(stack, ...given)).toEqual([inClear(names), inClear(names)]);
  });

  test.each(open.filter(([name]) => name !== 'sumo'))('is not given for variables in %s', (_, made) => {
    const stack = zoneStack();
    const secret = new EphemeralVariable(stack, 'secret', { type: 'string' }).stringValue;
    const given = [made('${var.secret}'), made(secret)].map((destination, index) =>
      job(stack, { destination, ownershipChallenge: 'proof' }, `job${index}`),
    );
    expect(told(stack, ...given)).toEqual([]);
  });
});

test.each<readonly [string, Partial<LogpushJobProps>, number]>([
  ['https://logs.example.com/?header_Authorization=${var.key}', { fields: ['RayID'] }, 1],
  ['https://logs.example.com/', { timestamps: 'unix' }, 1],
  ['https://logs.example.com/', { fields: ['RayID'], outputOptions: {} }, 0],
  ['https://logs.example.com/', {}, 0],
  ['http://127.0.0.1:8080/in', { fields: ['RayID'] }, 0],
])('options for %s, %j, bring %d warning about what it gets', (destination, props, many) => {
  const stack = zoneStack();
  const text = expect.stringMatching(
    /^destination: The service is reported to refuse .* Add outputOptions: \{\}/,
  );
  expect(told(stack, job(stack, { destination, ...props }))).toEqual(
    Array.from({ length: many }, () => text),
  );
});

describe('a warning about custom fields that no job lists', () => {
  const nowhere = (nouns: string, or: string, and: string): string =>
    `stack/fields has ${nouns}, but no log push job of the zone lists ${or}, so they are not delivered. Pass stack/fields to a job as customFields, or add ${and} to its fields. A job with includeCustomFields: false logs only its fields.`;

  test('is given by the first job of the zone', () => {
    const stack = zoneStack();
    new LogCustomFields(stack, 'fields', { zoneId: ZONE, requestHeaders: ['accept'], cookies: ['a'] });
    const first = job(stack, { fields: ['RayID'] }, 'first');
    const second = job(stack, { fields: ['ClientIP'] }, 'second');
    expect(told(stack, first)).toEqual([
      nowhere('request headers and cookies', 'RequestHeaders or Cookies', 'RequestHeaders and Cookies'),
    ]);
    expect(warningsOf(second)).toEqual([]);
  });

  test('is given for a job with includeCustomFields: false', () => {
    const stack = zoneStack();
    const customFields = new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies: ['a'] });
    const one = job(stack, { customFields, includeCustomFields: false, fields: ['RayID'] });
    expect(told(stack, one)).toEqual([nowhere('cookies', 'Cookies', 'Cookies')]);
  });

  const quiet: readonly (readonly [string, (stack: TerraformStack) => void])[] = [
    [
      'one of the jobs lists them',
      (stack) => {
        job(stack, { fields: ['RayID'] }, 'first');
        job(stack, { fields: ['Cookies'] }, 'second');
      },
    ],
    [
      'a job may list them in other options',
      (stack) => void job(stack, { logpullOptions: { other: 'fields=RayID&fields=Cookies' } }),
    ],
    ['a job lists what is not known yet', (stack) => void job(stack, { fields: ['${var.field}'] })],
    [
      'a job may be of the zone',
      (stack) => {
        const zoneId = new TerraformVariable(stack, 'zone_id', {}).stringValue;
        job(stack, { fields: ['RayID'] }, 'first');
        job(stack, { zoneId, fields: ['${var.field}'] }, 'second');
      },
    ],
  ];
  test.each(quiet)('is not given when %s', (_, declare) => {
    const stack = zoneStack();
    new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies: ['a'] });
    declare(stack);
    expect(told(stack, ...stack.node.children.filter((child) => child instanceof LogpushJob))).toEqual([]);
  });
});

describe('a job that lists custom fields that the zone does not have', () => {
  test('brings a warning when the app has no list for the zone', () => {
    const stack = zoneStack();
    new LogCustomFields(stack, 'fields', { zoneId: OTHER_ZONE, cookies: ['a'] });
    const both = job(stack, { fields: ['RayID', 'Cookies', 'RequestHeaders'] }, 'both');
    const one = job(stack, { fields: ['Cookies'] }, 'one');
    const advice =
      'custom log fields, but this app declares none for the zone. Declare a LogCustomFields and pass it as customFields, or ignore this if they are configured elsewhere.';
    expect(told(stack, both, one)).toEqual([
      `fields: Cookies and RequestHeaders hold ${advice}`,
      `fields: Cookies holds ${advice}`,
    ]);
  });

  test('brings a warning that names the empty list', () => {
    const stack = zoneStack();
    const customFields = new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies: ['a'] });
    const one = job(stack, { customFields, fields: ['ResponseHeaders'] });
    expect(told(stack, one)).toEqual([
      'fields: ResponseHeaders will be empty, because stack/fields has no response headers. Add some with addResponseHeader, or remove ResponseHeaders from fields.',
    ]);
  });

  test('brings no warning when the zone is unknown', () => {
    const stack = zoneStack();
    const zoneId = new TerraformVariable(stack, 'zone_id', {}).stringValue;
    new LogCustomFields(stack, 'fields', { zoneId, cookies: ['a'] });
    expect(told(stack, job(stack, { fields: ['RequestHeaders'] }))).toEqual([]);
  });
});

describe('a warning about an unknown name', () => {
  test.each([
    ['RayId', 'Did you mean "RayID"?'],
    ['ResponseHeader', 'Did you mean "ResponseHeaders"?'],
    ['Nonsense', 'Look it up in the documentation of the dataset.'],
  ])('of a field, %s, suggests the nearest', (name, advice) => {
    const stack = zoneStack();
    expect(told(stack, job(stack, { fields: ['RayID', name] }))).toEqual([
      `fields: "${name}" is not a known log field of http_requests. ${advice}`,
    ]);
  });

  test('knows the name that a Lazy produces', () => {
    const stack = zoneStack();
    const [right, wrong] = ['RayID', 'Nonsense'].map((name) => Lazy.stringValue({ produce: () => name }));
    expect(told(stack, job(stack, { fields: [right, wrong] as string[] }))).toEqual([
      'fields: "Nonsense" is not a known log field of http_requests. Look it up in the documentation of the dataset.',
    ]);
  });

  test('says who added it', () => {
    const stack = zoneStack();
    const one = job(stack, {}).addField('ClientIp', new Construct(stack, 'red'));
    expect(told(stack, one)).toEqual([
      'fields: "ClientIp" is not a known log field of http_requests. stack/red added it. Did you mean "ClientIP"?',
    ]);
  });

  test.each([
    ['http_request', 'Did you mean "http_requests"?'],
    [
      'audit',
      'Known datasets: http_requests, firewall_events, dns_logs, spectrum_events, nel_reports, account_abuse_protection_events, page_shield_events, websocket_analytics, zaraz_events.',
    ],
  ])('of a dataset, %s, suggests the nearest', (dataset, advice) => {
    const stack = zoneStack();
    expect(told(stack, job(stack, { dataset, fields: ['Anything'] }))).toEqual([
      `dataset: "${dataset}" is not a known dataset of zones. ${advice}`,
    ]);
  });

  test('is not given for a dataset without a field list here', () => {
    const stack = zoneStack();
    expect(told(stack, job(stack, { dataset: 'zaraz_events', fields: ['Anything'] }))).toEqual([]);
  });
});

describe('an app that runs by itself', () => {
  const misspelt = (stack: TerraformStack, field: string, id: string): LogpushJob =>
    job(stack, { fields: [field] }, id);
  /** Those of jobs; the stacks also warn of the place of their state. */
  const emitted = (): readonly (readonly unknown[])[] =>
    (emitWarning.mock.calls as readonly (readonly unknown[])[]).filter(
      ([text]) => !/: The state, /.test(String(text)),
    );
  let emitWarning: jest.SpyInstance;
  beforeEach(() => {
    emitWarning = jest.spyOn(process, 'emitWarning').mockImplementation();
  });
  afterEach(() => {
    emitWarning.mockRestore();
  });

  test('prints a warning once, with its construct', () => {
    const declare = (): void => {
      const stack = zoneStack();
      told(stack, misspelt(stack, 'RayId', 'printed'));
    };
    declare();
    declare();
    expect(emitted()).toEqual([
      [
        'stack/printed: fields: "RayId" is not a known log field of http_requests. Did you mean "RayID"?' +
          CREATED,
        { type: 'ZonewrightWarning' },
      ],
    ]);
  });

  test('prints the same warning for five constructs, and then where the others are listed', () => {
    const stack = zoneStack();
    const jobs = Array.from({ length: 9 }, (_, index) => misspelt(stack, 'RayIDs', `alike${index}`));
    const words = 'fields: "RayIDs" is not a known log field of http_requests. Did you mean "RayID"?';
    expect(told(stack, ...jobs)).toEqual(jobs.map(() => words));
    expect(emitted().map(([text]) => text)).toEqual([
      ...jobs.slice(0, 5).map(({ node }) => `${node.path}: ${words}${CREATED}`),
      `More than these 5 constructs have this warning; manifest.json lists all of them: ${words}`,
    ]);
  });

  test.each(['CDKTF_OUTDIR', 'CDKTF_CONTEXT_JSON'])('prints no warnings where %s is set', (name) => {
    process.env[name] = '{}';
    try {
      const stack = zoneStack();
      expect(told(stack, misspelt(stack, 'RayId', `with-${name}`))).toHaveLength(1);
      expect(emitted()).toEqual([]);
    } finally {
      Reflect.deleteProperty(process.env, name);
    }
  });
});
