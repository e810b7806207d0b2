import { isDeepStrictEqual } from 'node:util';
import { startEmulator, type JournalEntry, type RunningEmulator } from '../../../../emulator';
import { managedRulesSchema } from '../../../../schema';
import { finishedZone, PHASE, ZONE } from '../../../e2e/managed-zone';
import {
  addByHand,
  beforeWrite,
  exception,
  held,
  heldBy,
  keeping,
  PLATFORM,
  undisturbed,
  whileSent,
  writes,
  type Watched,
} from '../../../e2e/owners';
import { inLane } from '../../../support/lane';
import { mulberry32 } from '../../../support/mulberry32';
import { TOKEN } from '../../api/emulated-zone';
import type { Plain } from '../../sdk/framework/plain';
import { NOTHING, objectCalls, type ObjectCalls } from '../stored-object';

/** Managed rules of several owners in one zone: each with `others = "keep"`, a state and a process of its own. */

let all: Watched;
let calls: ObjectCalls;
let answering: (entry: JournalEntry) => void = () => undefined;
const control = (): RunningEmulator['control'] => all.service.emulator.control;

beforeAll(async () => {
  const seed = { zones: [finishedZone('shop')], credentials: { tokens: [{ token: TOKEN }] } };
  const settings = { model: 'today', rateLimit: 0 } as const;
  const onRequest = (entry: JournalEntry): void => answering(entry);
  all = { service: { emulator: await startEmulator({ seed, settings, wait: whileSent, onRequest }) } };
  calls = objectCalls(managedRulesSchema, all.service.emulator);
});
afterAll(() => all.service.emulator.close());

type Block = Plain | null;

/** The state of a team, and what it declares. */
class Team {
  #stored = NOTHING;

  /** What is there now, and what becomes of it. */
  async plan(block: Block) {
    const stored = this.#stored.state ? await calls.read(this.#stored) : NOTHING;
    const now = stored.state ? stored : NOTHING;
    const plan = await calls.plan(now, block);
    const errors = plan.diagnostics.flatMap(({ severity, summary }) => (severity === 'error' ? summary : []));
    return { now, plan, errors, isEmpty: isDeepStrictEqual(plan.planned, now.state) };
  }

  /** Plans and applies. @returns the errors @param act what somebody does between the two */
  async apply(block: Block, act: () => unknown = () => undefined): Promise<readonly string[]> {
    const { now, plan, errors, isEmpty } = await this.plan(block);
    await act();
    control().clearJournal();
    if (errors.length > 0) return errors;
    this.#stored = now;
    if (isEmpty) return [];
    const { stored, said } = await calls.apply(now, block, plan);
    this.#stored = stored;
    return said.filter((one) => one.startsWith('error: '));
  }

  /** Applies in a process that is killed once a write is done, and before the state has it. @returns whether it was */
  async killedAfter(nth: number, block: Block): Promise<boolean> {
    let sent = 0;
    answering = ({ method }) => {
      if (method !== 'GET' && (sent += 1) === nth)
        control().faults.put([{ effect: { kind: 'cut', moment: 'before-write' } }]);
    };
    const stored = this.#stored;
    await this.apply(block);
    const isKilled = sent >= nth;
    if (isKilled) this.#stored = stored;
    answering = () => undefined;
    control().faults.clear();
    return isKilled;
  }
}

let platform: Team;
let product: Team;
beforeEach(() => {
  control().reset();
  undisturbed(all);
  [platform, product] = [new Team(), new Team()];
});

const [X, Y, W, Z] = [exception('x'), exception('y'), exception('w'), exception('y', 'z')] as const;
const first = (rules: readonly object[], owner = 'product'): Plain =>
  keeping(owner, rules, { placement: 'first' }) as Plain;
const [MAKES, SETS, DELETES] = ['rules.create', 'rules.update', 'rules.delete'] as const;
const PLATFORM_HAS = ['platform: managed', 'platform: core'];

/** What the product team declares before and then, each request that this sends, and what is before the rules of others. */
type Change = readonly [from: Block, to: Block, sends: readonly string[], has: readonly string[]];
const CHANGES: Readonly<Record<string, Change>> = {
  created: [null, first([X, Y]), [MAKES, MAKES], ['product: x x', 'product: y y']],
  changed: [first([X, Y]), first([X, Z]), [SETS], ['product: x x', 'product: y z']],
  'given one more in between': [
    ...([first([X, Y]), first([X, W, Y]), [MAKES]] as const),
    ['product: x x', 'product: w w', 'product: y y'],
  ],
  'left with one': [first([X, Y]), first([X]), [DELETES], ['product: x x']],
  reordered: [first([X, Y]), first([Y, X]), [SETS], ['product: y y', 'product: x x']],
  renamed: [first([X, Y]), first([X, exception('w', 'y')]), [SETS], ['product: x x', 'product: w y']],
  'given another owner': [first([X, Y]), first([X, Y], 'shop'), [SETS, SETS], ['shop: x x', 'shop: y y']],
  'moved before those of others': [
    ...([keeping('product', [X, Y]) as Plain, first([X, Y]), [SETS, SETS]] as const),
    ['product: x x', 'product: y y'],
  ],
  'changed in every way': [
    ...([first([X, Y]), first([Z, W]), [SETS, MAKES, DELETES]] as const),
    ['product: y z', 'product: w w'],
  ],
  destroyed: [first([X, Y]), null, [DELETES, DELETES], []],
};

