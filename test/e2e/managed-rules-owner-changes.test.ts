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
const PLATFORM_HAS = ['platform: managed', 'platform: core'];
const product = (rules: readonly object[], more: object = {}): object =>
  keeping('product', rules, { placement: 'first', ...more });
const moved = (from: string, to: string): object => ({ moved: [{ from, to }] });

/** What the product team plans, and what comes of it. */
interface Row {
  /** Without the rules of the platform team, which are applied first. */
  readonly alone?: true;
  /** What is applied before. */
  readonly before?: Blocks;
  readonly now: Blocks;
  readonly more?: object;
  /** What LATER is. */
  readonly later?: string;
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
  declareNow(row);
  const run = await all.product.plan({ out: 'saved.tfplan' });
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

const REFUSED: Readonly<Record<string, Row & { readonly says: readonly (string | RegExp)[] }>> = {
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
};

test.each(Object.entries(REFUSED))('the plan refuses %s', async (_what, { says, ...row }) => {
  const { exitCode, said } = await planned(row);
  const wrong = says.filter((one) => (typeof one === 'string' ? !said.includes(one) : !one.test(said)));
  expect([exitCode, wrong.length === 0 ? [] : [wrong, said]]).toEqual([1, []]);
});

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
  'a renamed resource that gets another owner: a new one beside the old one': {
    before: { one: product([X]) },
    now: { two: keeping('shop', [X]) },
    sends: [CREATE, 'rules.delete'],
    has: [...PLATFORM_HAS, 'shop: x x'],
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

test('a change of others comes with a hand-over of what a migration has saved', async () => {
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
