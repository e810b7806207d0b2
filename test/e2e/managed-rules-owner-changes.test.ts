import {
  addByHand,
  applied,
  beginAnew,
  declare,
  exception,
  held,
  heldBy,
  keeping,
  PLATFORM,
  rest,
  teams,
  writes,
  type Blocks,
  type Teams,
} from './owners';
import { CORE, executes, MANAGED, PHASE, ZONE } from './managed-zone';
import { printed } from './one-service';
import { rootModule } from '../support/workspace';

/** What is refused, announced, imported and handed over where several owners have managed rules in one zone. */

let all: Teams;
beforeAll(async () => {
  all = await teams();
});
beforeEach(() => beginAnew(all));

const [X, Y] = [exception('x'), exception('y')] as const;
/** A value that is known after apply. */
const LATER = '${terraform_data.later.output}';
const ALONE = { zone_id: ZONE, rules: [X, executes('managed', MANAGED)] };
const PLATFORM_HAS = ['platform: managed', 'platform: core'];
const product = (rules: readonly object[], more: object = {}): object =>
  keeping('product', rules, { placement: 'first', ...more });
const imported = (id: string): object => ({ import: [{ to: 'zone_managed_rules.one', id }] });
const moved = (from: string, to: string): object => ({ moved: [{ from, to }] });

/** What the product team plans, and what comes of it. */
interface Row {
  /** Without the rules of the platform team, which are applied first. */
  readonly alone?: true;
  /** What is applied before, and what is made by hand then, by hosts. */
  readonly before?: Blocks;
  readonly byHand?: readonly string[];
  /** Whether nothing of that is in the state. */
  readonly forgets?: true;
  readonly taints?: string;
  readonly now: Blocks;
  readonly more?: object;
  /** What LATER is. */
  readonly later?: string;
  readonly args?: readonly string[];
}

/** Writes what the product team declares now. */
function declareNow({ now, more, later }: Pick<Row, 'now' | 'more' | 'later'>): void {
  const terraform_data = later === undefined ? {} : { later: { input: later } };
  all.product.write('main.tf.json', rootModule({ zone_managed_rules: now, terraform_data } as never, more));
}

/** Begins with what is there before, and plans. */
async function planned(row: Row): Promise<{ exitCode: number; said: string }> {
  if (!row.alone) await platformApplied();
  if (row.before) await applied(all, all.product, row.before);
  for (const host of row.byHand ?? []) addByHand(all, host);
  if (row.forgets) all.product.write('terraform.tfstate', '');
  if (row.taints) await all.product.run(['taint', row.taints]);
  declareNow(row);
  const run = await all.product.plan({ out: 'saved.tfplan', args: row.args });
  return { exitCode: run.exitCode, said: printed(run) };
}

async function platformApplied(): Promise<void> {
  await applied(all, all.platform, { platform: PLATFORM });
}

const rulesNow = () =>
  all.service.emulator.control
    .zones()
    .find(({ id }) => id === ZONE)
    ?.rulesets.find(({ phase }) => phase === PHASE)?.rules ?? [];
const ids = (): readonly string[] => rulesNow().map(({ id }) => id);

/** No second one, and no warning. */
const ONE_ERROR = /^(?![^]*Warning: )(?![^]*Error: [^]*Error: )/;

