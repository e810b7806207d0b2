import { parse } from 'yaml';
import {
  createEmulator,
  DEFAULT_ZONE_ID,
  type EmulatorOptions,
  SeedError,
  type SeedDocument,
} from '../../../emulator';
import { caller, ENTRY_POINT, FIELDS_RULESET, fieldsRule } from '../client';
import { blocks } from '../documented-code';
import { R2 } from '../logpush/job-client';
import {
  CORE,
  CORE_SCORE_RULE,
  execute,
  MANAGED,
  MANAGED_ENTRY_POINT,
  MANAGED_RULE,
  SENSITIVE_DATA,
  skip,
} from '../rulesets/managed-rules';
import { type Notes, mutationsOf } from './mutations';

const TIME = '2025-01-01T00:00:00Z';
const [ID = '', RULE = '', OTHER = '', UNKNOWN = ''] = ['1', '2', '3', 'f'].map((digit) => digit.repeat(32));
const ZONE = `/zones/${DEFAULT_ZONE_ID}`;
const MANAGED_PHASE = 'http_request_firewall_managed';

const SEED = {
  zones: [
    {
      ...{ id: DEFAULT_ZONE_ID, name: 'a.example' },
      rulesets: [
        {
          ...{ phase: FIELDS_RULESET.phase, name: 'Fields', id: ID },
          rules: [RULE, OTHER].map((id) => ({ ...fieldsRule(`x-${id}`), id })),
        },
      ],
      logpush: { jobs: [{ destination_conf: R2 }] },
    },
  ],
} as unknown as SeedDocument;

/** Takes a document, and returns where it is refused. */
type Taker = (document: unknown) => Promise<readonly string[]>;

/** An operation of the service, in a dry run. */
function service(request: string): Taker {
  const emulator = createEmulator({ seed: SEED });
  const [method = '', path = ''] = request.split(' ');
  return async (document) => {
    const { status, body } = await caller(emulator)(method, `${path}?dry_run=true`, document);
    return status === 200 ? [] : body.errors.map(({ source }) => source?.pointer ?? '');
  };
}

/** A request of the control API. */
function control(request: string, settings: EmulatorOptions['settings'] = {}): Taker {
  const [method = '', path = ''] = request.split(' ');
  const emulator = createEmulator({ settings });
  return async (document) => {
    const init = { method, body: JSON.stringify(document) };
    const response = await emulator.handle(new Request(`http://127.0.0.1/_control${path}`, init));
    if (response.status === 200) return [];
    const { problems } = (await response.json()) as { problems: { pointer: string }[] };
    return problems.map(({ pointer }) => pointer);
  };
}

/** The filter of a job, whose places are in the messages. */
function filter(): Taker {
  const emulator = createEmulator();
  return async (document) => {
    const job = { destination_conf: R2, filter: JSON.stringify(document) };
    const { body } = await caller(emulator)('POST', '/logpush/jobs?dry_run=true', job);
    return body.errors.map(({ message }) => {
      const [, at = 'nowhere'] = / of what it has at (\/\S*|its root): /.exec(message) ?? [];
      return at.replace('its root', '');
    });
  };
}

/** A seed. */
function seed(): Taker {
  const { control: ofState } = createEmulator();
  return async (document) => {
    try {
      ofState.seed(document as SeedDocument);
      return [];
    } catch (error) {
      if (!(error instanceof SeedError)) throw error;
      return error.problems.map(({ path }) =>
        `.${path}`
          .replace(/\[(\d+)\]/g, '.$1')
          .replace(/^\.$/, '')
          .replaceAll('.', '/'),
      );
    }
  };
}

let [bodies, mutations] = [0, 0];

/** Declares that the document can be used, and every single mutation of it is refused where it is. */
function refusesMutations(name: string, take: Taker, document: unknown, notes: Notes): void {
  it(name, async () => {
    expect(await take(document)).toEqual([]);
    const all = mutationsOf(document, notes);
    const differing: [string, readonly string[]][] = [];
    for (const { what, document: mutated, refusedAt } of all) {
      const at = await take(mutated);
      // A repeated item may be refused for the member that is the same.
      const places = what.startsWith('repeated') ? at.map((each) => each.slice(0, refusedAt?.length)) : at;
      if (refusedAt === undefined ? at.length > 0 : !places.includes(refusedAt)) differing.push([what, at]);
    }
    bodies += 1;
    mutations += all.length;
    expect(differing).toEqual([]);
  });
}

