import { Lazy, type TerraformStack, TerraformVariable, Token } from 'cdktf';
import { Construct } from 'constructs';
import {
  EphemeralVariable,
  LogCustomFields,
  LogDestination,
  LogpushJob,
  type LogpushJobProps,
  LogpushOwnershipChallenge,
  ZoneProvider,
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
const CREATED = ' (created at test/lib/logpush-job-warnings.test.ts:17)';

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
    const props = { zoneId: ZONE, destination, storeSecrets: true };
    const proof = new LogpushOwnershipChallenge(stack, 'proof', props);
    const warnings = [
      'destination: The destination holds credentials (header_Authorization), and is stored in the state and in saved plans. To keep them out, remove storeSecrets (Terraform or OpenTofu 1.11 or newer).',
      inClear('header_Authorization'),
    ];
    expect(told(stack, job(stack, props), proof)).toEqual([...warnings, ...warnings]);
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

const nowhere = (nouns: string, or: string, and: string): string =>
  `stack/fields has ${nouns}, but no log push job of the zone lists ${or}, so they are not delivered. Pass stack/fields to a job as customFields, or add ${and} to its fields. A job with includeCustomFields: false logs only its fields.`;
const undeclared =
  'custom log fields, but this app declares none for the zone. Declare a LogCustomFields and pass it as customFields, or ignore this if they are configured elsewhere.';
const unknownField = (name: string, more: string): string =>
  `fields: "${name}" is not a known log field of http_requests. ${more}`;
const LOOK_UP = 'Look it up in the documentation of the dataset.';
const aboutOptions = expect.stringMatching(
  /^destination: The service is reported to refuse .* Add outputOptions: \{\}/,
) as string;
const https = (path: string, props: Partial<LogpushJobProps>) => (stack: TerraformStack) =>
  void job(stack, { destination: `https://logs.example.com/${path}`, ...props });
const listing =
  (...fields: string[]) =>
  (stack: TerraformStack) =>
    void job(stack, { fields });
const fieldsOf = (stack: TerraformStack, zoneId = ZONE): LogCustomFields =>
  new LogCustomFields(stack, 'fields', { zoneId, cookies: ['a'] });
const beside = (props: Partial<LogpushJobProps>) => (stack: TerraformStack) => {
  fieldsOf(stack);
  job(stack, props);
};
const variable = (stack: TerraformStack): string => new TerraformVariable(stack, 'v', {}).stringValue;

/** What is declared, and what all jobs of the stack say of it. */
const WARNINGS: Readonly<
  Record<string, readonly [declare: (stack: TerraformStack) => void, ...told: readonly string[]]>
> = {
  'fields for a receiver': [https('?header_Authorization=${var.key}', { fields: ['RayID'] }), aboutOptions],
  'timestamps for a receiver': [https('', { timestamps: 'unix' }), aboutOptions],
  'fields in output options for a receiver': [https('', { fields: ['RayID'], outputOptions: {} })],
  'a receiver alone': [https('', {})],
  'a stored token': [(stack) => void job(stack, { destination: variable(stack), storeSecrets: true })],
  'fields for a receiver on loopback': [
    (stack) => void job(stack, { destination: 'http://127.0.0.1:8080/in', fields: ['RayID'] }),
  ],
  'custom fields that no job lists, said by the first': [
    (stack) => {
      const names = { requestHeaders: ['accept'], responseHeaders: ['server'], cookies: ['a'] };
      new LogCustomFields(stack, 'fields', { zoneId: ZONE, ...names });
      job(stack, { fields: ['RayID'] }, 'first');
      job(stack, { fields: ['ClientIP'] }, 'second');
    },
    nowhere(
      'request headers, response headers and cookies',
      'RequestHeaders, ResponseHeaders or Cookies',
      'RequestHeaders, ResponseHeaders and Cookies',
    ),
  ],
  'custom fields of a job that only defuses lookups': [
    beside({ fields: ['RayID'], logpullOptions: { defuseLookups: true } }),
    nowhere('cookies', 'Cookies', 'Cookies'),
  ],
  'custom fields of a job that leaves them out': [
    (stack) =>
      void job(stack, { customFields: fieldsOf(stack), includeCustomFields: false, fields: ['RayID'] }),
    nowhere('cookies', 'Cookies', 'Cookies'),
  ],
  'custom fields that no job lists, of a dataset that is not known yet': [
    beside({ dataset: '${var.dataset}', fields: ['RayID'] }),
    nowhere('cookies', 'Cookies', 'Cookies'),
  ],
  'custom fields that only a job of another dataset names': [
    (stack) => {
      beside({ fields: ['RayID'] })(stack);
      job(stack, { dataset: 'zaraz_events', fields: ['Cookies'] }, 'second');
    },
    nowhere('cookies', 'Cookies', 'Cookies'),
  ],
  'a log field of custom fields in another dataset': [
    (stack) => void job(stack, { dataset: 'zaraz_events', fields: ['Cookies'] }),
  ],
  'custom fields of a zone with this id at another service': [
    (stack) => {
      const [one, other] = ['one', 'other'].map(
        (alias) => new ZoneProvider(stack, alias, { alias, baseUrl: `https://${alias}.example` }),
      );
      new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies: ['a'], provider: one });
      job(stack, { fields: ['RayID'], provider: other });
    },
  ],
  'custom fields beside a job of another dataset': [beside({ dataset: 'zaraz_events', fields: ['RayID'] })],
  'custom fields that one of the jobs lists': [
    (stack) => {
      fieldsOf(stack);
      job(stack, { fields: ['RayID'] }, 'first');
      job(stack, { fields: ['Cookies'] }, 'second');
    },
  ],
  'custom fields that may be in other options': [
    beside({ logpullOptions: { other: 'fields=RayID&fields=Cookies' } }),
  ],
  'custom fields beside a job that lists what is not known yet': [beside({ fields: ['${var.field}'] })],
  'custom fields beside a job whose list is not known yet': [
    beside({ fields: Token.asList('${var.fields}') }),
  ],
  'custom fields beside a job whose output options are not known yet': [
    beside({ outputOptions: Token.asAny('${var.options}') }),
  ],
  'custom fields beside a job that may be of the zone': [
    (stack) => {
      fieldsOf(stack);
      job(stack, { fields: ['RayID'] }, 'first');
      job(stack, { zoneId: variable(stack), fields: ['${var.field}'] }, 'second');
    },
  ],
  'log fields of custom fields that another zone has': [
    (stack) => {
      fieldsOf(stack, OTHER_ZONE);
      job(stack, { fields: ['RayID', 'Cookies', 'RequestHeaders'] }, 'both');
      job(stack, { fields: ['Cookies'] }, 'one');
    },
    `fields: Cookies and RequestHeaders hold ${undeclared}`,
    `fields: Cookies holds ${undeclared}`,
  ],
  'a log field whose list is empty': [
    (stack) => void job(stack, { customFields: fieldsOf(stack), fields: ['ResponseHeaders'] }),
    'fields: ResponseHeaders will be empty, because stack/fields has no response headers. Add some with addResponseHeader, or remove ResponseHeaders from fields.',
  ],
  'a log field whose list may be of a zone that is unknown': [
    (stack) => {
      fieldsOf(stack, variable(stack));
      job(stack, { fields: ['RequestHeaders'] });
    },
  ],
  'fields that there are not': [
    listing('RayID', 'RayId', 'ResponseHeader', 'Nonsense'),
    unknownField('RayId', 'Did you mean "RayID"?'),
    unknownField('ResponseHeader', 'Did you mean "ResponseHeaders"?'),
    unknownField('Nonsense', LOOK_UP),
  ],
  'no field, of a Lazy': [
    listing(...['RayID', 'Nonsense'].map((name) => Lazy.stringValue({ produce: () => name }))),
    unknownField('Nonsense', LOOK_UP),
  ],
  'no field, of another construct': [
    (stack) => void job(stack, {}).addField('ClientIp', new Construct(stack, 'red')),
    unknownField('ClientIp', 'stack/red added it. Did you mean "ClientIP"?'),
  ],
  'a dataset with a letter less': [
    (stack) => void job(stack, { dataset: 'http_request', fields: ['Anything'] }),
    'dataset: "http_request" is not a known dataset of zones. Did you mean "http_requests"?',
  ],
  'no dataset': [
    (stack) => void job(stack, { dataset: 'audit', fields: ['Anything'] }),
    'dataset: "audit" is not a known dataset of zones. Known datasets: http_requests, firewall_events, dns_logs, spectrum_events, nel_reports, account_abuse_protection_events, page_shield_events, websocket_analytics, zaraz_events.',
  ],
  'a dataset without a list of its fields here': [
    (stack) => void job(stack, { dataset: 'zaraz_events', fields: ['Anything'] }),
  ],
};

test.each(Object.entries(WARNINGS))('what jobs say of %s', (_what, [declare, ...expected]) => {
  const stack = zoneStack();
  declare(stack);
  expect(told(stack, ...stack.node.children.filter((child) => child instanceof LogpushJob))).toEqual(
    expected,
  );
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
      const [one, ...more] = told(stack, misspelt(stack, 'RayId', `with-${name}`));
      expect([String(one).endsWith(CREATED), more]).toEqual([true, []]);
      expect(emitted()).toEqual([]);
    } finally {
      Reflect.deleteProperty(process.env, name);
    }
  });
});
