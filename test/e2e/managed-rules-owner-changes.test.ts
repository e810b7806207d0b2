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
  PLATFORM,
  rest,
  teams,
  undisturbed,
  type Blocks,
  type Teams,
} from './owners';
import { CORE, executes, MANAGED, PHASE, ZONE } from './managed-zone';
import { zoneIdOf } from './migrating-zones';
import { printed } from './one-service';
import { rootModule } from '../support/workspace';
import { ManagedRules, ZoneProvider } from '../../lib';
import { synth, testStack } from '../lib/synth';

/** What is refused, announced, imported and handed over where several owners have managed rules in one zone. */

let all: Teams;
beforeAll(async () => {
  all = await teams('workspace');
});
beforeEach(() => beginAnew(all));

const [X, Y] = [exception('x'), exception('y')] as const;
/** A value that is known after apply, and a configuration with it. */
const LATER = '${terraform_data.later.output}';
const withValue = (blocks: Blocks, input: string): Readonly<Record<string, Blocks>> => ({
  zone_managed_rules: blocks,
  terraform_data: { later: { input } },
});
const FORGOTTEN = { from: 'zone_managed_rules.one', lifecycle: { destroy: false } };
const ALONE = { zone_id: ZONE, rules: [X, executes('managed', MANAGED)] };
const product = (rules: readonly object[], more: object = {}): object =>
  keeping('product', rules, { placement: 'first', ...more });

/** The exit code of a plan of the product team, and what it prints. */
async function planned(blocks: Blocks, more: object = {}): Promise<{ exitCode: number; said: string }> {
  declare(all.product, blocks, more);
  const run = await all.product.plan();
  return { exitCode: run.exitCode, said: printed(run) };
}

async function platformApplied(): Promise<void> {
  await applied(all, all.platform, { platform: PLATFORM });
}

const ruleset = () =>
  all.service.emulator.control
    .zones()
    .find(({ id }) => id === ZONE)
    ?.rulesets.find(({ phase }) => phase === PHASE);
const ids = (): readonly string[] => ruleset()?.rules.map(({ id }) => id) ?? [];

describe('the plan refuses', () => {
  test.each<readonly [string, Blocks, string]>([
    [
      'two resources with one owner',
      { one: product([X]), other: product([Y]) },
      'Two resources of this configuration have the owner "product" in zone shop.example',
    ],
    [
      'one that keeps the rules of others beside one that does not',
      { one: product([X]), other: ALONE },
      'declare the managed rules of zone shop.example (fb54f3c5992b96d001bb16e8e92d968d), and only one of them keeps the rules of others',
    ],
    [
      'keep without an owner',
      { one: { ...ALONE, others: 'keep' } },
      'others is "keep", but there is no owner.',
    ],
    [
      'an owner without keep',
      { one: { ...ALONE, owner: 'a' } },
      'owner is set, but the rules of others are removed.',
    ],
    [
      'a placement without keep',
      { one: { ...ALONE, others: 'remove', placement: 'first' } },
      'placement is set, but the rules of others are removed.',
    ],
    ['an owner that is no name', { one: keeping('Team A', [X]) }, '"Team A" cannot be an owner.'],
    [
      'a managed ruleset that another owner deploys',
      { one: product([executes('mine', CORE)]) },
      'already executes the managed ruleset 4814384a9e5d4991b9815dcfc25d2f1f, and stays, because it is of the owner "platform".',
    ],
    [
      'all rules of a zone that has those of an owner',
      { one: ALONE },
      '- managed of platform: Cloudflare Managed Ruleset everywhere',
    ],
  ])('%s', async (_what, blocks, message) => {
    await platformApplied();
    const { exitCode, said } = await planned(blocks);
    expect([exitCode, said]).toEqual([1, expect.stringContaining(message)]);
  });

  test('a zone whose migration has not finished', async () => {
    const { exitCode, said } = await planned({ one: product([X], { zone_id: zoneIdOf('start') }) });
    expect([exitCode, said]).toEqual([
      1,
      expect.stringContaining('has not migrated to the new managed rules'),
    ]);
  });
});

