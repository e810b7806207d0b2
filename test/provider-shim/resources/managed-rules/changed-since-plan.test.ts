import { startEmulator, type RunningEmulator, type Snapshot } from '../../../../emulator';
import { managedRulesSchema } from '../../../../schema';
import { TOKEN, ZONE } from '../../api/emulated-zone';
import type { Planned } from '../../sdk/framework/served-resource';
import { NOTHING, objectCalls, type Stored } from '../stored-object';

/** What a plan of managed rules changes × what others have changed since: what apply sends, and what it says. */

const PHASE = 'http_request_firewall_managed';
const MANAGED = 'efb7b8c949ac4650a09736fc376e9aee';
const [SCANNER, WORDPRESS] = ['0242110ae62e44028a13bf4834780914', '75a0060762034a6cb663fd51a02344cb'];

const EXCEPTION = {
  name: 'all',
  expression: 'ssl',
  skip: { ruleset: 'current' },
  logging: { enabled: false },
};
const declared = (rules?: object): readonly object[] => [
  EXCEPTION,
  { name: 'managed', execute: { ruleset_id: MANAGED, ...(rules && { overrides: { rules } }) } },
];
const LOGS = { [SCANNER]: { action: 'log' } };

/** What each plan declares, from an exception and a managed ruleset whose override logs. */
const PLANS: Readonly<Record<string, readonly object[] | null>> = {
  'adds an override': declared({ ...LOGS, [WORDPRESS]: { enabled: false } }),
  'changes the override': declared({ [SCANNER]: { action: 'block' } }),
  'removes the override': declared(),
  'removes the managed ruleset': [EXCEPTION],
  'destroys all': null,
};
const NAMES = Object.keys(PLANS);

const MODES = { remove: {}, keep: { others: 'keep', owner: 'team' } };

/** A request that writes: ids are the names of what they are of, and the mark is `own`. */
type Write = readonly [method: string, rule: string, body: unknown];

const rule = (name: string, content: object): object => ({
  ...{ ref: name === 'theirs' ? name : `own-${name}`, description: '', enabled: true },
  ...content,
});
const skips = (action_parameters: object, enabled: boolean): object => ({
  ...{ action: 'skip', expression: 'ssl', logging: { enabled }, action_parameters },
});
const THEIRS = skips({ phase: 'current', products: ['waf'] }, true);
const SENT = {
  all: { id: 'all', ...rule('all', skips({ ruleset: 'current' }, false)) },
  theirs: { id: 'theirs', ...rule('theirs', THEIRS) },
};
const put = (...names: readonly (keyof typeof SENT)[]): readonly Write[] => [
  ['PUT', 'rules', { rules: names.map((name) => SENT[name]) }],
];
const remove = (...names: readonly string[]): readonly Write[] => names.map((name) => ['DELETE', name, null]);

/** The overrides of rules that the first three plans come to. @param more what others have set in the first */
const overrides = (more: object = {}): readonly (readonly object[])[] => [
  [
    { id: SCANNER, ...more, action: 'log' },
    { id: WORDPRESS, enabled: false },
  ],
  [{ id: SCANNER, ...more, action: 'block' }],
  Object.keys(more).length > 0 ? [{ id: SCANNER, ...more }] : [],
];
/** Their updates of the rule, with what others have set in it. */
const updates = (inRule = {}, inParameters = {}, inOverrides = {}, inOverride = {}): readonly Outcome[] =>
  overrides(inOverride).map((rules) => {
    const all = { ...inOverrides, ...(rules.length > 0 && { rules }) };
    const parameters = { id: MANAGED, version: 'latest', ...inParameters };
    const action_parameters = { ...parameters, ...(Object.keys(all).length > 0 && { overrides: all }) };
    const content = { action: 'execute', expression: 'true', action_parameters, ...inRule };
    return [['PATCH', 'managed', rule('managed', content)]];
  });

/** What comes of a plan: what is sent, unless it is refused. */
type Outcome = 'refused' | 'refused, as there are none' | readonly Write[];

const DONE = NAMES.map((): Outcome => []);
const REFUSED = NAMES.map((): Outcome => 'refused');
const [UPDATES, REFUSED_UPDATES] = [updates(), REFUSED.slice(2)];
const ALL_GONE = NAMES.map((name): Outcome => (name === 'destroys all' ? [] : 'refused, as there are none'));
/** What is sent as planned: where the rules of others would be removed, and where they are kept. */
const PLANNED = [...UPDATES, put('all', 'theirs'), remove('managed', 'all')];
const PLANNED_BESIDE = [...UPDATES, remove('managed'), remove('managed', 'all')];

