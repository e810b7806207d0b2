import {
  isRecord,
  logCustomFieldsSchema,
  logpushJobSchema,
  managedRulesSchema,
  without,
  type JsonObject,
  type ObjectSchema,
} from '../../../schema';
import { callProvider, type CalledProvider } from '../../conformance/called-provider';
import { EngineCalls, type Stored, type Values } from '../../conformance/engine-calls';
import {
  CORE,
  finishedZone,
  MANAGED,
  PHASE,
  SCANNER_RULE,
  WORDPRESS_RULE,
  ZONE,
} from '../../e2e/managed-zone';
import { valueOf, type Plain } from '../sdk/framework/plain';

/**
 * What others made is kept: every object that a resource writes, with a member that nobody knows in each of its objects,
 * goes through an import and a change. Members that begin with `x_` are those of a service of tomorrow (docs/guides/emulator.md).
 */

/** Ids of managed rulesets are the members of what a rule skips: they are no settings. */
const NAMED_BY_IDS = /\.rules$/;

/** The document with an unknown member in each of its objects; each says where it is. */
function marked(value: unknown, name = 'x_future', at = ''): unknown {
  if (Array.isArray(value)) return value.map((item, index) => marked(item, name, `${at}[${index}]`));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([member, inner]) => [
    member,
    member.startsWith('x_') ? inner : marked(inner, name, `${at}.${member}`),
  ]);
  const isNamedByIds = NAMED_BY_IDS.test(at);
  return { ...Object.fromEntries(members), ...(!isNamedByIds && { [name]: { a: [1, true, null], at } }) };
}

const FIELDS_RULE = {
  action: 'log_custom_field',
  expression: 'true',
  description: 'theirs',
  action_parameters: {
    request_fields: [{ name: 'accept' }],
    response_fields: [{ name: 'age', preserve_duplicates: true }, { name: 'via' }],
    cookie_fields: [{ name: 'Sid' }],
    raw_response_fields: [{ name: 'etag', preserve_duplicates: true }],
    transformed_request_fields: [{ name: 'dnt' }],
  },
};
const EXECUTE_RULE = {
  action: 'execute',
  expression: 'true',
  action_parameters: {
    ...{ id: MANAGED, version: '180', matched_data: { public_key: 'k' } },
    overrides: {
      action: 'log',
      categories: [{ category: 'wordpress', action: 'block' }],
      rules: [
        { id: WORDPRESS_RULE, enabled: false },
        { id: SCANNER_RULE, action: 'log' },
      ],
    },
  },
};
const SKIP_RULE = { action: 'skip', expression: 'ssl', logging: { enabled: false } };
/** An exception that skips what nobody knows cannot be expressed: the rule stays as it is. */
const exception = (rule: unknown, name?: string): object => ({
  ...(marked(rule, name) as JsonObject),
  action_parameters: { ruleset: 'current' },
});
const OTHER_RULE = { ...SKIP_RULE, expression: 'not ssl', action_parameters: { products: ['waf'] } };
const R2 = 'r2://logs/a?access-key-id=a&secret-access-key=b&account-id=c';
const JOBS = [
  { id: 1, name: 'output', destination_conf: R2, output_options: { field_names: ['RayID'] } },
  { id: 2, name: 'text', destination_conf: R2, logpull_options: 'fields=RayID&x_future=%7B1%7D&sample=0.5' },
];
const ruleset = (phase: string, rules: readonly unknown[]): unknown => ({
  ...(marked({ phase, description: 'of others' }) as JsonObject),
  rules,
});

let provider: CalledProvider;
let engine: EngineCalls;
beforeAll(async () => {
  const rulesets = [
    ruleset('http_log_custom_fields', [marked(FIELDS_RULE)]),
    ruleset(PHASE, [exception(SKIP_RULE), marked(OTHER_RULE), marked(EXECUTE_RULE)]),
  ];
  const zone = finishedZone('shop', undefined, { rulesets, logpush: { jobs: marked(JOBS) } } as object);
  provider = await callProvider({ settings: { model: 'today', rateLimit: 0 }, seed: { zones: [zone] } });
  engine = new EngineCalls(provider);
});
afterAll(() => provider.end());
beforeEach(() => provider.emulator.control.reset());

type Doc = Record<string, unknown>;
/** What the zone has: rules without what the service sets, and whose they are. */
interface Held {
  readonly fields: Doc[];
  readonly rules: Doc[];
  readonly rulesets: readonly Doc[];
  readonly jobs: Doc[];
}

function held(): Held {
  const { rulesets, logpush } = structuredClone(provider.emulator.control.zone(ZONE));
  const [fields, rules] = rulesets.map((one) =>
    (one.rules ?? []).map((rule) => without(rule as object as Doc, ['id', 'ref', 'version', 'last_updated'])),
  ) as [Doc[], Doc[]];
  const plain = (one: object): Doc => without(one as Doc, ['rules', 'history', 'version', 'last_updated']);
  return { fields, rules, rulesets: rulesets.map(plain), jobs: logpush.jobs as object[] as Doc[] };
}

/** Somebody adds members to everything that is there. */
function editByHand(name: string): void {
  provider.emulator.control.editZone(ZONE, (draft) => {
    for (const one of draft.rulesets) {
      const isException = ({ action_parameters: given = {} }: { action_parameters?: object }) =>
        'ruleset' in given;
      const rules = (one.rules ?? []).map((rule) => (isException(rule) ? exception : marked)(rule, name));
      Object.assign(one, { rules, [name]: 1 });
    }
    Object.assign(draft.logpush, { jobs: marked(draft.logpush.jobs, name) });
  });
}

