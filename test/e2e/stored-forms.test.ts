import { answeringProxy } from '../support/answering-proxy';
import {
  createWorkspace,
  rootModule,
  startService,
  type TestService,
  type Workspace,
} from '../support/workspace';
import { diagnosticsIn } from './engine-events';
import { flat } from './one-service';
import { CORE, finishedZone, MANAGED, SCANNER_RULE } from './managed-zone';
import { migratingZone, zoneIdOf } from './migrating-zones';

/**
 * A service that stores another form than it was sent. Each row is an object in a zone of its own: the attribute, what the
 * service makes of it, what is sent when the object is made, when it is changed, and at last, and what is stored of the
 * first two. Without that, the plan after it has no difference.
 */
type Document = Readonly<Record<string, unknown>>;
type Change = (value: never) => unknown;
type Row = readonly [
  attribute: string,
  change: keyof typeof CHANGES,
  sent: readonly unknown[],
  stored?: unknown[],
];

const onText = (change: (text: string) => string) => (value: unknown) =>
  JSON.parse(change(JSON.stringify(value))) as unknown;
const CHANGES = {
  trim: (text: string) => text.trim(),
  lower: onText((text) => text.toLowerCase()),
  managed: onText((text) => text.replaceAll('"challenge"', '"managed_challenge"')),
  sort: (list: readonly unknown[]) =>
    list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  options: (text: string) => text.split('&').reverse().join('&'),
  text: onText((text) => text.replace(/("score_threshold":)(\d+)/g, '$1"$2"')),
  null: () => null,
  on: () => true,
  off: () => false,
  round: (count: number) => Math.floor(count / 1000) * 1000,
};

/** A rule or a job with another value at a path, if it has one there. */
function changedAt(of: Document, [name = '', ...rest]: readonly string[], change: Change): Document {
  const value = of[name];
  if (value === undefined) return of;
  return {
    ...of,
    [name]: rest.length > 0 ? changedAt(value as Document, rest, change) : change(value as never),
  };
}

const rule = (more: object, execute: object = {}) => ({
  rules: [{ name: 'main', execute: { ruleset_id: MANAGED, ...execute }, ...more }],
});
const skip = (expression: string, of: object = { ruleset: 'current' }) => ({
  ...{ name: expression.replace(' ', '-'), expression, skip: of },
});
const overrides = (given: object) => rule({}, { overrides: given });
const R2 = 'r2://logs/a?access-key-id=a&secret-access-key=b&account-id=c';
const [RULES, FIELDS, JOB] = ['zone_managed_rules', 'zone_log_custom_fields', 'zone_logpush_job'] as const;
const OF_RULE = `rules[0].execute.overrides.rules["${SCANNER_RULE}"].action`;
const SCORE = 'rules[0].action_parameters.overrides.rules[0].score_threshold';
const names = (list: string): readonly string[] => list.split(',').filter((name) => name !== '');

/** How an attribute is declared, and where the service has it. Lists are texts. */
type Attribute = readonly [type: string, declare: (value: never) => object, at: string, isList?: true];
const ATTRIBUTES: Readonly<Record<string, Attribute>> = {
  'rules[0].expression': [RULES, (expression: string) => rule({ expression }), 'expression'],
  'rules[0].description': [RULES, (description: string) => rule({ description }), 'description'],
  'rules[0].enabled': [RULES, (enabled: boolean) => rule({ enabled }), 'enabled'],
  'rules[0].execute.overrides.action': [RULES, (action) => overrides({ action }), 'action_parameters'],
  [OF_RULE]: [RULES, (action) => overrides({ rules: { [SCANNER_RULE]: { action } } }), 'action_parameters'],
  [SCORE]: [
    RULES,
    (score) => rule({}, { ruleset_id: CORE, core_rule_set: { score_threshold: score } }),
    'action_parameters',
  ],
  'rules[0].skip.products': [
    ...[RULES, (list: string) => ({ rules: [skip('not ssl', { products: names(list) })] })],
    ...['action_parameters.products', true],
  ] as never,
  rules: [RULES, (list) => ({ rules: names(list).map((name) => skip(name.replace('-', ' '))) }), '', true],
  description: [FIELDS, (description: string) => ({ cookies: ['a'], description }), 'description'],
  enabled: [FIELDS, (enabled: boolean) => ({ cookies: ['a'], enabled }), 'enabled'],
  cookies: [FIELDS, (list) => ({ cookies: names(list) }), 'action_parameters.cookie_fields', true],
  request_headers: [
    ...[FIELDS, (list: string) => ({ cookies: ['a'], request_headers: names(list) })],
    ...['action_parameters.request_fields', true],
  ] as never,
  name: [JOB, (name: string) => ({ name }), 'name'],
  max_upload_records: [JOB, (count: number) => ({ max_upload_records: count }), 'max_upload_records'],
  filter_attack_traffic: [JOB, (isOn: boolean) => ({ filter_attack_traffic: isOn }), 'filter_attack_traffic'],
  'output_options.field_names': [
    ...[JOB, (list: string) => ({ output_options: { field_names: names(list) } })],
    ...['output_options.field_names', true],
  ] as never,
  logpull_options: [
    JOB,
    (list) => ({ logpull_options: { fields: names(list), timestamps: 'rfc3339' } }),
    'logpull_options',
  ],
  destination_conf: [
    JOB,
    (place: string) => ({ destination_conf: R2.replace('r2://logs/a', place) }),
    'destination_conf',
  ],
};

