import { answeringProxy } from '../support/answering-proxy';
import { createWorkspace, startService, type TestService, type Workspace } from '../support/workspace';
import { diagnosticsIn } from './engine-events';
import { CORE, finishedZone, MANAGED, SCANNER_RULE } from './managed-zone';
import { migratingZone, zoneIdOf } from './migrating-zones';

/**
 * A service that stores another form than it was sent: each row is an object in a zone of its own, with what the service
 * does to it, what each apply says, and whether the plan after it has a difference.
 */
type Document = Readonly<Record<string, unknown>>;

interface Row {
  readonly type: keyof typeof AT;
  /** What is sent when the object is made, when it is changed, and at last: what is stored. */
  readonly sent: readonly [made: Document, changed: Document, written: Document];
  /** What the service makes of one rule, or of a job. Applied twice, it is the same. */
  readonly stores: (stored: Document, path: string) => Document;
  /** What the two applies say: the attributes in another form. None: the plan after it has no difference. */
  readonly told?: readonly string[];
}

/** What others change afterwards, by the type. */
const AT = {
  zone_managed_rules: (rule: Document): Document => ({ ...rule, expression: 'ssl' }),
  zone_log_custom_fields: (rule: Document): Document => ({
    ...rule,
    action_parameters: { ...(rule['action_parameters'] as Document), cookie_fields: [{ name: 'hand' }] },
  }),
  zone_logpush_job: (job: Document): Document => ({ ...job, max_upload_interval_seconds: 60 }),
} as const;

const lower = (name: string) => (of: Document) => ({ ...of, [name]: String(of[name]).toLowerCase() });
const trimmed = (name: string) => (of: Document) => ({ ...of, [name]: String(of[name]).trim() });
const nothing = (name: string) => (of: Document) => ({ ...of, [name]: null });
const inParameters =
  (change: (parameters: Document) => Document) =>
  (rule: Document): Document => ({
    ...rule,
    action_parameters: change(rule['action_parameters'] as Document),
  });
const replaced =
  (before: string, after: string) =>
  (of: Document): Document =>
    JSON.parse(JSON.stringify(of).replaceAll(before, after)) as Document;
const listSorted = (name: string) => (of: Document) =>
  Array.isArray(of[name])
    ? { ...of, [name]: of[name].toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) }
    : of;

const byExpression = (one: Document, other: Document): number =>
  String(one['expression']) < String(other['expression']) ? -1 : 1;

const rule = (more: object, execute: object = {}) => ({
  rules: [{ name: 'main', execute: { ruleset_id: MANAGED, ...execute }, ...more }],
});
const rules = (...sent: readonly [Document, Document, Document]) =>
  ({ type: 'zone_managed_rules', sent }) as const;
const fields = (...sent: readonly [Document, Document, Document]) =>
  ({ type: 'zone_log_custom_fields', sent }) as const;
const JOB = { destination_conf: 'r2://logs/a?access-key-id=a&secret-access-key=b&account-id=c' };
const job = (...sent: readonly [Document, Document, Document]) =>
  ({
    type: 'zone_logpush_job',
    sent: sent.map((one) => ({ ...JOB, ...one })) as never,
  }) as const;

const action = (name: string) => rule({}, { overrides: { rules: { [SCANNER_RULE]: { action: name } } } });
const score = (threshold: number) =>
  rule({}, { ruleset_id: CORE, core_rule_set: { score_threshold: threshold } });
const skips = (...expressions: readonly string[]) => ({
  rules: expressions.map((expression) => ({
    ...{ name: expression.replace(' ', '-'), expression },
    skip: { ruleset: 'current' },
  })),
});
const products = (...names: readonly string[]) => ({
  rules: [{ name: 'main', expression: 'not ssl', skip: { products: names } }],
});
const ofAll = (name: string) => rule({}, { overrides: { action: name } });
const output = (...names: readonly string[]) => ({ output_options: { field_names: names } });
const to = (path: string) => ({
  destination_conf: `r2://${path}?access-key-id=a&secret-access-key=b&account-id=c`,
});
const ACTION = 'rules[0].action: sent "execute", stored "log", which this resource cannot express';
const threshold = (value: number): string =>
  `rules[0].action_parameters.overrides.rules[0].score_threshold: sent ${value}, stored "${value}", which this resource cannot express`;