/** The platform team's rules, what the product team had, and then a rule by hand. */
async function begin(from: Block): Promise<void> {
  expect([await platform.apply(PLATFORM as Plain), await product.apply(from)]).toEqual([[], []]);
  addByHand(all, 'theirs');
}

/** The zone has these rules before those of others, and neither team has anything left to do. */
async function expectRest(to: Block, has: readonly string[], ...late: readonly string[]): Promise<void> {
  undisturbed(all);
  expect(held(all)).toEqual([...has, ...PLATFORM_HAS, 'others: theirs theirs', ...late]);
  const plans = [await platform.plan(PLATFORM as Plain), ...(to ? [await product.plan(to)] : [])];
  expect(plans.filter(({ isEmpty }) => !isEmpty)).toEqual([]);
}

const MOMENTS = Object.entries(CHANGES).flatMap(([how, [from, to, sends, has]]) =>
  sends.map((operation, index) => ({
    ...{ from, to, sends, has, operation, nth: index + 1 },
    moment: `${how}, request ${index + 1} (${operation})`,
  })),
);

test.each(MOMENTS)(
  'an owner has one request for each rule, and what others write right before one stays: $moment',
  async ({ from, to, sends, has, nth }) => {
    await begin(from);
    beforeWrite(all, nth, () => addByHand(all, 'late'));
    expect([await product.apply(to), writes(all)]).toEqual([[], sends]);
    await expectRest(to, has, 'others: late late');
  },
);

test.each(MOMENTS)(
  'an answer that is lost leaves nothing undone, and nothing done twice: $moment',
  async ({ from, to, sends, has, nth, operation }) => {
    await begin(from);
    const match = { operation: `rulesets.${operation}` };
    const before = sends.slice(0, nth).filter((one) => one === operation).length;
    control().faults.put([{ match, nth: before, effect: { kind: 'cut', moment: 'after-write' } }]);
    // A destroy repeats its request, which the client of these tests never does by itself.
    expect(await product.apply(to)).toHaveLength(to ? 0 : 1);
    expect(await product.apply(to)).toEqual([]);
    await expectRest(to, has);
  },
);

test.each(MOMENTS)('a run that is killed is finished by the next one: $moment', async (row) => {
  const { from, to, sends, has, nth } = row;
  await begin(from);
  expect(await product.killedAfter(nth, to)).toBe(true);
  expect(await product.apply(to)).toEqual([]);
  // Nobody knows of a new object that it is there with all of its rules: it is no new one then.
  expect(writes(all)).toEqual(sends.slice(nth));
  await expectRest(to, has);
});

test('a ruleset that another state makes is used, and both have their rules', async () => {
  beforeWrite(all, 1, async () => {
    undisturbed(all);
    expect(await product.apply(first([X, Y]))).toEqual([]);
  });
  expect(await platform.apply(PLATFORM as Plain)).toEqual([]);
  expect(held(all)).toEqual(['product: x x', 'product: y y', ...PLATFORM_HAS]);
  expect(await product.plan(first([X, Y]))).toMatchObject({ isEmpty: true });
});

type Rules = readonly { readonly ref?: string }[];
const save = (change: (rules: Rules) => readonly object[]): unknown =>
  control().editRuleset(ZONE, PHASE, (draft) => void (draft.rules = change(draft.rules) as never));
const withY = (act: (y: object) => readonly object[]) => (): unknown =>
  save((rules) => rules.flatMap((rule) => (rule.ref?.endsWith('--y') ? act(rule) : [rule])));

const XZ = exception('x', 'z');
const SINCE = 'changed since this plan was made.';