const REFUSED: Readonly<Record<string, Row & { readonly says: readonly (string | RegExp)[] }>> = {
  'two resources with one owner': {
    now: { one: product([X]), other: product([Y]) },
    says: ['Two resources of this configuration have the owner "product" in zone shop.example'],
  },
  'one that keeps the rules of others beside one that does not': {
    now: { one: product([X]), other: ALONE },
    says: [
      /declare the managed rules of zone shop.example .*, and only one of them keeps the rules of others/,
    ],
  },
  'a managed ruleset that another owner deploys': {
    now: { one: product([executes('mine', CORE)]) },
    says: [`already executes the managed ruleset ${CORE}, and stays, because it is of the owner "platform".`],
  },
  'all rules of a zone, even exactly those of an owner': {
    now: { one: { zone_id: ZONE, rules: [executes('managed', MANAGED), executes('core', CORE)] } },
    says: [
      `Zone shop.example (${ZONE}) already has managed rules`,
      '- managed of platform: Cloudflare Managed Ruleset everywhere',
    ],
  },
  'a value of others that there is not, with that error alone': {
    before: { one: product([X]) },
    now: { one: product([X], { others: 'kept' }) },
    says: ['Error: "kept" is not an allowed value.', ONE_ERROR],
  },
  'an owner that has other rules in another state': {
    before: { one: keeping('shop', [Y]) },
    now: { one: keeping('platform', [Y]) },
    says: [
      'The owner "platform" has other rules in zone shop.example',
      'managed: Cloudflare Managed Ruleset',
      ONE_ERROR,
    ],
  },
  'two owners that are swapped': {
    before: { one: keeping('a', [X]), other: keeping('b', [Y]) },
    now: { one: keeping('b', [X]), other: keeping('a', [Y]) },
    says: ['The owner "b" has other rules', 'The owner "a" has other rules'],
  },
  'rules that swap their managed rulesets': {
    alone: true,
    before: { one: product([executes('m', MANAGED), executes('c', CORE)]) },
    now: { one: product([executes('m', CORE), executes('c', MANAGED)]) },
    says: ['The rules "m", "c" swap their managed rulesets, and a zone executes each once.'],
  },
  'a managed ruleset of an object that is forgotten, without a word of a swap': {
    alone: true,
    before: { one: product([executes('m', MANAGED), executes('c', CORE)]) },
    now: { other: keeping('other', [executes('m', MANAGED)]) },
    more: { removed: [{ from: 'zone_managed_rules.one', lifecycle: { destroy: false } }] },
    says: [/^(?![^]*swap)/],
  },
  'what says whether others go, where it is known only after apply': {
    before: { one: product([X]) },
    now: { one: { zone_id: ZONE, others: LATER, rules: [X] } },
    later: 'remove',
    says: ['others is known only after apply'],
  },
  'the import of rules that are not there': {
    now: { one: product([X]) },
    more: imported(`${ZONE}/product`),
    says: ['has no managed rules of the owner "product", so there is nothing to import.'],
  },
  'a new object with a part of the rules of its owner, with an import block': {
    before: { one: product([X, Y]) },
    forgets: true,
    now: { one: product([X]) },
    says: [/already has managed rules of the owner "product".*id = "[0-9a-f]{32}\/product"/],
  },
};

test.each(Object.entries(REFUSED))('the plan refuses %s', async (_what, { says, ...row }) => {
  const { exitCode, said } = await planned(row);
  const wrong = says.filter((one) => (typeof one === 'string' ? !said.includes(one) : !one.test(said)));
  expect([exitCode, wrong.length === 0 ? [] : [wrong, said]]).toEqual([1, []]);
});

const UNTOLD = /^(?![^]*"x" has no effect)/;
const HAS_NO_EFFECT = /The rule "x" has no effect.* set placement = "first"/;
const [UPDATE, CREATE] = ['rules.update', 'rules.create'];

interface Done extends Row {
  readonly says?: RegExp;
  readonly sends: readonly string[];
  readonly has: readonly string[];
  /** Whether all that was there before keeps its id. */
  readonly keeps?: true;
}