const FLAG = 'rules[0].enabled: sent false, stored true; write true';

const ROWS: Readonly<Record<string, Row>> = {
  'an expression is trimmed': {
    ...rules(
      rule({ expression: ' ssl\n' }),
      rule({ expression: 'not ssl\n' }),
      rule({ expression: 'not ssl' }),
    ),
    stores: trimmed('expression'),
  },
  'a description of a rule is trimmed': {
    ...rules(rule({ description: 'a\n' }), rule({ description: 'b \n' }), rule({ description: 'b' })),
    stores: trimmed('description'),
  },
  'an expression is in lower case': {
    ...rules(rule({ expression: 'SSL' }), rule({ expression: 'not SSL' }), rule({ expression: 'not ssl' })),
    stores: lower('expression'),
    told: [
      'rules[0].expression: sent "SSL", stored "ssl"; write "ssl"',
      'rules[0].expression: sent "not SSL", stored "not ssl"; write "not ssl"',
    ],
  },
  'an action is another': {
    ...rules(action('challenge'), ofAll('challenge'), ofAll('managed_challenge')),
    stores: replaced('"challenge"', '"managed_challenge"'),
    told: [
      `rules[0].execute.overrides.rules["${SCANNER_RULE}"].action: sent "challenge", stored "managed_challenge"; write "managed_challenge"`,
      'rules[0].execute.overrides.action: sent "challenge", stored "managed_challenge"; write "managed_challenge"',
    ],
  },
  'an action cannot be expressed': {
    ...rules(rule({}), rule({ description: 'b' }), rule({ description: 'c' })),
    stores: (of) => (of['description'] === 'c' ? of : { ...of, action: 'log' }),
    told: [ACTION, ACTION],
  },
  'a flag is another': {
    ...rules(
      rule({ enabled: false }),
      rule({ enabled: false, description: 'b' }),
      rule({ description: 'b' }),
    ),
    stores: (of) => ({ ...of, enabled: true }),
    told: [FLAG, FLAG],
  },
  'a flag is null': {
    ...rules(
      rule({ enabled: false }),
      rule({ enabled: false, description: 'b' }),
      rule({ description: 'b' }),
    ),
    stores: nothing('enabled'),
    told: [FLAG, FLAG],
  },
  'a description is null': {
    ...rules(rule({ description: 'a' }), rule({ description: 'b' }), rule({})),
    stores: nothing('description'),
    told: [
      'rules[0].description: sent "a", stored ""; write ""',
      'rules[0].description: sent "b", stored ""; write ""',
    ],
  },
  'a number in an override is a text': {
    ...rules(score(25), score(60), rule({}, { ruleset_id: CORE })),
    stores: (of) =>
      replaced(
        '"score_threshold":25',
        '"score_threshold":"25"',
      )(replaced('"score_threshold":60', '"score_threshold":"60"')(of)),
    told: [threshold(25), threshold(60)],
  },
  'rules are in another order': {
    ...rules(skips('ssl', 'not ssl'), skips('true', 'not ssl'), skips('not ssl', 'true')),
    stores: (of) => of,
    told: [
      'rules: sent ["ssl","not-ssl"], stored ["not-ssl","ssl"]; write ["not-ssl","ssl"]',
      'rules: sent ["true","not-ssl"], stored ["not-ssl","true"]; write ["not-ssl","true"]',
    ],
  },
  'what a rule skips is in another order': {
    ...rules(
      products('waf', 'bic'),
      products('zoneLockdown', 'hot', 'bic'),
      products('hot', 'bic', 'zoneLockdown'),
    ),
    stores: inParameters(listSorted('products')),
  },
  'a description of fields is trimmed': {
    ...fields(
      { cookies: ['a'], description: 'a\n' },
      { cookies: ['a'], description: ' b' },
      { cookies: ['a'], description: 'b' },
    ),
    stores: trimmed('description'),
  },
  'a cookie is in lower case': {
    ...fields({ cookies: ['Sid'] }, { cookies: ['Uid', 'a'] }, { cookies: ['uid', 'a'] }),
    stores: (of) => replaced('Sid', 'sid')(replaced('Uid', 'uid')(of)),
    told: [
      'cookies: sent ["Sid"], stored ["sid"]; write ["sid"]',
      'cookies: sent ["Uid","a"], stored ["uid","a"]; write ["uid","a"]',
    ],
  },
  'fields are off where they are on': {
    ...fields({ cookies: ['a'] }, { cookies: ['b'] }, { cookies: ['b'], enabled: false }),
    stores: (of) => ({ ...of, enabled: false }),
    told: ['enabled: sent true, stored false; write false', 'enabled: sent true, stored false; write false'],
  },
  'names are in another order': {
    ...fields({ cookies: ['b', 'a'] }, { cookies: ['c', 'b'] }, { cookies: ['c', 'b'] }),
    stores: inParameters(listSorted('cookie_fields')),
  },
  'a list of names is null': {
    ...fields(
      { cookies: ['b'], request_headers: ['a'] },
      { cookies: ['b'], request_headers: ['c'] },
      { cookies: ['b'] },
    ),
    stores: inParameters(nothing('request_fields')),
    told: [
      'request_headers: sent ["a"], stored []; write []',
      'request_headers: sent ["c"], stored []; write []',
    ],
  },
  'a name of a job is in lower case': {
    ...job({ name: 'Edge' }, { name: 'Core' }, { name: 'core' }),
    stores: lower('name'),
    told: [
      'name: sent "Edge", stored "edge"; write "edge"',
      'name: sent "Core", stored "core"; write "core"',
    ],
  },
  'a name of a job is null': {
    ...job({ name: 'edge' }, { name: 'core' }, {}),
    stores: nothing('name'),
    told: ['name: sent "edge", stored ""; write ""', 'name: sent "core", stored ""; write ""'],
  },
  'a number of a job is another': {
    ...job({ max_upload_records: 1001 }, { max_upload_records: 2001 }, { max_upload_records: 2000 }),
    stores: (of) => ({
      ...of,
      max_upload_records: Math.floor(Number(of['max_upload_records']) / 1000) * 1000,
    }),
    told: [
      'max_upload_records: sent 1001, stored 1000; write 1000',
      'max_upload_records: sent 2001, stored 2000; write 2000',
    ],
  },
  'a flag of a job is another': {
    ...job({ enabled: true }, { enabled: true, name: 'core' }, { enabled: false, name: 'core' }),
    stores: (of) => ({ ...of, enabled: false }),
    told: ['enabled: sent true, stored false; write false', 'enabled: sent true, stored false; write false'],
  },
  'field names of a job are in another order': {
    ...job(output('RayID', 'ClientIP'), output('RayID', 'Cookies'), output('Cookies', 'RayID')),
    stores: (of) => ({
      ...of,
      output_options: listSorted('field_names')((of['output_options'] ?? {}) as Document),
    }),
    told: [
      'output_options.field_names: sent ["RayID","ClientIP"], stored ["ClientIP","RayID"]; write ["ClientIP","RayID"]',
      'output_options.field_names: sent ["RayID","Cookies"], stored ["Cookies","RayID"]; write ["Cookies","RayID"]',
    ],
  },
  'the options of a job are in another order': {
    ...job(
      { logpull_options: { fields: ['RayID', 'ClientIP'], timestamps: 'rfc3339' } },
      { logpull_options: { fields: ['RayID'], timestamps: 'rfc3339' } },
      { logpull_options: { fields: ['RayID'], timestamps: 'rfc3339' } },
    ),
    stores: (of) => ({
      ...of,
      logpull_options: String(of['logpull_options']).split('&').sort().reverse().join('&'),
    }),
  },
  'a destination is in lower case': {
    ...job(to('Logs/A'), to('Logs/B'), to('logs/b')),
    stores: lower('destination_conf'),
    told: [
      'destination_conf: sent "r2://Logs/A", stored "r2://logs/a"; write "r2://logs/a"',
      'destination_conf: sent "r2://Logs/B", stored "r2://logs/b"; write "r2://logs/b"',
    ],
  },
};

