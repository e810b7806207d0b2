import { DEFAULT_ZONE_ID, type FaultRule, type Phase } from '../../../emulator';
import {
  logCustomFieldsSchema,
  logpushJobSchema,
  managedRulesMigrationSchema,
  PHASE_MANAGED_RULES,
  sameValue,
  type ObjectSchema,
} from '../../../schema';
import { callProvider, type CalledProvider } from '../../conformance/called-provider';
import { EngineCalls, type Values } from '../../conformance/engine-calls';
import { valueOf, type Plain } from '../sdk/framework/plain';

/** What a plan changes × what others change: what is sent, what is said, and what the service has then. */

let provider: CalledProvider;
let engine: EngineCalls;
/** What somebody does once a request is sent and before the service does it. */
let meanwhile: (() => unknown) | undefined;

beforeAll(async () => {
  const wait = async (): Promise<void> => {
    const act = meanwhile;
    meanwhile = undefined;
    act?.();
  };
  const previous_waf = { core_rule_set: { sensitivity: 'off' } } as const;
  const zones = [{ id: DEFAULT_ZONE_ID, name: 'example.com', plan: 'enterprise', previous_waf }] as const;
  const settings = { model: 'today', rateLimit: 0, finishSeconds: 0 } as const;
  provider = await callProvider({ settings, seed: { zones }, wait });
  engine = new EngineCalls(provider);
});
afterAll(() => provider.end());
beforeEach(() => provider.emulator.control.reset());

/** A job or a rule, as the service has it. */
type Held = Readonly<Record<string, unknown>>;
type Act = (held: Held[]) => unknown;

type When = 'before the plan' | 'since the plan' | 'since the plan of the apply' | 'while it is sent';

type Row = readonly [
  pair: string,
  /** What is planned that is not so before; null to destroy it. */
  planned: Plain | null,
  others: Act,
  /** Each request that writes, with the members of its body. */
  sends: readonly string[],
  /** What warnings and errors say in short. */
  says: readonly string[],
  /** What is there then: of each job or rule, what differs from the first one as it was made. */
  has: readonly object[],
  more?: {
    /** When others act. @default since the plan */
    readonly when?: When | readonly When[];
    readonly faults?: readonly FaultRule[];
    /** What the last warning says at length. */
    readonly tells?: RegExp;
    readonly isNew?: true;
  },
];

interface Kind {
  readonly schema: ObjectSchema;
  /** What the object is made with. */
  readonly prior: Plain;
  readonly edit: (act: Act) => unknown;
  readonly held: () => readonly Held[];
}

/** What comes of a row, with the details of warnings. */
async function outcome(kind: Kind, [, planned, others, , , , more = {}]: Row) {
  const { schema, prior, edit, held } = kind;
  const { control } = provider.emulator;
  const { when = 'since the plan', faults = [] } = more;
  const at = (moment: When): unknown => [when].flat().includes(moment) && edit(others);
  const wanted = (plain: Plain | null) => ({
    config: plain && (valueOf(schema, { zone_id: DEFAULT_ZONE_ID, ...prior, ...plain }) as Values),
  });
  const stored = more.isNew ? null : await engine.made(schema, wanted({}));
  const [made = {}] = held();
  at('before the plan');
  engine.takeWarnings();
  await engine.walk();
  const plan = await engine.plan(schema, stored, wanted(planned));
  at('since the plan');
  await engine.walk();
  control.clearJournal();
  if (when === 'while it is sent') {
    meanwhile = () => edit(others);
    const writes = ['POST', 'PUT', 'PATCH', 'DELETE'];
    control.faults.put([...faults, ...writes.map((method) => ({ match: { method }, delayMs: 1 }))]);
  }
  const applied = engine.apply(schema, plan, wanted(planned), () => at('since the plan of the apply'));
  const error = await applied.then(
    () => [],
    ({ message }: Error) => [message.replace(/^\w+: /, '')],
  );
  control.faults.clear();
  const warned = engine.takeWarnings();
  const said = [...new Set(warned.map(({ summary }) => summary)), ...error];
  const sent = control.journal().filter(({ method }) => method !== 'GET');
  const differing = (one: Held): object =>
    Object.fromEntries(Object.entries({ ...one }).filter(([name, now]) => !sameValue(made[name], now)));
  return [
    sent.map(({ method, body }) => [method, ...Object.keys((body as object | null) ?? {}).sort()].join(' ')),
    said.map((text) => text.replace(/zone example\.com \(\w+\)/i, 'ZONE')),
    held().map(differing),
    warned.at(-1)?.detail ?? '',
  ];
}