const many = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `x-${at}` }));
const long = (length: number): string => 'a'.repeat(length);

const FULL_RULE = {
  ...{ id: '', version: '1', ref: 'r', last_updated: TIME, description: 'd', enabled: true },
  ...{ action: 'log_custom_field', expression: 'true' },
  action_parameters: {
    request_fields: [{ name: 'a' }, { name: 'b' }],
    response_fields: [{ name: 'a' }],
    cookie_fields: [{ name: 'SessionId' }],
  },
};
const TODAY_RULE = {
  ...FULL_RULE,
  action_parameters: {
    request_fields: [{ name: 'a' }],
    transformed_request_fields: [{ name: 'b' }],
    response_fields: [{ name: 'a', preserve_duplicates: true }],
    raw_response_fields: [{ name: 'b', preserve_duplicates: false }],
    cookie_fields: [{ name: 'c' }],
  },
};
const SENT_BACK = { id: ID, version: '3', last_updated: TIME };
const RULE_MEMBERS = /(^|\/rules\/\d)\/(action|expression|action_parameters)$/;
const OF_RULES = { required: either(RULE_MEMBERS, /fields\/\d\/name$|^\/rules$/) };
/** Values that the rule cannot have. @param at the rule */
const wrongFields = (at: string, most: number) => ({
  [`${at}/id`]: ['x', UNKNOWN],
  [`${at}/version`]: ['x'],
  [`${at}/action`]: ['skip'],
  [`${at}/expression`]: ['', 'false'],
  [`${at}/action_parameters/request_fields`]: [[]],
  [`${at}/action_parameters/request_fields/0/name`]: ['A', 'a b', ''],
  [`${at}/action_parameters/response_fields/0/name`]: ['eTag'],
  [`${at}/action_parameters/cookie_fields/0/name`]: ['', 'a;', 'ä'],
  [`${at}/action_parameters`]: [{}, { request_fields: many(most + 1) }],
});

function either(...forms: readonly RegExp[]): RegExp {
  return new RegExp(forms.map(({ source }) => source).join('|'));
}

describe('bodies of rulesets (docs/internals/service.md 3.3)', () => {
  const phase = MANAGED_PHASE;
  const rules = [skip({ ruleset: 'current' }, { logging: { enabled: true } })];
  const created = { name: 'n', kind: 'zone', phase, description: 'd', rules };
  refusesMutations('a creation', service('POST /rulesets'), created, {
    required: either(RULE_MEMBERS, /^\/(name|kind|phase)$|\/enabled$/),
    open: /^\/rules$/,
    wrong: { '/name': [' '], '/kind': ['root', 'custom'], '/phase': ['http_request'] },
    but: { 'missing /rules/0/action_parameters/ruleset': '/rules/0/action_parameters' },
  });
  const updated = { ...SENT_BACK, description: 'd', rules: [FULL_RULE] };
  const identity = { name: 'Fields', kind: 'zone', phase: FIELDS_RULESET.phase };
  refusesMutations(
    'an update',
    service(`PUT /rulesets/${ID}`),
    { ...updated, ...identity },
    {
      required: either(RULE_MEMBERS, /fields\/\d\/name$/),
      wrong: { ...wrongFields('/rules/0', 40), '/name': ['x'], '/kind': ['root'], '/phase': [MANAGED_PHASE] },
    },
  );
  const { description: _, ...sent } = updated;
  refusesMutations(
    'an update of an entry point',
    service(`PUT ${ENTRY_POINT}`),
    { ...sent, name: 'n' },
    {
      ...OF_RULES,
      wrong: { ...wrongFields('/rules/0', 40), '/name': [' '] },
    },
  );
  const edit = control(`PUT ${ZONE}/rulesets/${FIELDS_RULESET.phase}`, { model: 'today' });
  refusesMutations(
    'an entry point today',
    edit,
    { rules: [TODAY_RULE] },
    {
      required: either(RULE_MEMBERS, /fields\/\d\/name$/),
      nullable: /^\/rules$/,
      wrong: wrongFields('/rules/0', 100),
    },
  );
  const added = { ...FULL_RULE, position: { before: RULE } };
  refusesMutations('an added rule', service(`POST /rulesets/${ID}/rules`), added, {
    ...OF_RULES,
    wrong: { ...wrongFields('', 38), '/position/before': [UNKNOWN], '/position': [{ before: '', index: 1 }] },
    but: { 'missing /position/before': '/position' },
  });
  const replaced = { ...FULL_RULE, id: RULE, position: { index: 2 } };
  refusesMutations('a changed rule', service(`PATCH /rulesets/${ID}/rules/${RULE}`), replaced, {
    ...OF_RULES,
    wrong: { ...wrongFields('', 39), '/id': [UNKNOWN], '/position/index': [0, 3, 1.5] },
    but: { 'missing /position/index': '/position' },
  });
});