/** What configures an object as the state has it. */
const configOf = ({ attributes }: ObjectSchema, { value }: Stored): Values =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, { required, optional, writeOnly }]) => [
      name,
      (required || optional) && !writeOnly ? value[name] : null,
    ]),
  );

const ITEMS = [
  ...['request_fields["accept"]', 'response_fields["age"]', 'response_fields["via"]', 'cookie_fields["Sid"]'],
  ...['raw_response_fields["etag"]', 'transformed_request_fields["dnt"]'],
].map((item) => `${item}.x_future`);
const SOME = expect.stringContaining('x_future') as string;

interface Row {
  readonly schema: ObjectSchema;
  readonly id: string;
  /** What the import says that is kept. */
  readonly kept: unknown;
  readonly change: (config: Values) => Values;
  /** The same change of what the service has. */
  readonly changed: (held: Held) => unknown;
}

const ROWS: Readonly<Record<string, Row>> = {
  'a job with output options': {
    ...{ schema: logpushJobSchema, id: `${ZONE}/1`, kept: ['output_options.x_future', 'x_future'] },
    change: ({ output_options: output }) => ({
      output_options: { ...(output as object), batch_prefix: '[' },
    }),
    changed: ({ jobs: [job] }) => Object.assign(job?.['output_options'] ?? {}, { batch_prefix: '[' }),
  },
  'a job with options in a text': {
    ...{ schema: logpushJobSchema, id: `${ZONE}/2`, kept: ['x_future'] },
    change: ({ logpull_options: options }) => ({
      logpull_options: { ...(options as object), timestamps: 'unix' },
    }),
    changed: ({ jobs: [, job] }) =>
      Object.assign(job ?? {}, {
        logpull_options: 'fields=RayID&timestamps=unix&sample=0.5&x_future=%7B1%7D',
      }),
  },
  'custom log fields': {
    ...{ schema: logCustomFieldsSchema, id: ZONE, kept: [...ITEMS, 'rule.x_future', 'x_future'].sort() },
    change: () => ({ description: 'new' }),
    changed: ({ fields: [rule] }) => Object.assign(rule ?? {}, { description: 'new' }),
  },
  'managed rules': {
    ...{
      schema: managedRulesSchema,
      id: ZONE,
      kept: { cloudflare_managed_ruleset: SOME, exception_1: SOME },
    },
    change: ({ rules }) => ({
      rules: (rules as readonly object[]).map((rule) => ({ ...rule, description: 'new' })),
    }),
    changed: ({ rules: [skip, , execute] }) =>
      [skip, execute].map((rule) => Object.assign(rule ?? {}, { description: 'new' })),
  },
};

/** Plans and applies; then nothing is left to do. @returns what was planned, and the summaries of warnings */
async function applied(schema: ObjectSchema, stored: Stored | null, config: Values) {
  engine.takeWarnings();
  await engine.walk();
  const plan = await engine.plan(schema, stored, { config });
  const said = engine.takeWarnings().map(({ summary }) => summary);
  await engine.walk();
  const now = await engine.apply(schema, plan, { config });
  await engine.walk();
  expect((await engine.plan(schema, now, { config })).plan.action).toBe('no-op');
  return { ...plan.plan, said };
}

describe.each(Object.entries(ROWS))(
  'what nobody knows of %s',
  (_what, { schema, id, kept, change, changed }) => {
    test('is named by an import, and kept by a change, also what is added later', async () => {
      const imported = await engine.imported(schema, id);
      expect(imported.value['kept_settings']).toEqual(kept);
      editByHand('x_later');
      const before = held();
      const config = configOf(schema, imported);
      const { action, said } = await applied(schema, imported, { ...config, ...change(config) });
      expect([action, said]).toEqual([
        'update',
        expect.arrayContaining([expect.stringMatching(/cannot express\. It stays/)]),
      ]);
      changed(before);
      expect(held()).toEqual(before);
    });

    if (schema !== logpushJobSchema)
      test('is kept by a new object that declares what is there, and named', async () => {
        const before = held();
        const { value } = await applied(schema, null, configOf(schema, await engine.imported(schema, id)));
        expect([value?.['kept_settings'], held()]).toEqual([kept, before]);
      });
  },
);

test.each<readonly [string, Plain, object]>([
  [
    'its parameters, where it executes another managed ruleset',
    { execute: { ruleset_id: CORE } },
    { action_parameters: { id: CORE, version: 'latest' } },
  ],
  [
    'all of it, where it becomes an exception',
    { execute: null, skip: { phases: [PHASE] } },
    {
      ...{ action: 'skip', action_parameters: { phases: [PHASE] }, logging: { enabled: true } },
      x_future: undefined,
    },
  ],
])('what nobody knows of a rule goes with %s', async (_what, change, changed) => {
  const imported = await engine.imported(managedRulesSchema, ZONE);
  const config = configOf(managedRulesSchema, imported);
  const { rules: before } = held();
  const rules = (config['rules'] as Plain[]).map((rule, at) => (at === 1 ? { ...rule, ...change } : rule));
  await applied(managedRulesSchema, imported, valueOf(managedRulesSchema, { ...config, rules }) as Values);
  expect(held().rules).toEqual(before.map((rule, at) => (at === 2 ? { ...rule, ...changed } : rule)));
});

test('a plan of the other form of options says what goes with the old one, and what stays', async () => {
  const imported = await engine.imported(logpushJobSchema, `${ZONE}/1`);
  const { logpull_options } = (await engine.imported(logpushJobSchema, `${ZONE}/2`)).value;
  const config = { ...configOf(logpushJobSchema, imported), output_options: null, logpull_options };
  const { value } = await applied(logpushJobSchema, imported, config);
  expect(value?.['kept_settings']).toEqual(['x_future']);
});