const set =
  (more: object): Act =>
  ([first]) =>
    Object.assign(first ?? {}, more);
const remove: Act = (held) => held.splice(0);
const SENT = { when: 'while it is sent' } as const;
const BEFORE = { when: 'before the plan' } as const;

const to = (secret: string): Plain => ({
  destination_conf: `r2://logs/a?account-id=a&access-key-id=k&secret-access-key=${secret}`,
});
const [MOST, THIRD, OFF] = [{ max_upload_records: 2000 }, { max_upload_records: 3000 }, { enabled: false }];
const NEW = { x_later: 1 };
const [PUT_MOST, AT_2, ALL] = [['PUT max_upload_records'], to('2'), { ...THIRD, ...to('2') }];
const [TEXT, ORDER] = [
  { logpull_options: 'fields=ClientIP,RayID' },
  { logpull_options: 'fields=RayID,ClientIP' },
];
const CHANGED_JOB = 'Somebody changed the log push job 1 of ZONE';
const since = (what: string) => [`${CHANGED_JOB} after this plan was made: ${what}.`];
const MOVED = [`${CHANGED_JOB} while it was being updated: destination_conf.`];
const GONE = 'ZONE no longer has the log push job 1: somebody deleted it after this plan was made.';

const JOBS: readonly Row[] = [
  ['an option × nothing', MOST, () => 0, PUT_MOST, [], [MOST]],
  ['an option × it to the same', MOST, set(MOST), [], [], [MOST]],
  ['an option × it to a third', MOST, set(THIRD), [], since('max_upload_records'), [THIRD]],
  ['an option × all, while it is sent', MOST, set(ALL), PUT_MOST, MOVED, [{ ...MOST, ...AT_2 }], SENT],
  ['an option × another', MOST, set(OFF), [], since('enabled'), [OFF]],
  ['an option × an order', MOST, set(ORDER), PUT_MOST, [], [{ ...MOST, ...ORDER }]],
  ['two × one to the same', { ...MOST, ...OFF }, set(MOST), ['PUT enabled'], [], [{ ...OFF, ...MOST }]],
  ['an option × what nobody knows', MOST, set(NEW), PUT_MOST, [], [{ ...MOST, ...NEW }]],
  ['an option × the destination', MOST, set(AT_2), [], since('destination_conf'), [AT_2]],
  ['an option × the whole job', MOST, remove, [], [GONE], []],
  ['the destination × nothing', AT_2, () => 0, ['PUT destination_conf'], [], [AT_2]],
  ['the destination × it to the same', AT_2, set(AT_2), [], [], [AT_2]],
  ['the destination × it to a third', AT_2, set(to('3')), [], since('destination_conf'), [to('3')]],
];

const setOutput =
  (more: object): Act =>
  ([first]) =>
    Object.assign(first?.['output_options'] ?? {}, more);
/** The options at the service. */
const output = (more: object): object => ({
  output_options: {
    ...{ field_names: ['RayID'], output_type: 'ndjson', timestamp_format: 'unixnano', sample_rate: 1 },
    ...more,
  },
});
const FORM = { output_options: { field_names: ['RayID'], batch_prefix: '[' } };
const [PREFIX, SUFFIX] = [{ batch_prefix: '[' }, { batch_suffix: ']' }];
const OTHER = { output_options: null, logpull_options: { fields: ['RayID', 'ClientIP'] } };
const PUT_OUTPUT = ['PUT output_options'];
const IN_TEXT = [{ ...TEXT, output_options: null }];

const JOBS_WITH_OUTPUT: readonly Row[] = [
  ['a member × another', FORM, setOutput(SUFFIX), [], since('output_options'), [output(SUFFIX)]],
  ['a member × what nobody knows', FORM, setOutput(NEW), PUT_OUTPUT, [], [output({ ...PREFIX, ...NEW })]],
  ['all of it × what nobody knows', OTHER, setOutput(NEW), [], since('kept_settings'), [output(NEW)]],
  [
    ...(['all of it × what nobody knows, before the plan', OTHER, setOutput(NEW)] as const),
    ...([['PUT logpull_options output_options'], [], IN_TEXT, BEFORE] as const),
  ],
  ['all of it × the text behind it to the same', OTHER, set(TEXT), PUT_OUTPUT, [], IN_TEXT],
];