describe('bodies of managed rules (docs/internals/service.md 6.1, 6.2)', () => {
  const changes = { action: 'log', enabled: true, sensitivity_level: 'low' };
  const overrides = {
    ...changes,
    categories: [{ category: 'paranoia-level-3', ...changes }],
    rules: [{ id: CORE_SCORE_RULE, ...changes, score_threshold: 40 }],
  };
  const parameters = { id: CORE, version: '7', matched_data: { public_key: 'k' }, overrides };
  const executing = { rules: [execute(CORE, { action_parameters: parameters })] };
  const below = '/rules/0/action_parameters';
  refusesMutations('execute', service(`PUT ${MANAGED_ENTRY_POINT}`), executing, {
    required: either(
      /^\/rules$/,
      /^\/rules\/\d\/(action|expression|action_parameters)$/,
      /\/(id|public_key|category)$/,
    ),
    wrong: {
      [`${below}/id`]: ['x', SENSITIVE_DATA],
      [`${below}/version`]: ['0', ''],
      [`${below}/matched_data/public_key`]: [''],
      [`${below}/overrides`]: [{}],
      [`${below}/overrides/action`]: ['simulate', 'skip'],
      [`${below}/overrides/sensitivity_level`]: ['high'],
      [`${below}/overrides/categories`]: [[]],
      [`${below}/overrides/categories/0`]: [{ category: 'a' }],
      [`${below}/overrides/categories/0/category`]: [' '],
      [`${below}/overrides/rules`]: [[]],
      [`${below}/overrides/rules/0`]: [{ id: CORE_SCORE_RULE }],
      [`${below}/overrides/rules/0/id`]: [MANAGED_RULE],
      [`${below}/overrides/rules/0/score_threshold`]: [0, -1, 1.5],
    },
  });
  const skipping = [
    skip({
      rules: { [MANAGED]: [MANAGED_RULE] },
      phases: ['http_ratelimit'],
      products: ['waf'],
      phase: 'current',
    }),
    skip({ rulesets: [MANAGED] }),
    skip({ ruleset: 'current' }, { logging: { enabled: true } }),
  ];
  refusesMutations(
    'skip',
    service(`PUT ${MANAGED_ENTRY_POINT}`),
    { rules: skipping },
    {
      required: either(OF_RULES.required, /\/enabled$/),
      open: /^\/rules$|parameters\/rules$/,
      wrong: {
        [below]: [{}],
        [`${below}/phase`]: ['http_ratelimit'],
        [`${below}/phases`]: [[]],
        [`${below}/phases/0`]: ['http_unknown'],
        [`${below}/products`]: [[]],
        [`${below}/products/0`]: ['cache'],
        [`${below}/rules`]: [{}],
        [`${below}/rules/${MANAGED}/0`]: [CORE_SCORE_RULE],
        '/rules/1/action_parameters/rulesets': [[]],
        '/rules/1/action_parameters/rulesets/0': [SENSITIVE_DATA],
        '/rules/2/action_parameters/ruleset': [MANAGED],
        '/rules/2/action_parameters': [
          ...[{ rulesets: [MANAGED] }, { rules: { [MANAGED]: [] } }].map((more) => ({
            ruleset: 'current',
            ...more,
          })),
          { rulesets: [MANAGED], phases: ['http_ratelimit'] },
        ],
      },
      but: {
        [`missing ${below}/rules/${MANAGED}`]: `${below}/rules`,
        [`missing ${below}/products`]: `${below}/phase`,
        'missing /rules/1/action_parameters/rulesets': '/rules/1/action_parameters',
        'missing /rules/2/action_parameters/ruleset': '/rules/2/action_parameters',
      },
    },
  );
});