type Document = Readonly<Record<string, unknown>> & { readonly ref?: string };
type Rules = readonly [all: Document, managed: Document, theirs: Document];

const withOverrides = (managed: Document, rules: readonly object[] | undefined): Document => ({
  ...managed,
  action_parameters: { id: MANAGED, ...(rules && rules.length > 0 && { overrides: { rules } }) },
});
const FURTHER = [{ x_rule: 1 }, { x_parameter: 2 }, { x_all: 3 }, { x_one: 4 }] as const;

/** What others do, and what then comes of each plan; and of each that keeps the rules of others. */
const ROWS: Readonly<
  Record<string, readonly [(rules: Rules, at: number) => readonly object[], ...(readonly Outcome[])[]]>
> = {
  'save all as it is': [(rules) => rules, PLANNED, PLANNED_BESIDE],
  'do the same': [
    ([all, managed, theirs], at) =>
      at < 3 ? [all, withOverrides(managed, overrides()[at]), theirs] : at === 3 ? [all, theirs] : [theirs],
    DONE,
    DONE,
  ],
  'change the override to a third value': [
    ([all, managed, theirs]) => [
      all,
      withOverrides(managed, [{ id: SCANNER, action: 'js_challenge' }]),
      theirs,
    ],
    REFUSED,
    REFUSED,
  ],
  'set what cannot be expressed of the rule': [
    ([all, managed, theirs]) => {
      const [inRule, inParameters, inOverrides, inOverride] = FURTHER;
      const logs = { ...inOverrides, rules: [{ id: SCANNER, action: 'log', ...inOverride }] };
      return [
        all,
        { ...managed, action_parameters: { id: MANAGED, overrides: logs, ...inParameters }, ...inRule },
        theirs,
      ];
    },
    [...updates(...FURTHER), 'refused', 'refused'],
    [...updates(...FURTHER), 'refused', 'refused'],
  ],
  'give the rule a mark of theirs': [
    ([all, managed, theirs]) => [all, { ...managed, ref: 'taken' }, theirs],
    [...updates({ ref: 'taken' }), put('all', 'theirs'), 'refused'],
    [...REFUSED_UPDATES, [], remove('all')],
  ],
  'reorder the rules': [([all, managed, theirs]) => [managed, all, theirs], REFUSED, REFUSED],
  'delete one': [
    ([, managed, theirs]) => [managed, theirs],
    [...REFUSED_UPDATES, 'refused', remove('managed')],
    [...REFUSED_UPDATES, 'refused', remove('managed')],
  ],
  'delete all': [([, , theirs]) => [theirs], ALL_GONE, ALL_GONE],
  'move theirs to the first place': [
    ([all, managed, theirs]) => [theirs, all, managed],
    [...UPDATES, put('theirs', 'all'), 'refused'],
    PLANNED_BESIDE,
  ],
  'move theirs between the rules': [
    ([all, managed, theirs]) => [all, theirs, managed],
    [...UPDATES, put('all', 'theirs'), 'refused'],
    PLANNED_BESIDE,
  ],
  'change theirs': [
    ([all, managed, theirs]) => [all, managed, { ...theirs, expression: 'not ssl' }],
    REFUSED,
    PLANNED_BESIDE,
  ],
  'add one more': [
    ([all, managed, theirs]) => [all, managed, { ...THEIRS, ref: 'more' }, theirs],
    REFUSED,
    PLANNED_BESIDE,
  ],
  'delete theirs': [([all, managed]) => [all, managed], REFUSED, PLANNED_BESIDE],
};

let emulator: RunningEmulator;
beforeAll(async () => {
  const rulesets = [{ phase: PHASE, rules: [{ ref: 'theirs', ...THEIRS }] }];
  const zone = { id: ZONE, name: 'shop.example', migration: { state: 'finished' }, rulesets };
  const seed = { zones: [zone], credentials: { tokens: [{ token: TOKEN }] } };
  emulator = await startEmulator({ settings: { model: 'today' }, seed: seed as never });
});
afterAll(() => emulator.close());

/** Somebody saves all rules of the zone. */
const edit = (act: (rules: Rules) => readonly object[]): void =>
  void emulator.control.editRuleset(ZONE, PHASE, (draft) => {
    draft.rules = act(draft.rules as unknown as Rules) as typeof draft.rules;
  });
const ids = (): readonly string[] =>
  emulator.control.zone(ZONE).rulesets[0]?.rules?.map(({ id }) => `${id}`) ?? [];