let service: TestService;
let workspace: Workspace;
/** What the service makes of one rule or job, by the zone. */
let stores: ReadonlyMap<string, Row['stores']>;

const addressOf = (name: string): string => `${ROWS[name]?.type}.r${Object.keys(ROWS).indexOf(name)}`;

beforeAll(async () => {
  const names = [...Object.keys(ROWS), 'one', 'two', 'three', 'four'];
  const zones = names.map((name) => finishedZone(name));
  service = await startService({ seed: { zones: [...zones, migratingZone('old')] } });
  const url = await answeringProxy(service.emulator.baseUrl, (result, path) => {
    const change = stores.get(/zones\/(\w+)/.exec(path)?.[1] ?? '');
    const { rules: held, kind } = result;
    if (!change || /waf_migration\/(?!config)/.test(path)) return result;
    if (path.includes('/logpush/')) return change(result, path);
    if (!Array.isArray(held) || kind === 'managed') return result;
    return {
      ...result,
      rules: held.map((one: Document) => change(one, path)).toSorted(byExpression),
    };
  });
  workspace = await createWorkspace({
    env: { ...service.env, ZONEWRIGHT_BASE_URL: url },
    startedBy: 'workspace',
  });
});

async function declare(blocks: Readonly<Record<string, object>>): Promise<void> {
  const resource: Record<string, Record<string, object>> = {};
  for (const [address, block] of Object.entries(blocks)) {
    const [type = '', name = ''] = address.split('.');
    (resource[type] ??= {})[name] = block;
  }
  workspace.write(
    'main.tf.json',
    JSON.stringify({
      terraform: { required_providers: { zone: { source: 'zonewright/zone' } } },
      provider: { zone: { max_requests_per_second: 1000 } },
      resource,
    }),
  );
  await workspace.ready();
}

