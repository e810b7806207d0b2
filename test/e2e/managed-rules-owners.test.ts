import { inLane } from '../support/lane';
import {
  addByHand,
  applied,
  beforeWrite,
  beginAnew,
  declare,
  exception,
  held,
  heldBy,
  keeping,
  killedAt,
  PLATFORM,
  rest,
  teams,
  undisturbed,
  type Blocks,
  type Teams,
} from './owners';
import { LOST } from './lifecycle/scene';

/** Managed rules of several owners in one zone: each with `others = "keep"`, in one state or in several. */

let all: Teams;
beforeAll(async () => {
  all = await teams('workspace');
});
beforeEach(() => beginAnew(all));

const [X, Y, W] = ['x', 'y', 'w'].map((name) => exception(name));
const both = [X, Y] as const as readonly object[];
const product = (rules: readonly object[], more: object = {}, owner = 'product'): Blocks => ({
  product: keeping(owner, rules, { placement: 'first', ...more }),
});

interface Change {
  /** What is applied before; nothing unless it is said. */
  readonly from?: Blocks;
  readonly to: Blocks;
  readonly sends: readonly string[];
  /** The rules of the owner then. */
  readonly has: readonly string[];
  readonly owner?: string;
}

/** A change of the product team's rules beside those of others, and each request that it sends. */
const CHANGES: Readonly<Record<string, Change>> = {
  created: { to: product(both), sends: ['rules.create', 'rules.create'], has: ['x x', 'y y'] },
  changed: {
    from: product(both),
    to: product([X ?? {}, exception('y', 'z')]),
    sends: ['rules.update'],
    has: ['x x', 'y z'],
  },
  'given one more in between': {
    from: product(both),
    to: product([X ?? {}, W ?? {}, Y ?? {}]),
    sends: ['rules.create'],
    has: ['x x', 'w w', 'y y'],
  },
  'left with one': { from: product(both), to: product([X ?? {}]), sends: ['rules.delete'], has: ['x x'] },
  reordered: {
    from: product(both),
    to: product([Y ?? {}, X ?? {}]),
    sends: ['rules.update'],
    has: ['y y', 'x x'],
  },
  renamed: {
    from: product(both),
    to: product([X ?? {}, exception('w', 'y')]),
    sends: ['rules.update'],
    has: ['x x', 'w y'],
  },
  'given another owner': {
    from: product(both),
    to: product(both, {}, 'shop'),
    sends: ['rules.update', 'rules.update'],
    has: ['x x', 'y y'],
    owner: 'shop',
  },
  'changed in every way': {
    from: product(both),
    to: product([exception('y', 'z'), W ?? {}]),
    sends: ['rules.update', 'rules.create', 'rules.delete'],
    has: ['y z', 'w w'],
  },
  destroyed: { from: product(both), to: {}, sends: ['rules.delete', 'rules.delete'], has: [] },
};
const rows = Object.entries(CHANGES).map(([name, change]) => ({ name, ...change }));

const KEPT = { from: ['managed', 'core'], by: ['theirs theirs'] } as const;

/** The platform team's rules, a rule by hand, and then what the product team had. */
async function begin({ from }: Change): Promise<void> {
  await applied(all, all.platform, { platform: PLATFORM });
  addByHand(all, 'theirs');
  if (from) await applied(all, all.product, from);
}

function expectKept(): void {
  expect([heldBy(all, 'platform'), heldBy(all, 'others')]).toEqual([KEPT.from, KEPT.by]);
}

describe('the rules of an owner', () => {
  test.each(rows)('in a state of their own are $name: one request for each', async (change) => {
    await begin(change);
    expect(await applied(all, all.product, change.to)).toEqual(change.sends);
    expect(heldBy(all, change.owner ?? 'product')).toEqual(change.has);
    expectKept();
    await rest(all);
  });

  test.each(rows)('beside those of another one in the same state are $name', async (change) => {
    await applied(all, all.product, { platform: PLATFORM, ...change.from });
    addByHand(all, 'theirs');
    expect(await applied(all, all.product, { platform: PLATFORM, ...change.to })).toEqual(change.sends);
    expect(heldBy(all, change.owner ?? 'product')).toEqual(change.has);
    expectKept();
    await rest(all);
  });

  test.each(rows)('through another alias of the provider are $name', async (change) => {
    const aliased = { provider: { zone: [{}, { alias: 'other' }] } };
    const under = (blocks: Blocks | undefined): Blocks =>
      Object.fromEntries(
        Object.entries(blocks ?? {}).map(([name, block]) => [name, { ...block, provider: 'zone.other' }]),
      );
    declare(all.product, { platform: PLATFORM, ...under(change.from) }, aliased);
    await all.product.applied();
    addByHand(all, 'theirs');
    declare(all.product, { platform: PLATFORM, ...under(change.to) }, aliased);
    await all.product.applied();
    expect(heldBy(all, change.owner ?? 'product')).toEqual(change.has);
    expectKept();
    await rest(all);
  });
});

const moments = rows.flatMap((change) =>
  change.sends.map((operation, index) => ({
    ...{ change, operation, nth: index + 1 },
    moment: `${change.name}, request ${index + 1} (${operation})`,
  })),
);

describe('between the last look and a request', () => {
  test.each(moments)('what others write stays: $moment', async ({ change, nth }) => {
    await begin(change);
    beforeWrite(all, nth, () => addByHand(all, 'late'));
    expect(await applied(all, all.product, change.to)).toEqual(change.sends);
    undisturbed(all);
    expect(heldBy(all, 'others')).toEqual(['theirs theirs', 'late late']);
    expect([heldBy(all, change.owner ?? 'product'), heldBy(all, 'platform')]).toEqual([
      change.has,
      KEPT.from,
    ]);
    await rest(all);
  });

  test('a ruleset that another state makes is used, and both have their rules', async () => {
    declare(all.platform, { platform: PLATFORM });
    beforeWrite(all, 1, async () => {
      undisturbed(all);
      await applied(all, all.product, product(both));
    });
    await all.platform.applied();
    expect(held(all)).toEqual(['product: x x', 'product: y y', 'platform: managed', 'platform: core']);
    await rest(all);
  });
});

describe('an answer that is lost', () => {
  test.each(moments)('leaves nothing undone, and nothing done twice: $moment', async (row) => {
    const { change, operation, nth } = row;
    await begin(change);
    const before = change.sends.slice(0, nth).filter((one) => one === operation).length;
    all.service.emulator.control.faults.put([
      { match: { operation: `rulesets.${operation}` }, nth: before, ...LOST },
    ]);
    await applied(all, all.product, change.to);
    expect(heldBy(all, change.owner ?? 'product')).toEqual(change.has);
    expectKept();
    await rest(all);
  });
});

describe('a run that is killed', () => {
  let killed: Teams;
  beforeAll(async () => {
    killed = await teams('engine');
  });

  test.each(
    moments.flatMap((row) =>
      inLane({ share: [true], whole: [true, false] } as const).map((isDone) => ({
        ...row,
        ...{ isDone, outcome: isDone ? 'done' : 'lost' },
      })),
    ),
  )('is finished by the next one: $moment, which is $outcome', async ({ change, nth, isDone }) => {
    all = killed;
    beginAnew(all);
    await begin(change);
    declare(all.product, change.to);
    expect(await killedAt(all, all.product, nth, isDone)).toBe(true);
    await applied(all, all.product, change.to);
    expect(heldBy(all, change.owner ?? 'product')).toEqual(change.has);
    expectKept();
    await rest(all);
  });
});