const items = (...cookie_fields: readonly object[]): object => ({ action_parameters: { cookie_fields } });
const named = (...names: readonly string[]): object => items(...names.map((name) => ({ name })));
const FIELDS = { cookies: ['a', 'b'], description: 'ours' };
const RULE = { action: 'log_custom_field', expression: 'true', description: 'ours', ...named('a', 'b') };
const CHANGED = { cookies: ['a', 'c'] };
const [AC, AY, Z, X] = [named('a', 'c'), named('a', 'y'), named('z'), { description: 'x' }];
const [A_MORE, B_MORE] = [
  items({ name: 'a', ...NEW }, { name: 'b' }),
  items({ name: 'a' }, { name: 'b', ...NEW }),
];
const add =
  (more: object = {}): Act =>
  (held) =>
    held.push({ ...RULE, ...more });
const PATCH = ['PATCH action action_parameters description enabled expression ref'];
const MAKE = 'POST kind name phase rules';
const SINCE = ['The custom log fields of ZONE changed since this plan was made.'];
const NONE_NOW = ['The custom log fields of ZONE changed since this plan was made: there are none now.'];
const LOST = [
  'Somebody else changed the custom log fields of ZONE during this apply, and apply overwrote that change.',
];
const IN_TWO = [
  'The custom log fields of ZONE are in 2 rules.',
  'Changed outside since the last apply: the custom log fields of ZONE: cookies.',
];
const SAME = ['ZONE already has exactly these custom log fields: cookies a, b; description "ours".'];
const DELETES_MORE = [
  'This plan deletes the custom log fields of ZONE with what this resource cannot express.',
];
const GOES = { ...BEFORE, tells: /^ {2}- goes: rule\.x_later$/m };
const THERE = ['ZONE already has custom log fields: cookies a, b; description "x".'];
const UNREAD = {
  ...{ ...SENT, tells: /Theirs: not known, because the service does not return that version/ },
  faults: [{ match: { operation: 'rulesets.versions.get' }, effect: { kind: 'answer', status: 403 } }],
} as const;
/** Makes the same, and changes it then. */
const addAndEdit: Act = (held) => (held.length === 0 ? add()(held) : set(X)(held));
const TWICE = { when: ['before the plan', 'since the plan of the apply'], isNew: true } as const;
const MADE = { ...RULE, enabled: true };

const RULES: readonly Row[] = [
  ['names × them to the same', CHANGED, set(AC), [], [], [AC]],
  ['names × them to a third', CHANGED, set(AY), [], SINCE, [AY]],
  ['names × them, while they are sent', CHANGED, set(AY), PATCH, LOST, [AC], UNREAD],
  ['names × the description', CHANGED, set(X), [], SINCE, [X]],
  ['names × that they are on', CHANGED, set(OFF), [], SINCE, [OFF]],
  ['names × their order', CHANGED, set(named('b', 'a')), PATCH, [], [AC]],
  ['names × what nobody knows', CHANGED, set(NEW), [`${PATCH[0]} x_later`], [], [{ ...AC, ...NEW }]],
  [
    'names × more of one that stays',
    CHANGED,
    set(A_MORE),
    PATCH,
    [],
    [items({ name: 'a', ...NEW }, { name: 'c' })],
  ],
  ['names × more of one that goes', CHANGED, set(B_MORE), [], SINCE, [B_MORE]],
  ['names × more of one that goes, before the plan', CHANGED, set(B_MORE), PATCH, [], [AC], BEFORE],
  ['names × another rule', CHANGED, add(Z), [], SINCE, [{}, Z]],
  ['names × another rule, while they are sent', CHANGED, add(Z), PATCH, [], [AC, Z], SENT],
  ['nothing × another rule, before the plan', {}, add(Z), ['PUT rules'], IN_TWO, [{}], BEFORE],
  ['names × the rule', CHANGED, remove, [], NONE_NOW, []],
  [
    'new ones × the same, while they are sent',
    {},
    add(),
    [MAKE, 'PUT rules'],
    [],
    [MADE],
    { ...SENT, isNew: true },
  ],
  [
    'new ones × others, while they are sent',
    {},
    add(X),
    [MAKE],
    THERE,
    [{ ...MADE, ...X }],
    { ...SENT, isNew: true },
  ],
  [
    'new ones × the same, and others since',
    {},
    addAndEdit,
    [],
    [...SAME, ...THERE],
    [{ ...MADE, ...X }],
    TWICE,
  ],
  ['a destroy × what nobody knows, before the plan', null, set(NEW), ['DELETE'], DELETES_MORE, [], GOES],
  ['a destroy × the description', null, set(X), [], SINCE, [X]],
  ['a destroy × the description, while it is sent', null, set(X), ['DELETE'], LOST, [], SENT],
];