const DONE: Readonly<Record<string, Done>> = {
  'an owner that is known after apply': {
    now: { one: product([X], { owner: LATER }) },
    later: 'product',
    sends: [CREATE],
    has: ['product: x x', ...PLATFORM_HAS],
  },
  'a change to an owner that is known after apply': {
    alone: true,
    before: { one: product([X]) },
    now: { one: product([X], { owner: LATER }) },
    later: 'shop',
    sends: [UPDATE],
    has: ['shop: x x'],
    keeps: true,
  },
  'a managed ruleset that another rule gives up': {
    alone: true,
    before: { one: product([executes('m', MANAGED), executes('c', CORE)]) },
    now: { one: product([executes('m', CORE)]) },
    sends: ['rules.delete', UPDATE],
    has: ['product: m'],
  },
  'a tainted object with all rules that is made anew with others = "keep"': {
    alone: true,
    before: { one: { zone_id: ZONE, rules: [X, executes('m', MANAGED)] } },
    taints: 'zone_managed_rules.one',
    now: { one: keeping('b', [X, executes('m', MANAGED)]) },
    sends: [CREATE, CREATE, 'rules.delete', 'rules.delete'],
    has: ['b: x x', 'b: m'],
  },
  'a renamed resource that gets another owner: a new one beside the old one': {
    before: { one: product([X]) },
    now: { two: keeping('shop', [X]) },
    sends: [CREATE, 'rules.delete'],
    has: [...PLATFORM_HAS, 'shop: x x'],
  },
  'an import of all rules with keep: those that are not declared stay': {
    alone: true,
    byHand: ['x', 'theirs'],
    now: { one: keeping('product', [X]) },
    more: imported(ZONE),
    sends: [UPDATE],
    has: ['product: x x', 'others: theirs theirs'],
  },
  'a change to remove: each rule of others is named': {
    before: { one: product([X]) },
    now: { one: { zone_id: ZONE, rules: [X] } },
    says: /this plan removes 2 of others.*Cloudflare Managed Ruleset everywhere.*Cloudflare OWASP Core Ruleset/,
    sends: ['update'],
    has: ['marked: x x'],
  },
  'a change of an exception before what it skips': {
    before: { one: product([X]) },
    now: { one: product([exception('x', 'z')]) },
    sends: [UPDATE],
    has: ['product: x z', ...PLATFORM_HAS],
    says: UNTOLD,
  },
  'a placement behind the rules that exceptions skip': {
    before: { one: product([X, Y]) },
    now: { one: keeping('product', [X, Y], { placement: 'last' }) },
    says: HAS_NO_EFFECT,
    sends: [UPDATE, UPDATE],
    has: [...PLATFORM_HAS, 'product: x x', 'product: y y'],
  },
};

test.each(Object.entries(DONE))('%s', async (_what, { says = /^/, sends, has, keeps, ...row }) => {
  const { exitCode, said } = await planned(row);
  expect([exitCode, says.test(said) || said]).toEqual([2, true]);
  const before = ids();
  all.service.emulator.control.clearJournal();
  const run = await all.product.apply({ planFile: 'saved.tfplan' });
  // What is destroyed and what is made beside it go to the service in an order of the engine's.
  expect([run.exitCode, [...writes(all)].sort(), held(all)]).toEqual([0, sends, has]);
  if (keeps) expect(ids()).toEqual(expect.arrayContaining(before));
  declareNow({ ...row, more: {} });
  // Removed rules of the platform team are what its next plan makes anew.
  const isKept = row.alone || has.includes('platform: core');
  await rest(isKept ? all : { ...all, platform: all.product });
});

test('a plan with what is known after apply names the rules of an owner that it removes', async () => {
  await applied(all, all.product, { one: { zone_id: ZONE, rules: [X] } });
  await platformApplied();
  declareNow({ now: { one: { zone_id: ZONE, rules: [{ ...X, description: LATER }] } }, later: 'new' });
  expect(printed(await all.product.plan())).toContain('- managed of platform: Cloudflare Managed Ruleset');
});

test('rules with the mark of an owner are imported by the zone and the owner', async () => {
  const one = keeping('product', [X, Y]);
  const row = { before: { one: product([X, Y]) }, forgets: true, now: { one } } as const;
  await planned({ ...row, more: imported(`${ZONE}/product`) });
  await all.product.applied();
  expect(await all.product.attributes('zone_managed_rules.one')).toMatchObject({
    ...{ others: 'keep', owner: 'product', rules: [{ name: 'x' }, { name: 'y' }] },
    other_rules: [
      { action: 'execute', owner: 'platform', reason: null },
      { action: 'execute', owner: 'platform', reason: null },
    ],
  });
  await rest(all);
});

test('rules of an owner stay when an object with all rules of the zone is imported and destroyed', async () => {
  await platformApplied();
  addByHand(all, 'theirs');
  declare(all.product, { one: ALONE });
  const run = await all.product.run(['import', 'zone_managed_rules.one', ZONE]);
  expect(printed(run)).toContain('- managed of platform: Cloudflare Managed Ruleset everywhere');
  declare(all.product, {});
  await all.product.applied();
  expect(held(all)).toEqual(PLATFORM_HAS);
});