describe('the plan of a change refuses', () => {
  const [M, C] = [executes('m', MANAGED), executes('c', CORE)];
  test.each<readonly [string, Blocks, Blocks, readonly string[]]>([
    [
      'an owner that has other rules in another state',
      { one: keeping('shop', [Y]) },
      { one: keeping('platform', [Y]) },
      ['The owner "platform" has other rules in zone shop.example', 'managed: Cloudflare Managed Ruleset'],
    ],
    [
      'two owners that are swapped',
      { one: keeping('a', [X]), other: keeping('b', [Y]) },
      { one: keeping('b', [X]), other: keeping('a', [Y]) },
      ['The owner "b" has other rules', 'The owner "a" has other rules'],
    ],
    [
      'the owner of another object with the same rules',
      { one: keeping('a', [X]), other: keeping('b', [X]) },
      { one: keeping('b', [X]), other: keeping('b', [X]) },
      ['Two resources of this configuration have the owner "b"'],
    ],
    [
      'a new object that is to have all rules, even exactly those of an owner',
      {},
      { one: { zone_id: ZONE, rules: [executes('managed', MANAGED), executes('core', CORE)] } },
      ['Zone shop.example (fb54f3c5992b96d001bb16e8e92d968d) already has managed rules'],
    ],
  ])('%s', async (_what, before, after, messages) => {
    await platformApplied();
    await applied(all, all.product, before);
    const kept = held(all);
    const { exitCode, said } = await planned(after);
    expect([exitCode, messages.filter((one) => !said.includes(one))]).toEqual([1, []]);
    expect(held(all)).toEqual(kept);
  });

  test.each([
    ['a value of others that there is not', { others: 'kept' }, 'Error: "kept" is not an allowed value.'],
    ['an owner that is taken', { owner: 'platform' }, 'Error: The owner "platform" has other rules'],
  ])('%s, with that error and nothing else', async (_what, wrong, message) => {
    await platformApplied();
    await applied(all, all.product, { one: product([X]) });
    const { exitCode, said } = await planned({ one: product([X], wrong) });
    const told = said.match(/Error: |Warning: /g);
    expect([exitCode, said, told]).toEqual([1, expect.stringContaining(message), ['Error: ']]);
  });

  test('rules that swap their managed rulesets', async () => {
    await applied(all, all.product, { one: product([M, C]) });
    const { exitCode, said } = await planned({ one: product([executes('m', CORE), executes('c', MANAGED)]) });
    expect([exitCode, said]).toEqual([
      1,
      expect.stringContaining(
        'The rules "m", "c" swap their managed rulesets, and a zone executes each once.',
      ),
    ]);
    const other = await planned({ other: keeping('other', [M]) }, { removed: [FORGOTTEN] });
    expect([other.exitCode, other.said]).toEqual([1, expect.not.stringContaining('swap')]);
  });

  test('but not one whose managed ruleset another rule gives up, also where it is proven', async () => {
    await applied(all, all.product, { one: product([M, C]) });
    const proven = { provider: { zone: { proof: 'on' } } };
    expect(await planned({ one: product([executes('m', CORE)]) }, proven)).toMatchObject({ exitCode: 2 });
    expect(await applied(all, all.product, { one: product([executes('m', CORE)]) })).toEqual([
      'rules.delete',
      'rules.update',
    ]);
    await rest(all);
  });
});

describe('a change of the owner', () => {
  test('that was interrupted goes on, also with a rule that executes', async () => {
    await applied(all, all.product, { one: keeping('a', [executes('m', MANAGED), X]) });
    const { faults } = all.service.emulator.control;
    const [before, match] = [ids(), { operation: 'rulesets.rules.update' }];
    faults.put([{ match, nth: 2, effect: { kind: 'answer', status: 403 } }]);
    declare(all.product, { one: keeping('b', [executes('m', MANAGED), X]) });
    expect(await all.product.apply()).toMatchObject({ exitCode: 1 });
    expect(held(all)).toEqual(['b: m', 'a: x x']);
    faults.clear();
    await all.product.applied();
    expect([held(all), ids()]).toEqual([['b: m', 'b: x x'], before]);
    await rest(all);
  });

  test('that is known after apply keeps the rules', async () => {
    await applied(all, all.product, { one: product([X]) });
    const before = ids();
    all.product.write('main.tf.json', rootModule(withValue({ one: product([X], { owner: LATER }) }, 'shop')));
    await all.product.applied();
    expect([held(all), ids()]).toEqual([['shop: x x'], before]);
    await rest(all);
  });
});