const MANAGED_ACTION = ['managed_challenge', 'managed_challenge'];
const CHALLENGE = ['challenge', 'challenge', 'managed_challenge'];
const ROWS: readonly Row[] = [
  ['rules[0].expression', 'trim', [' ssl\n', 'not ssl\n', 'not ssl']],
  ['rules[0].expression', 'lower', ['SSL', 'not SSL', 'not ssl'], ['ssl', 'not ssl']],
  ['rules[0].description', 'trim', ['a\n', '\tb ', 'b']],
  ['rules[0].description', 'null', ['a', 'b', ''], ['', '']],
  ['rules[0].enabled', 'on', [false, false, true], [true, true]],
  ['rules[0].enabled', 'null', [false, false, true], [true, true]],
  ['rules[0].execute.overrides.action', 'managed', CHALLENGE, MANAGED_ACTION],
  [OF_RULE, 'managed', CHALLENGE, MANAGED_ACTION],
  [SCORE, 'text', [25, 60, 60], ['25', '60']],
  ['rules[0].skip.products', 'sort', ['waf,bic', 'hot,bic', 'hot,bic']],
  ['rules', 'trim', ['ssl,not-ssl', 'true,not-ssl', 'not-ssl,true'], ['not-ssl,ssl', 'not-ssl,true']],
  ['description', 'trim', ['a\n', ' b', 'b']],
  ['description', 'lower', ['A', 'B', 'b'], ['a', 'b']],
  ['enabled', 'off', [true, true, false], [false, false]],
  ['cookies', 'lower', ['Sid', 'Uid', 'uid'], ['sid', 'uid']],
  ['cookies', 'sort', ['b,a', 'c,a', 'c,a']],
  ['request_headers', 'null', ['a', 'b', ''], ['', '']],
  ['name', 'lower', ['Edge', 'Core', 'core'], ['edge', 'core']],
  ['name', 'null', ['edge', 'core', ''], ['', '']],
  ['max_upload_records', 'round', [1001, 2001, 2000], [1000, 2000]],
  ['max_upload_records', 'null', [1000, 2000, 0], [0, 0]],
  ['filter_attack_traffic', 'off', [true, true, false], [false, false]],
  [
    'output_options.field_names',
    'sort',
    ['RayID,ClientIP', 'RayID,Cookies', 'Cookies,RayID'],
    ['ClientIP,RayID', 'Cookies,RayID'],
  ],
  ['logpull_options', 'options', ['RayID,ClientIP', 'RayID', 'RayID']],
  [
    'destination_conf',
    'lower',
    ['r2://Logs/A', 'r2://Logs/B', 'r2://logs/b'],
    ['r2://logs/a', 'r2://logs/b'],
  ],
];

/** What others change afterwards, by the type. */
const BY_HAND: Readonly<Record<string, (of: Document) => Document>> = {
  [RULES]: (of) => ({ ...of, expression: 'ip.src eq 192.0.2.1' }),
  [FIELDS]: (of) => changedAt(of, ['action_parameters', 'cookie_fields'], () => [{ name: 'hand' }]),
  [JOB]: (job) => ({ ...job, max_upload_interval_seconds: 60 }),
};
const byExpression = (one: Document, other: Document): number =>
  String(one['expression']) < String(other['expression']) ? -1 : 1;

let service: TestService;
let workspace: Workspace;
/** What the service makes of one rule or job, by the zone. */
let stores: ReadonlyMap<string, (of: Document, path: string) => Document>;