const OUTPUT = {
  ...{ field_names: ['RayID'], output_type: 'ndjson', timestamp_format: 'rfc3339', sample_rate: 0.5 },
  ...{ batch_prefix: '', batch_suffix: '', record_prefix: '', record_suffix: '', record_delimiter: '' },
  ...{ record_template: '', field_delimiter: '', 'CVE-2021-44228': true, merge_subrequests: true },
};
const SETTINGS = {
  ...{ destination_conf: R2, dataset: 'http_requests', name: 'n', enabled: true, kind: '', filter: '' },
  ...{
    frequency: 'low',
    logpull_options: 'fields=RayID',
    output_options: OUTPUT,
    filter_attack_traffic: true,
  },
  ...{ max_upload_bytes: 5_000_000, max_upload_interval_seconds: 30, max_upload_records: 1000 },
};
const JOB = {
  ...SETTINGS,
  ...{
    ownership_challenge: 'x',
    id: 1,
    time_created: TIME,
    last_complete: TIME,
    last_error: TIME,
    error_message: 'e',
  },
};
const OPTIONAL = Object.keys({ ...JOB, ...OUTPUT }).filter(
  (name) =>
    !['enabled', 'kind', 'destination_conf', 'id', 'field_names', 'output_type', 'timestamp_format'].includes(
      name,
    ),
);
const NULLABLE = new RegExp(`/(${OPTIONAL.join('|')})$`);
const WRONG_SETTINGS = {
  '/dataset': ['httprequests', 'constructor'],
  '/name': ['a b', long(513)],
  '/kind': ['instant'],
  '/frequency': ['often'],
  '/destination_conf': ['s3://b', `gs://${long(4096)}`],
  '/max_upload_bytes': [4_999_999, 1_000_000_001, 6_000_000.5],
  '/max_upload_interval_seconds': [29, 301],
  '/max_upload_records': [999, 1_000_001],
  '/ownership_challenge': ['a b', long(4097)],
  '/logpull_options': ['feilds=RayID', 'fields=', 'sample=0', `fields=${'RayID,'.repeat(700)}RayID`],
  '/output_options/field_names/0': ['Ray'],
  '/output_options/output_type': ['xml'],
  '/output_options/timestamp_format': ['iso'],
  '/output_options/sample_rate': [-0.1, 1.5],
};

describe('bodies of log push (docs/internals/service.md 5)', () => {
  const notes = { nullable: NULLABLE, open: /field_names$/, wrong: WRONG_SETTINGS };
  refusesMutations('a creation', service('POST /logpush/jobs'), JOB, {
    ...notes,
    required: /^\/destination_conf$/,
  });
  refusesMutations('an update', service('PUT /logpush/jobs/1'), JOB, {
    ...notes,
    nullable: either(NULLABLE, /^\/kind$/),
  });
  const where = {
    and: [
      { key: 'EdgeResponseStatus', operator: 'geq', value: 200 },
      { or: [{ key: 'ClientIP', operator: 'in', value: ['192.0.2.1'] }] },
    ],
  };
  refusesMutations(
    'the filter of a job (5.5)',
    filter(),
    { where },
    {
      required: /\/(where|key|operator|value)$/,
      open: /\/(and|or|value)$/,
      wrong: {
        '/where/and': [[]],
        '/where/and/0/key': ['Ray'],
        '/where/and/0/operator': ['equals', 'startsWith', 'contains'],
        '/where/and/1/or/0/value': [[]],
      },
      but: {
        ...{ 'missing /where/and': '/where/key', 'missing /where/and/1/or': '/where/and/1/key' },
        ...{ '"text" /where/and/0/value': undefined, 'true /where/and/0/value': undefined },
        ...{ '7 /where/and/1/or/0/value/0': undefined, 'true /where/and/1/or/0/value/0': undefined },
      },
    },
  );
  const destination = { destination_conf: R2 };
  const required = /^\/(destination_conf|ownership_challenge|logpull_options)$/;
  const wrong = { '/destination_conf': [long(4097)] };
  const paths = ['ownership', 'validate/destination', 'validate/destination/exists'];
  for (const path of paths)
    refusesMutations(path, service(`POST /logpush/${path}`), destination, { required, wrong });
  const proof = { ...destination, ownership_challenge: 'x' };
  refusesMutations('ownership/validate', service('POST /logpush/ownership/validate'), proof, {
    ...{ required, wrong: { ...wrong, '/ownership_challenge': [long(4097)] } },
  });
  const options = { logpull_options: '', dataset: 'dns_logs' };
  refusesMutations('validate/origin', service('POST /logpush/validate/origin'), options, {
    required,
    nullable: /./,
    wrong: { '/dataset': ['none'], '/logpull_options': [long(4097)] },
  });
});