/** What a command says of each object, and what a plan does to it. */
function told({ stdout }: { readonly stdout: string }) {
  const all = diagnosticsIn(stdout);
  expect([all.filter(({ severity }) => severity === 'error'), stdout]).toEqual([
    [],
    expect.not.stringContaining('Nothing was changed'),
  ]);
  return (name: string) => {
    const own = all.filter(({ address }) => address === addressOf(name));
    return {
      stored: own.flatMap(({ summary, detail }) =>
        /stores another form/.test(summary) ? linesOf(detail) : [],
      ),
      outside: own.some(({ summary }) => summary.startsWith('Changed outside')),
      update: stdout.includes(`"${addressOf(name)}: Plan to update"`),
    };
  };
}

const linesOf = (detail: string): readonly string[] =>
  detail.split('\n').flatMap((line) => (line.startsWith('  - ') ? [line.slice(4)] : []));

test('an object is in the state whatever the service stores of it, and each difference is told until it is written', async () => {
  stores = new Map(Object.entries(ROWS).map(([name, row]) => [zoneIdOf(name), row.stores]));
  const names = Object.keys(ROWS);
  const plan = async () => told(await workspace.plan({ args: ['-json'] }));
  for (const at of [0, 1, 2] as const) {
    await declare(
      Object.fromEntries(
        names.map((name) => [addressOf(name), { zone_id: zoneIdOf(name), ...ROWS[name]?.sent[at] }]),
      ),
    );
    const applied = told(await workspace.apply({ args: ['-json'] }));
    const planned = await plan();
    expect(names.map((name) => [name, applied(name).stored, planned(name)])).toEqual(
      Object.entries(ROWS).map(([name, { told: lines }]) => {
        const differs = lines !== undefined && at < 2;
        return [name, differs ? [lines[at] ?? ''] : [], { stored: [], outside: differs, update: differs }];
      }),
    );
    const state = workspace.read('terraform.tfstate');
    expect(names.filter((name) => !state.includes(zoneIdOf(name)))).toEqual([]);
  }
  for (const [name, { type }] of Object.entries(ROWS))
    service.emulator.control.editZone(zoneIdOf(name), ({ rulesets, logpush }) => {
      for (const ruleset of rulesets) ruleset.rules = ruleset.rules?.map(AT[type]) as never;
      logpush.jobs = logpush.jobs?.map(AT[type]) as never;
    });
  const edited = await plan();
  expect(names.filter((name) => !edited(name).outside || !edited(name).update)).toEqual([]);
});