describe('a change to an owner that has other rules is refused', () => {
  const change = keeping('platform', [X]);
  test.each<readonly [string, () => Promise<{ readonly exitCode: number }>]>([
    [
      'where the owner is known after apply',
      () => {
        const one = { ...change, owner: LATER };
        all.product.write('main.tf.json', rootModule(withValue({ one }, 'platform')));
        return all.product.apply();
      },
    ],
    [
      'without a refresh',
      () => {
        declare(all.product, { one: change });
        return all.product.apply({ args: ['-refresh=false'] });
      },
    ],
    [
      'after the plan',
      async () => {
        await all.platform.destroy();
        declare(all.product, { one: change });
        await all.product.plan({ out: 'saved.tfplan' });
        await platformApplied();
        return all.product.apply({ planFile: 'saved.tfplan' });
      },
    ],
  ])('%s', async (_when, apply) => {
    await platformApplied();
    await applied(all, all.product, { one: product([X]) });
    expect(await apply()).toMatchObject({ exitCode: 1 });
    expect([...held(all)].sort()).toEqual(['platform: core', 'platform: managed', 'product: x x']);
  });
});

describe('a plan with what is known after apply', () => {
  test('is refused where that says whether others go', async () => {
    await applied(all, all.product, { one: product([X]) });
    const one = { zone_id: ZONE, others: LATER, rules: [X] };
    all.product.write('main.tf.json', rootModule(withValue({ one }, 'remove')));
    const run = await all.product.plan();
    const told = expect.stringContaining('others is known only after apply');
    expect([run.exitCode, printed(run)]).toEqual([1, told]);
  });

  test('names the rules of an owner that it removes', async () => {
    await applied(all, all.product, { one: { zone_id: ZONE, rules: [X] } });
    await platformApplied();
    const one = { zone_id: ZONE, rules: [{ ...X, description: LATER }] };
    all.product.write('main.tf.json', rootModule(withValue({ one }, 'new')));
    expect(printed(await all.product.plan())).toContain('- managed of platform: Cloudflare Managed Ruleset');
  });
});

describe('an object that is made anew', () => {
  test('with others = "keep" leaves nothing of the one that it replaces', async () => {
    await applied(all, all.product, { one: { zone_id: ZONE, rules: [X, executes('m', MANAGED)] } });
    await all.product.run(['taint', 'zone_managed_rules.one']);
    await applied(all, all.product, { one: keeping('b', [X, executes('m', MANAGED)]) });
    expect(held(all)).toEqual(['b: x x', 'b: m']);
    await rest(all);
  });

  test('with another owner too, beside others', async () => {
    await platformApplied();
    await applied(all, all.product, { one: product([X]) });
    declare(all.product, { one: keeping('shop', [Y]) });
    await all.product.applied({ args: ['-replace=zone_managed_rules.one'] });
    expect(held(all)).toEqual(['platform: managed', 'platform: core', 'shop: y y']);
    await rest(all);
  });

  test('is not proven before its rules are gone', async () => {
    await applied(all, all.product, { one: product([X, executes('m', MANAGED)]) });
    const proven = { provider: { zone: { proof: 'on' } } };
    declare(all.product, { one: product([X, executes('m', MANAGED)]) }, proven);
    expect(await all.product.plan({ args: ['-replace=zone_managed_rules.one'] })).toMatchObject({
      exitCode: 2,
    });
  });
});

test('a rule that somebody deletes before the object does is deleted', async () => {
  await platformApplied();
  await applied(all, all.product, { one: product([X, Y]) });
  declare(all.product, { one: product([exception('x', 'z')]) });
  beforeWrite(all, 1, () => {
    const { control } = all.service.emulator;
    const rules = ruleset()?.rules.filter(({ ref }) => !ref.endsWith('--y'));
    control.saveRuleset(ZONE, PHASE, { rules } as never);
  });
  expect(await all.product.apply()).toMatchObject({ exitCode: 0 });
  undisturbed(all);
  expect(held(all)).toEqual(['product: x z', 'platform: managed', 'platform: core']);
  await rest(all);
});