const MANAGED = 'efb7b8c949ac4650a09736fc376e9aee';
const SCANNER = '0242110ae62e44028a13bf4834780914';
const FINISHES = { target_state: 'finished', acknowledge_irreversible: DEFAULT_ZONE_ID };
const adjustedTo = (action: string) => ({ adjustments: { [MANAGED]: { rules: { [SCANNER]: { action } } } } });
const VALIDATES = { target_state: 'validation', ...adjustedTo('log') };
/** The rule at the service. */
const overridden = (action: string): object => ({
  action_parameters: { id: MANAGED, overrides: { rules: [{ id: SCANNER, action }] }, version: 'latest' },
});
const [BLOCKS, BLOCKED, THIRD_ACTION] = [adjustedTo('block'), overridden('block'), overridden('challenge')];
const FINISHES_BLOCKING = { ...FINISHES, ...BLOCKS };
const [TO_SAME, TO_THIRD] = [set(BLOCKED), set(THIRD_ACTION)];
const SSL = { expression: 'ssl', action: 'skip', action_parameters: { ruleset: 'current' } };
const addSkip: Act = (held) => held.push(SSL);
const SKIP = { ...SSL, logging: { enabled: true } };
const ALONE = { ...SKIP, description: '', enabled: true };
const SAVE = ['PUT name rules'];
const noLonger = (what: string): string => `The migration of ZONE no longer matches the plan: ${what}.`;
const [OTHERWISE, GENERATES, SAVES, FINISHED] = [
  'the zone has other rules than at the refresh',
  'the service generates other rules than at the refresh',
  'apply would now save other rules than the planned ones',
  'the zone is finished, and was in validation at the refresh',
].map((what) => [noLonger(what)]) as [string[], string[], string[], string[]];
const UNPLANNED = [noLonger('the zone has other rules than the planned ones')];
const NOT_BACK = ['The migration of ZONE cannot go back to validation.'];
const EDITED = [
  'Changed outside since the last apply: the managed rules of ZONE, which validates its migration.',
];
const REPLACED = ['Somebody else saved managed rules of ZONE during this apply, and apply replaced them.'];
const ENDS = ['IRREVERSIBLE: this plan finishes the migration of ZONE. It cannot be undone.'];
const NOT_REPLACED = [
  'This plan begins the migration of ZONE. The service offers no way back.',
  noLonger('the zone has rules that the plan does not replace'),
];
const LATE = { when: 'since the plan of the apply' } as const;

const UNREAD_VERSION = { ...UNREAD, tells: /^Version \d+ can no longer be read\./ };
const TWO = { ...SENT, tells: /^Version \d+ had:\n.*\n {2}- skips .* where ssl: .*\nVersion \d+ had:\n/ };
const LISTED = { ...BEFORE, tells: /possibly another configuration[^]* - skips [^-]* where ssl/ };
/** Saves more, and more again. */
const addTwice: Act = (held) => {
  addSkip(held);
  provider.emulator.control.saveRuleset(DEFAULT_ZONE_ID, PHASE_MANAGED_RULES, { rules: held });
  addSkip(held);
};

const setPrevious: Act = () =>
  provider.emulator.control.patchZone(DEFAULT_ZONE_ID, { previous_waf: { rules: { '100043': 'disable' } } });
const finish: Act = () =>
  provider.emulator.control.patchZone(DEFAULT_ZONE_ID, { migration: { state: 'finished' } });

const BLOCKING = { action: 'execute', expression: 'true', description: '', enabled: true, ...BLOCKED };
/** Finishes with an override that blocks, as a run of ours that was killed before the state had it. */
const finishBlocking: Act = (held) => {
  finish(held);
  held.splice(0, held.length, BLOCKING);
};
const TAKEN_OVER = ['The migration of ZONE is already finished: apply takes it over as it is.'];