test.each<readonly [string, Block, () => unknown, string | null, readonly string[]]>([
  ['deletes before the object does is deleted', first([XZ]), withY(() => []), null, ['x z']],
  ['deletes while another one is sent is not made again', first([XZ, Y]), withY(() => []), SINCE, ['x z']],
  [
    'edits while another one is sent is not overwritten',
    first([XZ, Y]),
    withY((y) => [{ ...y, expression: 'ssl' }]),
    SINCE,
    ['x z', 'y'],
  ],
])('a rule that somebody %s', async (_what, to, act, error, has) => {
  await begin(first([X, Y]));
  beforeWrite(all, 1, act);
  expect(await product.apply(to)).toEqual(error ? [expect.stringContaining(error)] : []);
  expect(heldBy(all, 'product')).toEqual(has);
  undisturbed(all);
  expect([await product.apply(to), (await product.plan(to)).isEmpty]).toEqual([[], true]);
});

const TAKEN = 'The owner "platform" has other rules in zone shop.example';
const REMOVE = { zone_id: ZONE, rules: [X] };

test.each<readonly [string, Block, () => unknown, string]>([
  [
    'to an owner that has other rules',
    first([X], 'platform'),
    () => platform.apply(PLATFORM as Plain),
    TAKEN,
  ],
  ['that removes the rules of others, who have changed them', REMOVE, () => addByHand(all, 'late'), SINCE],
])('a change is refused %s since the plan', async (_what, to, act, error) => {
  await begin(first([X]));
  await platform.apply(null);
  expect(await product.apply(to, act)).toEqual([expect.stringContaining(error)]);
  expect([heldBy(all, 'product'), writes(all)]).toEqual([['x x'], []]);
});

test.each<readonly [string, (rules: Rules) => readonly unknown[], readonly string[], readonly string[]]>([
  [
    'rules of others between those of the object are no change',
    ([x, y, managed, core, theirs]) => [core, x, { ...managed, enabled: false }, y, theirs],
    [],
    ['platform: core', 'product: x x', 'platform: managed', 'product: y y', 'others: theirs theirs'],
  ],
  [
    'another order of the object is put back among its own alone',
    ([x, y, managed, core, theirs]) => [y, managed, x, core, theirs],
    [SETS],
    ['platform: managed', 'product: x x', 'product: y y', 'platform: core', 'others: theirs theirs'],
  ],
])('%s', async (_what, act, sends, has) => {
  await begin(first([X, Y]));
  save((rules) => act(rules) as readonly object[]);
  expect([await product.apply(first([X, Y])), writes(all), held(all)]).toEqual([[], sends, has]);
});

/** Random rounds, in which runs are killed at any write: no rule is lost, and none is there twice. */
async function round(seed: number): Promise<void> {
  const draw = mulberry32(seed);
  const below = (most: number): number => draw() % most;
  const teams = [platform, product].map((team, at) => ({
    ...{ team, name: `team-${at}`, owner: `team-${at}`, block: null as Block, has: [] as readonly string[] },
    /** Whether its rules get a mark: what a killed run left of them is taken over as it was declared. */
    isBegun: false,
  }));
  let byHand = 0;
  for (let step = 0; step < 6; step += 1) {
    const one = teams[below(2)] as (typeof teams)[0];
    if (!one.isBegun) {
      const rules = ['a', 'b', 'c', 'd', 'e']
        .filter(() => below(2) === 0)
        .map((name) => [draw(), name] as const)
        .sort(([left], [right]) => left - right)
        .map(([order, name]) => ({ name, host: `${one.name}${order % 3}` }));
      const before = one.owner;
      if (one.has.length > 0 && below(5) === 0) one.owner = `${one.name}-${below(2)}`;
      const written = rules.map(({ name, host }) => exception(name, host));
      const placement = below(2) === 0 ? 'first' : 'last';
      one.block = rules.length > 0 ? (keeping(one.owner, written, { placement }) as Plain) : null;
      one.isBegun = one.has.length === 0 || one.owner !== before;
      one.has = rules.map(({ name, host }) => `${name} ${host}`);
    }
    if (below(2) === 0) {
      const isKilled = await one.team.killedAfter(1 + below(3), one.block);
      if (isKilled && below(2) === 0) addByHand(all, `by hand ${(byHand += 1)}`);
      if (isKilled) continue;
    } else expect(await one.team.apply(one.block)).toEqual([]);
    one.isBegun = false;
  }
  for (const { team, block } of teams) expect(await team.apply(block)).toEqual([]);
  const own = teams.map(({ owner, has }) => [heldBy(all, owner), has]);
  expect(own.map(([now]) => now)).toEqual(own.map(([, has]) => has));
  expect([heldBy(all, 'others').length, held(all).length]).toEqual([
    byHand,
    byHand + teams.reduce((sum, { has }) => sum + has.length, 0),
  ]);
  for (const { team, block } of teams)
    if (block) expect(await team.plan(block)).toMatchObject({ isEmpty: true });
}

const ROUNDS = Number(process.env['ZONEWRIGHT_TEST_ROUNDS'] ?? inLane({ share: 2, whole: 300 }));
test.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))('round %i', round);