describe('a resource that is renamed', () => {
  beforeEach(async () => {
    await platformApplied();
    await applied(all, all.product, { one: product([X]) });
  });

  test('with a moved block keeps its rules', async () => {
    const moved = [{ from: 'zone_managed_rules.one', to: 'zone_managed_rules.two' }];
    expect(await planned({ two: product([X]) }, { moved })).toMatchObject({ exitCode: 2 });
    await all.product.applied();
    expect(await planned({ two: product([X]) })).toMatchObject({ exitCode: 0 });
  });

  test('without one is refused, and the message has the block', async () => {
    const { exitCode, said } = await planned({ two: product([X]) });
    expect([exitCode, said]).toEqual([1, expect.stringContaining('moved { from = zone_managed_rules.OLD')]);
  });

  test('and gets another owner at the same time is a new one beside it', async () => {
    expect(await applied(all, all.product, { two: keeping('shop', [X]) })).toEqual(
      expect.arrayContaining(['rules.create', 'rules.delete']),
    );
    expect(held(all)).toEqual(['platform: managed', 'platform: core', 'shop: x x']);
    await rest(all);
  });
});

describe('rules with the mark of an owner', () => {
  test('are imported by the zone and the owner, and the plan is empty then', async () => {
    await platformApplied();
    await applied(all, all.product, { one: product([X, Y]) });
    all.product.write('terraform.tfstate', '');
    const block = { import: [{ to: 'zone_managed_rules.one', id: `${ZONE}/product` }] };
    declare(all.product, { one: keeping('product', [X, Y]) }, block);
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

  test('that are not there cannot be imported', async () => {
    await platformApplied();
    const block = { import: [{ to: 'zone_managed_rules.one', id: `${ZONE}/product` }] };
    const { exitCode, said } = await planned({ one: product([X]) }, block);
    expect([exitCode, said]).toEqual([
      1,
      expect.stringContaining('has no managed rules of the owner "product", so there is nothing to import.'),
    ]);
  });

  test('that are not declared are refused to a new object, with an import block', async () => {
    await applied(all, all.product, { one: product([X, Y]) });
    all.product.write('terraform.tfstate', '');
    const { exitCode, said } = await planned({ one: product([X]) });
    expect([exitCode, said]).toEqual([
      1,
      expect.stringMatching(/already has managed rules of the owner "product".*id = "[0-9a-f]{32}\/product"/),
    ]);
  });

  test('that are a part of the declared become those of a new object, with their ids', async () => {
    await applied(all, all.product, { one: product([X]) });
    const [id] = ids();
    all.product.write('terraform.tfstate', '');
    expect(await applied(all, all.product, { one: product([Y, X]) })).toEqual(['rules.create']);
    expect([held(all), ids()[1]]).toEqual([['product: y y', 'product: x x'], id]);
    await rest(all);
  });

  test('stay when an object with all rules of the zone is imported and destroyed', async () => {
    await platformApplied();
    addByHand(all, 'theirs');
    declare(all.product, { one: ALONE });
    const run = await all.product.run(['import', 'zone_managed_rules.one', ZONE]);
    expect(printed(run)).toContain('- managed of platform: Cloudflare Managed Ruleset everywhere');
    declare(all.product, {});
    await all.product.applied();
    expect(held(all)).toEqual(['platform: managed', 'platform: core']);
  });
});

describe('an object that is replaced beside others', () => {
  const cbd = { lifecycle: { create_before_destroy: true } };
  beforeEach(async () => {
    await applied(all, all.product, {
      platform: PLATFORM,
      one: product([X, Y]),
      last: keeping('last', [X], cbd),
    });
  });
  const blocks = { platform: PLATFORM, one: product([X, Y]), last: keeping('last', [X], cbd) };

  test.each<readonly [string, readonly string[], readonly string[]]>([
    ['tainted', ['taint', 'zone_managed_rules.one'], []],
    ['replaced', [], ['-replace=zone_managed_rules.one']],
    ['replaced, the new one first', [], ['-replace=zone_managed_rules.last']],
  ])('has its rules afterwards, and they have theirs: %s', async (_how, before, args) => {
    if (before.length > 0) await all.product.run(before);
    await all.product.applied({ args });
    expect(['product', 'platform', 'last'].map((owner) => heldBy(all, owner))).toEqual([
      ['x x', 'y y'],
      ['managed', 'core'],
      ['x x'],
    ]);
    declare(all.product, blocks);
    await rest(all);
  });
});

test('a second team is told where another configuration has all rules of the zone', async () => {
  await applied(all, all.platform, { all: { zone_id: ZONE, rules: [Y] } });
  const { said } = await planned({ one: keeping('product', [X]) });
  expect(said).toMatch(
    /Another configuration has all managed rules of zone shop.example.* - skip .*First let it/,
  );
  await all.product.applied();
  declare(all.platform, { all: { zone_id: ZONE, rules: [Y] } });
  expect(printed(await all.platform.plan())).toContain('- x of product: skip');
});

describe('a change of others', () => {
  test('to keep gives the rules the mark of the owner and keeps their ids, and those of others stay', async () => {
    await applied(all, all.product, { one: { zone_id: ZONE, rules: [X, executes('managed', MANAGED)] } });
    addByHand(all, 'theirs');
    const before = ids();
    expect(await applied(all, all.product, { one: product([X, executes('managed', MANAGED)]) })).toEqual([
      'rules.update',
      'rules.update',
    ]);
    expect([held(all), ids()]).toEqual([
      ['product: x x', 'product: managed', 'others: theirs theirs'],
      before,
    ]);
    await rest(all);
  });

  test('to keep leaves what is not declared, and rules of others by names that are declared', async () => {
    await applied(all, all.platform, { all: { zone_id: ZONE, rules: [X] } });
    await applied(all, all.product, { one: keeping('product', [Y]) });
    addByHand(all, 'theirs');
    const blocks = { all: keeping('platform', [X, exception('y', 'mine')]) };
    declare(all.platform, blocks);
    expect(printed(await all.platform.plan())).toMatch(
      /keeps managed rules that are not declared: others = "keep".* - .*theirs.*They are in other_rules then/,
    );
    expect(await applied(all, all.platform, blocks)).toEqual(['rules.update', 'rules.create']);
    expect(held(all)).toEqual(['platform: x x', 'product: y y', 'others: theirs theirs', 'platform: y mine']);
    await rest(all);
  });

  test('with an import of all rules leaves those that are not declared', async () => {
    for (const host of ['x', 'theirs']) addByHand(all, host);
    const block = { import: [{ to: 'zone_managed_rules.one', id: ZONE }] };
    declare(all.product, { one: keeping('product', [X]) }, block);
    await all.product.applied();
    expect(held(all)).toEqual(['product: x x', 'others: theirs theirs']);
    await rest(all);
  });

  test('and an import of all rules warn of what is not declared where it goes', async () => {
    for (const host of ['x', 'theirs']) addByHand(all, host);
    const block = { import: [{ to: 'zone_managed_rules.one', id: ZONE }] };
    const one = { zone_id: ZONE, rules: [X] };
    const { exitCode, said } = await planned({ one }, block);
    expect([exitCode, said]).toEqual([
      2,
      expect.stringMatching(
        /plan removes managed rules that zone shop\.example .* had before this resource.* - exception_2: skip .*theirs/,
      ),
    ]);
    const all2 = await planned({ one: { ...one, rules: [X, exception('exception_2', 'theirs')] } }, block);
    expect(all2.said).not.toContain('plan removes');
  });

  test('to remove names each rule of others that goes', async () => {
    await platformApplied();
    await applied(all, all.product, { one: product([X]) });
    const { exitCode, said } = await planned({ one: { zone_id: ZONE, rules: [X] } });
    expect([exitCode, said]).toEqual([
      2,
      expect.stringMatching(
        /this plan removes 2 of others.*execute where true: \{"id":"efb7.*execute where true: \{"id":"4814/,
      ),
    ]);
    expect(await applied(all, all.product, { one: { zone_id: ZONE, rules: [X] } })).toEqual(['update']);
    expect(held(all)).toEqual(['marked: x x']);
  });

  test('to remove is refused when others have changed theirs since the plan', async () => {
    await platformApplied();
    await applied(all, all.product, { one: product([X]) });
    declare(all.product, { one: { zone_id: ZONE, rules: [X] } });
    await all.product.plan({ out: 'saved.tfplan' });
    addByHand(all, 'late');
    const run = await all.product.apply({ planFile: 'saved.tfplan' });
    expect([run.exitCode, printed(run)]).toEqual([
      1,
      expect.stringContaining('changed since this plan was made'),
    ]);
    expect(heldBy(all, 'others')).toEqual(['late late']);
  });

  test('comes with a hand-over of what a migration has saved', async () => {
    const { control } = all.service.emulator;
    const saved = { action: 'execute', expression: 'true', action_parameters: { id: MANAGED } };
    control.saveRuleset(ZONE, PHASE, { rules: [saved] } as never);
    addByHand(all, 'theirs');
    const before = ids();
    const from = 'zone_managed_rules_migration.one';
    const migration = { zone_id: ZONE, target_state: 'finished', acknowledge_irreversible: ZONE };
    all.product.write('main.tf.json', rootModule({ zone_managed_rules_migration: { one: migration } }));
    await all.product.applied();
    const rules = [executes('managed', MANAGED), exception('x', 'theirs')];
    const moved = [{ from, to: 'zone_managed_rules.one' }];
    declare(all.product, { one: keeping('product', rules) }, { moved });
    await all.product.applied();
    expect([held(all), ids()]).toEqual([['product: managed', 'product: x theirs'], before]);
    await rest(all);
  });
});

describe('what others do', () => {
  beforeEach(async () => {
    await platformApplied();
    await applied(all, all.product, { one: product([X, Y]) });
  });

  const rules = (change: (rules: readonly object[]) => readonly object[]): void => {
    const { control } = all.service.emulator;
    control.saveRuleset(ZONE, PHASE, { rules: change(ruleset()?.rules ?? []) as never });
  };

  test('to their own rules, and between those of the object, is neither a change nor told', async () => {
    rules(([x, y, managed, core]) => [core ?? {}, x ?? {}, { ...managed, enabled: false }, y ?? {}]);
    addByHand(all, 'theirs');
    const { exitCode, said } = await planned({ one: product([X, Y]) });
    expect([exitCode, said]).toEqual([0, expect.not.stringContaining('Changed outside')]);
  });

  test('to the order of the object is shown, and put back among its own alone', async () => {
    rules(([x, y, managed, core]) => [y ?? {}, managed ?? {}, x ?? {}, core ?? {}]);
    expect(await planned({ one: product([X, Y]) })).toMatchObject({
      exitCode: 2,
      said: expect.stringContaining('Changed outside since the last apply'),
    });
    expect(await applied(all, all.product, { one: product([X, Y]) })).toEqual(['rules.update']);
    expect(held(all)).toEqual(['platform: managed', 'product: x x', 'product: y y', 'platform: core']);
    await rest(all);
  });

  test('after the plan of a change or a destroy does not stop it', async () => {
    for (const [blocks, has] of [
      [{ one: product([X, exception('y', 'z')]) }, ['x x', 'y z']],
      [{}, []],
    ] as const) {
      declare(all.product, blocks);
      await all.product.plan({ out: 'saved.tfplan' });
      addByHand(all, `late${has.length}`);
      expect(await all.product.apply({ planFile: 'saved.tfplan' })).toMatchObject({ exitCode: 0 });
      expect(heldBy(all, 'product')).toEqual(has);
    }
    expect(heldBy(all, 'others')).toEqual(['late2 late2', 'late0 late0']);
    await rest(all);
  });
});

test('the constructs of one team and the HCL of another are beside each other', async () => {
  const stack = testStack();
  new ZoneProvider(stack, 'zone');
  const platform = { zoneId: ZONE, others: 'keep', owner: 'platform' } as const;
  new ManagedRules(stack, 'rules', {
    ...platform,
    rules: [{ name: 'managed', execute: { rulesetId: MANAGED } }],
  }).addException({ name: 'upload', expression: 'http.host eq "up"', skip: { rulesets: [MANAGED] } });
  const { terraform, ...document } = synth(stack) as { readonly terraform: Blocks };
  const { required_providers } = terraform;
  all.platform.write('main.tf.json', JSON.stringify({ ...document, terraform: { required_providers } }));
  await all.platform.ready();
  await all.platform.applied();
  expect(await applied(all, all.product, { one: product([X]) })).toEqual(['rules.create']);
  expect(held(all)).toEqual(['product: x x', 'platform: upload up', 'platform: managed']);
  await rest(all);
});

test('an exception is warned of where it comes after what it skips, and not where it comes before', async () => {
  await platformApplied();
  const told = expect.stringMatching(/The rule "x" has no effect.* set placement = "first"/);
  const last = await planned({ one: keeping('product', [X]) });
  const first = await planned({ one: product([X]) });
  expect([last.said, first.said]).toEqual([told, expect.not.stringContaining('has no effect')]);
  await all.product.applied();
  declare(all.product, { one: product([exception('x', 'z')]) });
  expect(printed(await all.product.apply())).not.toContain('has no effect');
});

test('rules go to another place when placement changes', async () => {
  await platformApplied();
  await applied(all, all.product, { one: keeping('product', [X, Y]) });
  const moves = ['rules.update', 'rules.update'];
  expect(await applied(all, all.product, { one: product([X, Y]) })).toEqual(moves);
  expect(held(all)).toEqual(['product: x x', 'product: y y', 'platform: managed', 'platform: core']);
  await rest(all);
  const { said } = await planned({ one: keeping('product', [X, Y], { placement: 'last' }) });
  expect(said).toContain('The rule "x" has no effect');
  await all.product.applied();
  expect(held(all)).toEqual(['platform: managed', 'platform: core', 'product: x x', 'product: y y']);
  await rest(all);
});

test('an owner that is known after apply is checked then', async () => {
  await platformApplied();
  all.product.write(
    'main.tf.json',
    rootModule(withValue({ one: product([X], { owner: LATER }) }, 'product')),
  );
  await all.product.applied();
  expect(held(all)).toEqual(['product: x x', 'platform: managed', 'platform: core']);
  await rest(all);
});

describe('beside 50 rules of others', () => {
  const [before, after] = [
    [X, Y],
    [X, exception('y', 'z')],
  ] as const;
  beforeEach(async () => {
    await applied(all, all.product, { one: product(before) });
    for (let index = 0; index < 50; index += 1) addByHand(all, `theirs${index}`);
  });
  const requests = (): readonly string[] =>
    all.service.emulator.control.journal().map(({ operation }) => String(operation));

  test('a change of one rule is one write', async () => {
    expect(await applied(all, all.product, { one: product(after) })).toEqual(['rules.update']);
    expect(heldBy(all, 'others')).toHaveLength(50);
    await rest(all);
  });

  test('a plan without a change sends one read, as one of all rules does', async () => {
    const sent = async (block: object): Promise<readonly string[]> => {
      all.service.emulator.control.clearJournal();
      expect(await planned({ one: block })).toMatchObject({ exitCode: 0 });
      return requests();
    };
    expect(await sent(product(before))).toEqual(['rulesets.entrypoint.get']);
    await applied(all, all.product, { one: { zone_id: ZONE, rules: before } });
    expect(await sent({ zone_id: ZONE, rules: before })).toEqual(['rulesets.entrypoint.get']);
  });

  test('a change of one rule reads the rules once in the plan, and once before its write', async () => {
    await applied(all, all.product, { one: product(after) });
    expect(requests()).toEqual([
      'rulesets.entrypoint.get',
      'rulesets.entrypoint.get',
      'rulesets.rules.update',
    ]);
  });

  test('a plan that is proven asks about that rule alone', async () => {
    declare(all.product, { one: product(after) }, { provider: { zone: { proof: 'on' } } });
    all.service.emulator.control.clearJournal();
    expect(await all.product.plan()).toMatchObject({ exitCode: 2 });
    const asked = all.service.emulator.control
      .journal()
      .filter(({ method, query }) => method !== 'GET' && JSON.stringify(query).includes('true'));
    expect(asked.map(({ operation }) => operation)).toEqual(['rulesets.rules.update']);
  });
});