const attributeOf = ([attribute]: Row): Attribute => ATTRIBUTES[attribute] as Attribute;
const addressOf = (row: Row): string => `${attributeOf(row)[0]}.r${ROWS.indexOf(row)}`;
const zoneOf = (row: Row): string => zoneIdOf(`r${ROWS.indexOf(row)}`);

beforeAll(async () => {
  const all = [...ROWS.keys()].map((index) => `r${index}`);
  const zones = [...all, 'one', 'two', 'three', 'four'].map((name) => finishedZone(name));
  service = await startService({
    seed: { zones: [...zones, migratingZone('old')] },
    settings: { finishSeconds: 0 },
  });
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
  workspace.write('main.tf.json', rootModule(resource));
  await workspace.ready();
}

/** What a command says of each object, and what a plan does to it. */
function told({ stdout }: { readonly stdout: string }) {
  const all = diagnosticsIn(stdout);
  expect([all.filter(({ severity }) => severity === 'error'), stdout]).toEqual([
    [],
    expect.not.stringContaining('Nothing was changed'),
  ]);
  return (row: Row) => {
    const own = all.filter(({ address }) => address === addressOf(row));
    return {
      stored: own.flatMap(({ summary, detail }) =>
        /stores another form/.test(summary) ? linesOf(detail) : [],
      ),
      outside: own.some(({ summary }) => summary.startsWith('Changed outside')),
      update: stdout.includes(`"${addressOf(row)}: Plan to update"`),
    };
  };
}

const linesOf = (detail: string): readonly string[] =>
  detail.split('\n').flatMap((line) => (line.startsWith('  - ') ? [line.slice(4)] : []));

test('an object is in the state whatever the service stores of it, and each difference is told until it is written', async () => {
  stores = new Map(
    ROWS.map((row) => [zoneOf(row), (of) => changedAt(of, attributeOf(row)[2].split('.'), CHANGES[row[1]])]),
  );
  const plan = async () => told(await workspace.plan({ args: ['-json'] }));
  for (const at of [0, 1, 2]) {
    const block = (row: Row) => ({
      ...{ zone_id: zoneOf(row), ...(attributeOf(row)[0] === JOB && { destination_conf: R2 }) },
      ...attributeOf(row)[1](row[2][at] as never),
    });
    await declare(Object.fromEntries(ROWS.map((row) => [addressOf(row), block(row)])));
    const applied = told(await workspace.apply({ args: ['-json'] }));
    const planned = await plan();
    expect(ROWS.map((row) => [row, applied(row).stored, planned(row)])).toEqual(
      ROWS.map((row) => {
        const [attribute, change, sent, stored = []] = row;
        const shown = (value: unknown) => JSON.stringify(attributeOf(row)[3] ? names(String(value)) : value);
        const differs = at in stored;
        const advice =
          change === 'text' ? ', which this resource cannot express' : `; write ${shown(stored[at])}`;
        const line =
          attribute === 'destination_conf'
            ? // What is no secret of it.
              `destination: sent ${shown(`${String(sent[at])}?account-id=c`)}, stored ${shown(`${String(stored[at])}?account-id=c`)}; ` +
              'write it so, and keep what is not shown of it'
            : `${attribute}: sent ${shown(sent[at])}, stored ${shown(stored[at])}${advice}`;
        return [row, differs ? [line] : [], { stored: [], outside: differs, update: differs }];
      }),
    );
    const state = workspace.read('terraform.tfstate');
    expect(ROWS.filter((row) => !state.includes(zoneOf(row)))).toEqual([]);
    // A number that is a text is never as it was written.
    if (at === 1)
      stores = new Map(
        [...stores].filter(([zone]) => zone !== zoneOf(ROWS.find(([one]) => one === SCORE) as Row)),
      );
  }
  for (const row of ROWS)
    service.emulator.control.editZone(zoneOf(row), ({ rulesets, logpush }) => {
      const byHand = BY_HAND[attributeOf(row)[0]] as (of: object) => object;
      for (const ruleset of rulesets) ruleset.rules = ruleset.rules?.map(byHand) as never;
      logpush.jobs = logpush.jobs?.map(byHand) as never;
    });
  const edited = await plan();
  expect(ROWS.filter((row) => !edited(row).outside || !edited(row).update)).toEqual([]);
});

describe('what a 2xx answers to a creation', () => {
  const at = (name: string): object => ({ zone_id: zoneIdOf(name) });
  const BLOCKS = {
    'zone_managed_rules.a': { ...at('one'), ...rule({}) },
    'zone_log_custom_fields.b': { ...at('two'), cookies: ['a'] },
    'zone_managed_rules.c': { ...at('three'), ...rule({}) },
    'zone_logpush_job.d': { ...at('four'), destination_conf: R2, name: 'd' },
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
      ['one', 'two', 'three'].map((name) => [
        zoneIdOf(name),
        (of) => ({ ...of, description: 'theirs', x_new: 1 }),
      ]),
    );
    service.emulator.control.faults.put([
      { effect: { kind: 'cut', moment: 'after-write' }, match: { operation: 'rulesets.create' } },
    ]);
    const { exitCode, stdout } = await workspace.apply();
    // What was not sent is not told.
    expect([exitCode, stdout.match(/- \S+ sent.*/g)?.sort()]).toEqual([
      0,
      ['', 'rules[0].', 'rules[0].'].map(
        (at) => `- ${at}description: sent "", stored "theirs"; write "theirs"`,
      ),
    ]);
  });
});