/** The requests that write so far. */
function writes([all = '', managed = '', theirs = '']: readonly string[]): readonly unknown[] {
  const names = new Map([[all, 'all'], [managed, 'managed'], [theirs, 'theirs']]); // prettier-ignore
  return emulator.control.journal().flatMap(({ method, path, body }) => {
    const named = [...names].reduce((text, [id, name]) => text.replaceAll(id, name), JSON.stringify(body));
    const sent: unknown = JSON.parse(named.replace(/zonewright-(?:[0-9a-f]{24}|of-team-)/g, 'own'));
    return method === 'GET' ? [] : [[method, names.get(path.split('/').at(-1) ?? '') ?? 'rules', sent]];
  });
}

const calls = () => objectCalls(managedRulesSchema, emulator);
const configOf = (mode: keyof typeof MODES, rules: readonly object[] | null) =>
  rules && { zone_id: ZONE, ...MODES[mode], rules };

/** The object with the first declaration, and the rule of others behind its own. */
async function made(mode: keyof typeof MODES): Promise<Stored> {
  emulator.control.reset();
  const first = configOf(mode, declared(LOGS));
  const { stored } = await calls().apply(NOTHING, first, await calls().plan(NOTHING, first));
  edit((rules) => rules.toSorted((one, other) => +(one.ref === 'theirs') - +(other.ref === 'theirs')));
  return calls().read(stored);
}

describe.each(['remove', 'keep'] as const)('with others = "%s", since a plan was made, others', (mode) => {
  const config = (rules: readonly object[] | null) => configOf(mode, rules);
  let stored: Stored;
  let plans: readonly Planned[];
  let before: Snapshot;
  beforeAll(async () => {
    stored = await made(mode);
    plans = await Promise.all(NAMES.map((name) => calls().plan(stored, config(PLANS[name] ?? null))));
    before = emulator.control.snapshot();
  });

  const IN = `zone shop.example (${ZONE})`;
  /** What is said of an outcome. */
  const saidOf = (name: string, outcome: Outcome): readonly string[] => {
    const [destroys, isAlone] = [name === 'destroys all', mode === 'remove'];
    const rules = `The managed rules of ${destroys || isAlone ? '' : 'the owner "team" of '}${IN}`;
    const isGone = outcome === 'refused, as there are none';
    if (typeof outcome === 'string')
      return [`error: ${rules} changed since this plan was made${isGone ? ': there are none now' : ''}.`];
    return destroys && isAlone && outcome.length > 0
      ? [`warning: Z${IN.slice(1)} still has managed rules.`]
      : [];
  };

  test.each(Object.entries(ROWS))('%s', async (what, [act, alone = [], beside = []]) => {
    const came: unknown[] = [];
    const expected: unknown[] = [];
    for (const [at, name] of NAMES.entries()) {
      emulator.control.restore(before);
      const names = ids();
      edit((rules) => act(rules, at));
      emulator.control.clearJournal();
      const plan = plans[at] as Planned;
      const { said } = await calls().apply(stored, config(PLANS[name] ?? null), plan);
      came.push([`${name}, ${what}`, plan.diagnostics, writes(names), said]);
      const outcome = (mode === 'remove' ? alone : beside)[at] ?? 'refused';
      expected.push([
        `${name}, ${what}`,
        [],
        typeof outcome === 'string' ? [] : outcome,
        saidOf(name, outcome),
      ]);
    }
    expect(came).toEqual(expected);
  });
});

/** A plan that turns others = "keep" on or off shows which rules of others stay: what changes them is in its way, too. */
const NOT_IN_THE_WAY = [
  'save all as it is',
  'set what cannot be expressed of the rule',
  'move theirs to the first place',
  'move theirs between the rules',
];
const TURNS = [
  ['remove', 'keep', [...NOT_IN_THE_WAY, 'give the rule a mark of theirs']],
  ['keep', 'remove', NOT_IN_THE_WAY],
] as const;

describe.each(TURNS)('since a plan that turns others = "%s" into "%s", others', (from, to, isDone) => {
  let stored: Stored;
  let plan: Planned;
  let before: Snapshot;
  const config = configOf(to, PLANS['removes the override'] ?? null);
  beforeAll(async () => {
    stored = await made(from);
    plan = await calls().plan(stored, config);
    before = emulator.control.snapshot();
  });

  test.each(Object.entries(ROWS))('%s', async (what, [act]) => {
    emulator.control.restore(before);
    edit((rules) => act(rules, 2));
    emulator.control.clearJournal();
    const { said } = await calls().apply(stored, config, plan);
    const sent = emulator.control.journal().filter(({ method }) => method !== 'GET');
    expect([said, sent.length > 0]).toEqual(
      isDone.includes(what)
        ? [[], true]
        : [[expect.stringMatching(/^error: .* since this plan was made/)], false],
    );
  });
});