const MIGRATIONS: readonly Row[] = [
  ['adjustments × nothing', BLOCKS, () => 0, SAVE, [], [BLOCKED]],
  ['adjustments × them to the same, at last', BLOCKS, TO_SAME, [], [], [BLOCKED], LATE],
  ['adjustments × them to a third', BLOCKS, TO_THIRD, [], OTHERWISE, [THIRD_ACTION]],
  ['adjustments × them to a third, at last', BLOCKS, TO_THIRD, [], OTHERWISE, [THIRD_ACTION], LATE],
  ['adjustments × them, while they are sent', BLOCKS, TO_THIRD, SAVE, REPLACED, [BLOCKED], UNREAD_VERSION],
  ['adjustments × another rule twice, while they are sent', BLOCKS, addTwice, SAVE, REPLACED, [BLOCKED], TWO],
  ['adjustments × the previous settings', BLOCKS, setPrevious, [], GENERATES, [{}]],
  ['adjustments × the previous settings, at last', BLOCKS, setPrevious, [], SAVES, [{}], LATE],
  ['adjustments × the end', BLOCKS, finish, [], NOT_BACK, [{}]],
  ['the end × it to the same', FINISHES, finish, [], [...ENDS, ...FINISHED], [{}]],
  ['the end × it to the same, at last', FINISHES, finish, [], ENDS, [{}], LATE],
  ['adjustments × another rule', BLOCKS, addSkip, [], OTHERWISE, [{}, SKIP]],
  ['nothing × another rule, before the plan', {}, addSkip, SAVE, EDITED, [{}], LISTED],
  ['the end × nothing', FINISHES, () => 0, SAVE, ENDS, [{}]],
  ['the end × adjustments', FINISHES, TO_THIRD, [], [...ENDS, ...OTHERWISE], [THIRD_ACTION]],
  ['the end × adjustments, before the plan', FINISHES, TO_THIRD, SAVE, [...EDITED, ...ENDS], [{}], BEFORE],
  ['the end and adjustments × them to the same', FINISHES_BLOCKING, TO_SAME, SAVE, ENDS, [BLOCKED]],
  [
    'the end and adjustments × both, before the plan',
    FINISHES_BLOCKING,
    finishBlocking,
    [],
    [],
    [BLOCKED],
    BEFORE,
  ],
  [
    'a new end and adjustments × both',
    FINISHES_BLOCKING,
    finishBlocking,
    [],
    TAKEN_OVER,
    [BLOCKING],
    { ...BEFORE, isNew: true },
  ],
  [
    'a new end × it to the same, at last',
    FINISHES,
    finish,
    [],
    [...ENDS, ...UNPLANNED],
    [],
    { ...LATE, isNew: true },
  ],
  ['a new one × a rule, at last', {}, addSkip, [], NOT_REPLACED, [ALONE], { ...LATE, isNew: true }],
];

const zone = () => provider.emulator.control.zone(DEFAULT_ZONE_ID);
const jobs = (prior: Plain): Kind => ({
  ...{ schema: logpushJobSchema, prior: { name: 'job', enabled: true, ...to('1'), ...prior } },
  edit: (act) =>
    provider.emulator.control.editZone(DEFAULT_ZONE_ID, ({ logpush }) => void act(logpush.jobs as never)),
  held: () => zone().logpush.jobs as object[] as Held[],
});
const rulesOf = (schema: ObjectSchema, phase: Phase, prior: Plain): Kind => {
  const now = () =>
    structuredClone(zone().rulesets.find((one) => one.phase === phase)?.rules ?? []) as object[] as Held[];
  return {
    ...{ schema, prior },
    edit(act) {
      const rules = now();
      act(rules);
      provider.emulator.control.saveRuleset(DEFAULT_ZONE_ID, phase, { rules });
    },
    held: () => now().map(({ id: _i, version: _v, last_updated: _l, ref: _r, ...rule }) => rule),
  };
};

describe.each<readonly [string, Kind, readonly Row[]]>([
  ['a job', jobs({ logpull_options: { fields: ['RayID', 'ClientIP'] } }), JOBS],
  ['the output of a job', jobs({ output_options: { field_names: ['RayID'] } }), JOBS_WITH_OUTPUT],
  ['custom log fields', rulesOf(logCustomFieldsSchema, 'http_log_custom_fields', FIELDS), RULES],
  [
    'a migration',
    rulesOf(managedRulesMigrationSchema, PHASE_MANAGED_RULES, {
      ...VALIDATES,
      ...adjustedTo('log'),
    }),
    MIGRATIONS,
  ],
])('what a plan changes of %s × what others change', (_what, kind, rows) => {
  test.each(rows.map((row) => [row[0], row] as const))('%s', async (_pair, row) => {
    const [, , , sends, says, has, { tells = /^/ } = {}] = row;
    expect(await outcome(kind, row)).toEqual([sends, says, has, expect.stringMatching(tells)]);
  });
});