test('objects that are replaced beside others have their rules afterwards, and the others theirs', async () => {
  const last = keeping('last', [X], { lifecycle: { create_before_destroy: true } });
  const blocks = { platform: PLATFORM, one: product([X, Y]), last };
  await applied(all, all.product, blocks);
  declare(all.product, blocks, { provider: { zone: { proof: 'on' } } });
  await all.product.run(['taint', 'zone_managed_rules.one']);
  const args = ['platform', 'last'].map((name) => `-replace=zone_managed_rules.${name}`);
  await all.product.applied({ args });
  const rules = [['x x', 'y y'], ['managed', 'core'], ['x x']];
  expect(['product', 'platform', 'last'].map((owner) => heldBy(all, owner))).toEqual(rules);
  await rest(all);
});

test('a second team is told where another configuration has all rules of the zone', async () => {
  await applied(all, all.platform, { all: { zone_id: ZONE, rules: [Y] } });
  const { said } = await planned({ alone: true, now: { one: keeping('product', [X]) } });
  expect(said).toMatch(
    /Another configuration has all managed rules of zone shop.example.* - skips .*First let it/,
  );
  await all.product.applied();
  declare(all.platform, { all: { zone_id: ZONE, rules: [Y] } });
  expect(printed(await all.platform.plan())).toContain('- x of product: skip');
});

describe('a change of others', () => {
  test('to keep leaves what is not declared, and rules of others by names that are declared', async () => {
    await applied(all, all.platform, { all: { zone_id: ZONE, rules: [X] } });
    await applied(all, all.product, { one: keeping('product', [Y]) });
    addByHand(all, 'theirs');
    const blocks = { all: keeping('platform', [X, exception('y', 'mine')]) };
    declare(all.platform, blocks);
    expect(printed(await all.platform.plan())).toMatch(
      /keeps managed rules that are not declared: others = "keep".* - .*theirs.*They are in other_rules then/,
    );
    expect(await applied(all, all.platform, blocks)).toEqual([UPDATE, CREATE]);
    expect(held(all)).toEqual(['platform: x x', 'product: y y', 'others: theirs theirs', 'platform: y mine']);
    await rest(all);
  });

  test('comes with a hand-over of what a migration has saved', async () => {
    const { control } = all.service.emulator;
    const saved = { action: 'execute', expression: 'true', action_parameters: { id: MANAGED } };
    control.saveRuleset(ZONE, PHASE, { rules: [saved] } as never);
    addByHand(all, 'theirs');
    const before = ids();
    const migration = { zone_id: ZONE, target_state: 'finished', acknowledge_irreversible: ZONE };
    all.product.write('main.tf.json', rootModule({ zone_managed_rules_migration: { one: migration } }));
    await all.product.applied();
    const one = keeping('product', [executes('managed', MANAGED), exception('x', 'theirs')]);
    declare(all.product, { one }, moved('zone_managed_rules_migration.one', 'zone_managed_rules.one'));
    await all.product.applied();
    expect([held(all), ids()]).toEqual([['product: managed', 'product: x theirs'], before]);
    await rest(all);
  });
});

test('rules of others cost no request: a change reads once, once more before its write, and a proof asks about that alone', async () => {
  const { control } = all.service.emulator;
  await platformApplied();
  await applied(all, all.product, { one: product([X, Y]) });
  addByHand(all, 'theirs');
  const now = { one: product([X, exception('y', 'z')]) };
  control.clearJournal();
  await planned({ alone: true, now, more: { provider: { zone: { proof: 'on' } } } });
  const dry = control.journal().filter(({ query }) => query['dry_run']?.includes('true'));
  expect(dry.map(({ operation }) => operation)).toEqual(['rulesets.rules.update']);
  await applied(all, all.product, now);
  const read = 'rulesets.entrypoint.get';
  const requests = control.journal().map(({ operation }) => operation);
  expect(requests).toEqual([read, read, 'rulesets.rules.update']);
});