describe('documents of the control API (docs/guides/emulator.md)', () => {
  const answer = { kind: 'answer', status: 500, headers: { a: 'b' }, body: 'b', moment: 'after-write' };
  const match = { operation: 'zones.get', method: 'GET', pathPrefix: '/', zoneId: ID };
  const counts = { nth: 1, times: 1, probability: 0.5, delayMs: 0, matched: 1, struck: 1 };
  const effects = [
    ...[
      { kind: 'rate-limit', retryAfterSeconds: 1 },
      { kind: 'html-page', status: 500 },
    ],
    ...[
      { kind: 'cut', moment: 'before-write' },
      { kind: 'message', message: 'm', code: 1 },
    ],
    ...['malformed-json', 'truncated-body', 'none'].map((kind) => ({ kind })),
  ];
  const others = effects.map((effect) => ({ effect }));
  const headers = '/0/effect/headers';
  refusesMutations('PUT /faults', control('PUT /faults'), [{ match, ...counts, effect: answer }, ...others], {
    required: /\/(kind|message)$|\/0\/effect\/status$|\/3\/effect\/moment$/,
    open: /^$|headers$/,
    wrong: {
      '/0/match/operation': ['rulesets.updat'],
      '/0/match/zoneId': ['x'],
      '/0/nth': [-5],
      '/0/probability': [2],
      '/0/effect/kind': ['fire'],
      '/0/effect/status': [199, 600],
      [headers]: [{ 'a b': '' }, { trailer: 'x' }, { 'Transfer-Encoding': 'chunked' }],
      '/2/effect/status': [204, 205, 304],
    },
    but: {
      ...Object.fromEntries(
        ['null', 'true', '7', '[]', '{}'].map((kind) => [`${kind} /0/effect/body`, undefined]),
      ),
      ...Object.fromEntries(
        ['null', 'true', '7', '[]', '{}'].map((kind) => [`${kind} ${headers}/a`, headers]),
      ),
    },
  });
  refusesMutations(
    'POST /clock/advance',
    control('POST /clock/advance'),
    { seconds: 1 },
    {
      required: /seconds/,
      wrong: { '/seconds': [-1, 0.5] },
    },
  );
  refusesMutations(
    'the same in milliseconds',
    control('POST /clock/advance'),
    { milliseconds: 1 },
    {
      wrong: { '/milliseconds': [-1, 0.5] },
      but: { 'missing /milliseconds': '/seconds' },
    },
  );
  const refusals = [{ prefix: 's3://', message: 'm' }];
  refusesMutations('PUT /destinations/refusals', control('PUT /destinations/refusals'), refusals, {
    required: /./,
    open: /^$/,
    wrong: { '/0/message': [' '] },
  });
  const request = {
    ...{ method: 'GET', host: 'a.example', path: '/a', headers: [['a', 'b']], clientIp: '192.0.2.1' },
    response: { status: 200, headers: { a: 'b', c: ['d', 'e'] }, bytes: 1 },
    transformed: { request: { a: 'b' }, response: { a: 'b' } },
  };
  const LINES = ['response/headers', 'transformed/request', 'transformed/response'];
  refusesMutations(
    'POST traffic',
    control(`POST ${ZONE}/traffic`),
    { requests: [request] },
    {
      required: /^\/requests$/,
      open: /requests$|headers$|transformed\/\w+$|\/c$/,
      wrong: {
        '/requests/0/method': ['GET /', ''],
        '/requests/0/host': ['a/b'],
        '/requests/0/path': ['a', '/a b'],
        '/requests/0/clientIp': ['300.1.1.1'],
        '/requests/0/headers/0': [['a'], ['a', 'b', 'c']],
        '/requests/0/headers/0/0': ['a:'],
        '/requests/0/response/status': [99, 1000],
        '/requests/0/response/bytes': [1.5],
        '/requests/0/response/headers/a': ['b\r\nc: d', '\ud800'],
      },
      // Header lines have two forms, and so do those with one name.
      but: {
        '{} /requests/0/headers': undefined,
        ...Object.fromEntries(
          LINES.flatMap((at) =>
            [`[] /requests/0/${at}`, `[] /requests/0/${at}/a`].map((what) => [what, undefined]),
          ),
        ),
        '"text" /requests/0/response/headers/c': undefined,
        'repeated /requests/0/headers/0/2': '/requests/0/headers/0',
      },
    },
  );
});