describe('a migration', () => {
  const zone_id = zoneIdOf('old');
  const VALIDATES = { target_state: 'validation' };
  const FINISHES = { target_state: 'finished', acknowledge_irreversible: zone_id };
  const adjusted = (target: object, action: string) =>
    declare({
      'zone_managed_rules_migration.m': {
        ...{ zone_id, ...target },
        adjustments: { [MANAGED]: { rules: { [SCANNER_RULE]: { action } } } },
      },
    });
  const managedChallenge = onText((text) => text.replace('js_challenge', 'managed_challenge'));
  /** What the service generates, and what it makes of rules that are saved. */
  const storesFrom = (generated: (of: Document) => Document, saved: (of: Document) => Document) =>
    (stores = new Map([[zone_id, (of, path) => (path.endsWith('/config') ? generated(of) : saved(of))]]));
  const storesAnother = () =>
    storesFrom(
      (of) => of,
      (of) => changedAt(of, ['action_parameters'], managedChallenge),
    );
  beforeEach(() => {
    service.emulator.control.reset();
    workspace.write('terraform.tfstate', '');
  });

  test('tells what is stored in another form, and white space at the ends is none', async () => {
    storesFrom(
      (of) => ({ ...of, description: `${String(of['description'])}\n` }),
      (of) => changedAt(of, ['description'], CHANGES.trim),
    );
    await adjusted(VALIDATES, 'block');
    await workspace.applied();
    expect(await workspace.plan()).toMatchObject({ exitCode: 0 });

    storesAnother();
    await adjusted(VALIDATES, 'js_challenge');
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
    await adjusted(VALIDATES, 'managed_challenge');
    await workspace.applied();
    expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
  });

  test('that finishes tells it once: the state has what is stored, and plans are empty with what was sent and what is stored', async () => {
    storesAnother();
    await adjusted(FINISHES, 'js_challenge');
    const applied = await workspace.apply();
    expect([applied.exitCode, flat(applied.stdout)]).toEqual([
      0,
      expect.stringMatching(
        /sent "js_challenge", stored "managed_challenge"; .*It was saved\. The migration saves no more rules/,
      ),
    ]);
    expect(applied.stdout).not.toContain('each plan shows the difference');
    for (const action of ['js_challenge', 'managed_challenge', 'js_challenge']) {
      await adjusted(FINISHES, action);
      expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
      await workspace.applied();
      const { rules } = await workspace.attributes('zone_managed_rules_migration.m');
      expect(JSON.stringify(rules).match(/js_challenge|managed_challenge/g)).toEqual(['managed_challenge']);
      expect(await workspace.plan({ refreshOnly: true })).toMatchObject({ exitCode: 0 });
    }
    await adjusted(FINISHES, 'log');
    expect(await workspace.plan()).toMatchObject({ exitCode: 1 });

    // As after a finish that was killed.
    workspace.write('terraform.tfstate', '');
    await adjusted(FINISHES, 'js_challenge');
    const refused = await workspace.plan();
    expect([refused.exitCode, flat(refused.stdout + refused.stderr)]).toEqual([
      1,
      expect.stringMatching(
        /write into adjustments what the zone has.* = \{ action = "js_challenge" \} # the zone has action = "managed_challenge"/,
      ),
    ]);
    await adjusted(FINISHES, 'managed_challenge');
    await workspace.applied();
    expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
  });
});
