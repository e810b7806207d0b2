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
const product = (rules: readonly object[], more: object = {}): object =>
  keeping('product', rules, { placement: 'first', ...more });
const moved = (from: string, to: string): object => ({ moved: [{ from, to }] });

async function platformApplied(): Promise<void> {
  await applied(all, all.platform, { platform: PLATFORM });
}

const rulesNow = () =>
  all.service.emulator.control
    .zones()
    .find(({ id }) => id === ZONE)
    ?.rulesets.find(({ phase }) => phase === PHASE)?.rules ?? [];
const ids = (): readonly string[] => rulesNow().map(({ id }) => id);

test('what executes a managed ruleset of an object that is forgotten is refused without a word of a swap', async () => {
  await applied(all, all.product, { one: product([executes('m', MANAGED), executes('c', CORE)]) });
  const removed = [{ from: 'zone_managed_rules.one', lifecycle: { destroy: false } }];
  declare(all.product, { other: keeping('other', [executes('m', MANAGED)]) }, { removed });
  const run = await all.product.plan();
  expect([run.exitCode, printed(run)]).toEqual([1, expect.not.stringContaining('swap')]);
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
  declare(all.product, now, { provider: { zone: { proof: 'on' } } });
  await all.product.plan({ out: 'saved.tfplan' });
  const dry = control.journal().filter(({ query }) => query['dry_run']?.includes('true'));
  expect(dry.map(({ operation }) => operation)).toEqual(['rulesets.rules.update']);
  await applied(all, all.product, now);
  const read = 'rulesets.entrypoint.get';
  const requests = control.journal().map(({ operation }) => operation);
  expect(requests).toEqual([read, read, 'rulesets.rules.update']);
});