const OWN = { id: ID, name: 'n', description: 'd' };
const FILTER = { id: ID, expression: 'e', paused: true, description: 'd', ref: 'r' };

const WHOLE_SEED = {
  zones: [
    {
      ...{ id: ID, name: 'a.example', plan: 'enterprise', account: { id: ID, name: 'n' }, status: 'moved' },
      ...{ type: 'partial', paused: true, vanity_name_servers: ['ns.a.example'], modified_on: TIME },
      rulesets: [
        {
          ...{ ...OWN, phase: FIELDS_RULESET.phase, kind: 'zone', version: '7', last_updated: TIME },
          ...{ rules: [{ ...FULL_RULE, id: ID }] },
          history: [{ version: '6', description: 'd', last_updated: TIME, rules: [FULL_RULE] }],
        },
      ],
      logpush: {
        jobs: [
          {
            ...{ id: 1, time_created: TIME, ...SETTINGS },
            ...{ last_complete: TIME, last_error: TIME, error_message: 'e' },
          },
        ],
        last_job_id: 7,
      },
      previous_waf: {
        ...{ enabled: true, enabled_modified_on: TIME },
        core_rule_set: { sensitivity: 'medium', action_mode: 'simulate' },
        ...{ groups: { [ID]: 'off' }, rules: { '7': 'off' } },
        uri_overrides: [
          {
            ...{ id: ID, description: 'd', urls: ['a'], priority: 1, paused: true },
            ...{
              groups: { [ID]: 'block' },
              rules: { '100015': 'block' },
              rewrite_action: { block: 'simulate' },
            },
          },
        ],
        filters: [FILTER],
        firewall_rules: [
          { ...FILTER, ...{ action: 'bypass', products: ['waf'], priority: 1 } },
          { action: 'log', filter: { ...FILTER, id: RULE } },
          { action: 'log', filter: { id: ID } },
        ],
        page_rules: [
          {
            ...{ id: ID, actions: [{ id: 'waf', value: 'on' }], priority: 1, status: 'active' },
            targets: [{ target: 'url', constraint: { operator: 'matches', value: 'a' } }],
            ...{ created_on: TIME, modified_on: TIME },
          },
          { url: 'a', actions: [{ id: 'disable_security' }] },
        ],
      },
      migration: {
        state: 'finishing',
        since: TIME,
        finishes_at: '2026-01-01T00:00:00Z',
        generated: { name: 'n', rules: [] },
      },
    },
  ],
  credentials: {
    tokens: [
      {
        ...{
          token: long(40),
          permissions: ['zone:read'],
          zones: [ID],
          user: 'a@b.example',
          status: 'disabled',
        },
        ...{ not_before: TIME, expires_on: TIME },
      },
    ],
    keys: [{ email: 'a@b.example', key: long(40) }],
  },
  managed_rulesets: [
    {
      ...{
        ...OWN,
        phase: MANAGED_PHASE,
        plans: ['business'],
        kind: 'managed',
        source: 's',
        version: '2',
        last_updated: TIME,
      },
      rules: [
        {
          ...{ id: RULE, action: 'block', description: 'd', categories: ['c'], enabled: true },
          ...{ score_threshold: 1, version: '2', ref: 'r', last_updated: TIME },
        },
      ],
    },
  ],
  waf_packages: [
    {
      ...{ ...OWN, detection_mode: 'anomaly' },
      groups: [{ ...OWN, rules: [{ id: '7', description: 'd', default_mode: 'on', becomes: RULE }] }],
    },
  ],
  options: {
    ...{
      model: 'specification',
      finish_seconds: 1,
      dry_run: 'ignored',
      logpush_plans: 'all',
      logpush_jobs: 1,
    },
    ...{ uri_overrides: 'available', rate_limit: 1, rate_window_seconds: 1 },
  },
  ...{ clock: TIME, identifiers: 1, copy: {} },
};