describe('what a 2xx answers to a creation', () => {
  const at = (name: string): object => ({ zone_id: zoneIdOf(name) });
  const BLOCKS = {
    'zone_managed_rules.a': { ...at('one'), ...rule({}) },
    'zone_log_custom_fields.b': { ...at('two'), cookies: ['a'] },
    'zone_managed_rules.c': { ...at('three'), ...rule({}) },
    'zone_logpush_job.d': { ...at('four'), ...JOB, name: 'd' },
  };
  beforeEach(async () => {
    service.emulator.control.reset();
    workspace.write('terraform.tfstate', '');
    await declare(BLOCKS);
  });

  test('is in the state where marks of owners do not come back, or the answer cannot be read', async () => {
    const marks = (of: Document): Document => ({ ...of, ref: String(of['ref']).toUpperCase() });
    const unread = (of: Document): Document => ({
      ...of,
      enabled: String(of['enabled']),
      max_upload_records: '1000',
    });
    stores = new Map([
      [zoneIdOf('one'), marks],
      [zoneIdOf('two'), marks],
      [zoneIdOf('three'), unread],
      [zoneIdOf('four'), unread],
    ]);
    for (const command of ['apply', 'plan'] as const) {
      const { stdout } = await workspace[command]({ args: ['-json'] });
      expect(stdout).not.toContain('Nothing was changed');
      const errors = diagnosticsIn(stdout).filter(({ severity }) => severity === 'error');
      const kinds = [/^The service does not keep the ref/, /enabled of a (rule|job) is the string "/];
      expect(
        Object.keys(BLOCKS).map((address) =>
          errors.flatMap((error) =>
            error.address === address ? kinds.findIndex((kind) => kind.test(error.summary)) : [],
          ),
        ),
      ).toEqual(command === 'apply' ? [[0], [0], [1], [1]] : expect.arrayContaining([[1]]));
    }
    const { resources } = JSON.parse(workspace.read('terraform.tfstate')) as {
      readonly resources: readonly object[];
    };
    expect(resources).toHaveLength(4);
  });

  test('is ours where the answer was lost, too: it has our mark', async () => {
    stores = new Map(
      ['one', 'two', 'three'].map((name) => [zoneIdOf(name), (of) => ({ ...of, description: 'theirs' })]),
    );
    service.emulator.control.faults.put([
      { effect: { kind: 'cut', moment: 'after-write' }, match: { operation: 'rulesets.create' } },
    ]);
    expect(await workspace.apply()).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('rules[0].description: sent "", stored "theirs"'),
    });
  });
});

test('a migration tells what is stored in another form, and white space at the ends is none', async () => {
  service.emulator.control.reset();
  workspace.write('terraform.tfstate', '');
  const adjusted = (action: string) =>
    declare({
      'zone_managed_rules_migration.m': {
        ...{ zone_id: zoneIdOf('old'), target_state: 'validation' },
        adjustments: { [MANAGED]: { rules: { [SCANNER_RULE]: { action } } } },
      },
    });
  const generated = (path: string): boolean => path.endsWith('/config');
  const spaced = (of: Document): Document => ({ ...of, description: `${String(of['description'])}\n` });
  const stored = replaced('"js_challenge"', '"managed_challenge"');
  const storesFrom = (change: Row['stores']) => (stores = new Map([[zoneIdOf('old'), change]]));

  storesFrom((of, path) => (generated(path) ? spaced(of) : trimmed('description')(of)));
  await adjusted('block');
  await workspace.applied();
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });

  storesFrom((of, path) => (generated(path) ? of : stored(of)));
  await adjusted('js_challenge');
  const { exitCode, stdout } = await workspace.apply();
  expect([exitCode, stdout.match(/rules\[\d\].*sent.*/g), stdout]).toEqual([
    0,
    [
      expect.stringMatching(
        /^rules\[\d\]\.action_parameters\.overrides\.rules\[\d\]\.action: sent "js_challenge", stored "managed_challenge"; write "managed_challenge"$/,
      ),
    ],
    expect.not.stringContaining('Nothing was changed'),
  ]);
  expect(await workspace.plan()).toMatchObject({ exitCode: 2 });
  await adjusted('managed_challenge');
  await workspace.applied();
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
});