describe('seeds (docs/guides/emulator.md)', () => {
  const [guide = ''] = blocks('Seed files', 'yaml');
  const [zone, waf] = ['/zones/0', '/zones/0/previous_waf'] as const;
  const required = either(
    ...[RULE_MEMBERS, /fields\/\d\/name$|history\/\d\/version$|action_parameters\/id$/],
    /zones\/\d\/name$|\/rulesets\/\d\/phase$|\/(destination_conf|urls|actions|token|email|key)$/,
    /managed_rulesets\/\d\/(id|name)$|managed_rulesets\/\d\/rules\/\d\/(id|action)$/,
    /firewall_rules\/\d\/(action|products)$|page_rules\/\d\/actions\/\d\/id$|page_rules\/0\/actions\/0\/value$/,
    /filters\/\d\/expression$|\/(target|constraint|operator)$|constraint\/value$|generated\/rules$/,
    /waf_packages\/\d\/(id|name)$|groups\/\d\/(id|name)$|groups\/\d\/rules\/\d\/id$/,
  );
  const nullable = new RegExp(
    `/jobs/0(/output_options)?(?!/time_created)${NULLABLE.source}|${waf}/firewall_rules/0/priority$`,
  );
  const open = /(firewall|page)_rules$|field_names$|tokens$|permissions$|tokens\/\d\/zones$|keys$|vanity/;
  const latest = `${zone}/rulesets/0/history/0/version`;
  const ofGuide = {
    ...{
      required,
      nullable,
      open: either(open, /^\/zones$|jobs$|zones\/0\/rulesets\/0\/rules$|uri_overrides$/),
    },
    but: {
      'missing /zones/0/id': '/credentials/tokens/1/zones/0',
      [`missing ${zone}/rulesets/0/version`]: latest,
      [`repeated ${zone}/rulesets/0/history/1`]: latest,
      [`missing ${zone}/rulesets/0/rules/0/action_parameters/request_fields`]: `${zone}/rulesets/0/rules/0/action_parameters`,
      [`null ${waf}/uri_overrides/0/rules`]: `${waf}/uri_overrides/0`,
      [`missing ${waf}/uri_overrides/0/rules`]: `${waf}/uri_overrides/0`,
      [`missing ${waf}/uri_overrides/0/rules/100016`]: `${waf}/uri_overrides/0`,
      [`missing ${waf}/firewall_rules/0/expression`]: `${waf}/firewall_rules/0`,
      [`missing ${waf}/page_rules/0/url`]: `${waf}/page_rules/0`,
      'missing /zones/1/migration/state': '/zones/1/migration/since',
    },
  };
  refusesMutations('the seed of the guide', seed(), parse(guide), ofGuide);

  const anything = ['null', 'true', '7', '[]'];
  const filtered = `${waf}/firewall_rules/2/filter`;
  refusesMutations('a seed with every member', seed(), WHOLE_SEED, {
    ...{ required, open: either(open, /waf_packages\/0\/groups\/0\/rules$|^\/copy$/) },
    nullable: new RegExp(`${nullable.source}|uri_overrides/0/(groups|rules|rewrite_action)$`),
    wrong: {
      ...{ '/clock': ['2025-13-99T00:00:00Z'], '/identifiers': [1.5, 1e13] },
      ...{ '/options/rate_window_seconds': [0], '/options/finish_seconds': [-1], '/options/dry_run': ['no'] },
      ...{ '/credentials/tokens/0/token': [long(39)], '/credentials/tokens/0/user': ['a'] },
      ...{ '/credentials/tokens/0/zones/0': [UNKNOWN], '/credentials/keys/0/key': [long(36)] },
      '/managed_rulesets/0/phase': ['HTTP unknown'],
      '/managed_rulesets/0/plans': [[]],
      '/managed_rulesets/0/kind': ['zone'],
      ...{ [`${zone}/id`]: ['x'], [`${zone}/name`]: [''], [`${zone}/plan`]: ['free'] },
      [`${zone}/rulesets/0/phase`]: ['http_ratelimit'],
      [`${zone}/rulesets/0/kind`]: ['root', 'custom'],
      [latest]: ['7', '10'],
      [`${zone}/rulesets/0/history`]: [Array.from({ length: 51 }, (_, at) => ({ version: String(at + 1) }))],
      [`${zone}/logpush/last_job_id`]: [2 ** 52],
      [`${zone}/logpush/jobs/0/id`]: [0, 2 ** 52],
      [`${zone}/logpush/jobs/0/destination_conf`]: ['s3://b'],
      [`${zone}/migration/state`]: ['pending'],
      [`${zone}/migration/since`]: ['2024-13-24T18:00:00Z'],
      [`${zone}/migration/finishes_at`]: ['2024-12-31T23:59:59Z'],
      [`${waf}/enabled_modified_on`]: ['2025-13-01T00:00:00Z'],
      [`${waf}/core_rule_set/sensitivity`]: ['High'],
      [`${waf}/core_rule_set/action_mode`]: ['log'],
      [`${waf}/uri_overrides/0/urls/0`]: ['b c'],
      [`${waf}/uri_overrides/0/priority`]: [0.5],
      [`${waf}/uri_overrides/0/rules/100015`]: ['on'],
      [`${waf}/firewall_rules/0/id`]: ['x'],
      [`${waf}/firewall_rules/0/action`]: ['deny'],
      [`${waf}/firewall_rules/0/priority`]: [-1],
      [`${waf}/firewall_rules/0/expression`]: [' ', long(16_385)],
      [`${filtered}/id`]: [UNKNOWN],
      [`${waf}/page_rules/0/actions`]: [[]],
      [`${waf}/page_rules/0/actions/0/id`]: ['WAF Off'],
      [`${waf}/page_rules/0/actions/0/value`]: ['of'],
      [`${waf}/page_rules/0/created_on`]: ['now'],
      [`${waf}/page_rules/1/url`]: ['a b', '*.a/*/*/*/*'],
    },
    but: {
      'missing /zones': '/credentials/tokens/0/zones/0',
      'missing /zones/0/id': '/credentials/tokens/0/zones/0',
      [`missing ${zone}/rulesets/0/version`]: latest,
      [`repeated ${zone}/rulesets/0/history/1`]: latest,
      [`missing ${waf}/filters`]: `${filtered}/id`,
      [`missing ${waf}/filters/0/id`]: `${filtered}/id`,
      [`missing ${waf}/firewall_rules/0/expression`]: `${waf}/firewall_rules/0`,
      [`missing ${waf}/firewall_rules/1/filter`]: `${waf}/firewall_rules/1`,
      [`missing ${waf}/firewall_rules/1/filter/expression`]: `${waf}/firewall_rules/1/filter/id`,
      [`missing ${filtered}`]: `${waf}/firewall_rules/2`,
      [`missing ${filtered}/id`]: `${filtered}/expression`,
      [`missing ${waf}/page_rules/0/targets`]: `${waf}/page_rules/0`,
      [`missing ${waf}/page_rules/1/url`]: `${waf}/page_rules/1`,
      [`repeated ${waf}/page_rules/0/targets/1`]: `${waf}/page_rules/0/targets`,
      [`missing ${zone}/migration/state`]: `${zone}/migration/since`,
      'missing /waf_packages': `${waf}/groups/${ID}`,
      'missing /waf_packages/0/groups': `${waf}/groups/${ID}`,
      'missing /waf_packages/0/groups/0/rules': `${waf}/rules/7`,
      'missing /waf_packages/0/detection_mode': `${waf}/rules/7`,
      // The service's configuration and what a copy says of itself are kept as they are.
      ...Object.fromEntries(
        [...anything, '{}'].map((kind) => [`${kind} ${zone}/migration/generated/name`, undefined]),
      ),
      ...Object.fromEntries([...anything, '"text"'].map((kind) => [`${kind} /copy`, undefined])),
    },
  });
});

it('says how many there are', () => {
  expect([bodies, mutations]).toEqual([23, 4843]);
});
