import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reviewPlans } from '../../cli/review/review-plans';
import { driftIn, inputOf, rowAt } from '../review/recorded-plans';
import { flat } from './one-service';
import { LOSSES, migratingZone, zoneIdOf } from './migrating-zones';
import {
  changesIn,
  finished,
  loseZone,
  migrations,
  printed,
  refusal,
  TYPE,
  useMigratingZones,
  validated,
  workspace,
  writes,
  service,
  type MigrationBlock,
} from './migration-workspace';

/**
 * Every way to a step that cannot be undone, and every form in which somebody reads a plan: the plan is refused, or all of
 * them tell of the step.
 */
useMigratingZones({
  zones: [migratingZone('gone'), migratingZone('shop'), migratingZone('small', { plan: 'professional' })],
});

const STEPS = ['begin validation', 'finish'] as const;
type Step = (typeof STEPS)[number];

/** An object of the state whose zone is in `start`: somebody took the step back at the service. */
async function inState(name: string, more: MigrationBlock = {}, around: object = {}): Promise<void> {
  migrations({ [name]: validated({ zone_id: zoneIdOf('shop'), ...more }) }, around);
  await workspace.applied();
  service.emulator.control.patchZone(zoneIdOf('shop'), { migration: { state: 'start' } });
  await workspace.applied({ args: ['-refresh-only'] });
}

/** The zone `gone` has finished, and its object may be destroyed. */
async function finishedElsewhere(): Promise<void> {
  migrations({ shop: finished('gone', { zone_id: zoneIdOf('gone'), ...ABANDONED }) });
  await workspace.applied();
}

const OTHER_ZONE = 'zone_id cannot change to';
const VALIDATED = { migration: { state: 'validation' } } as const;
const SECOND = { provider: { zone: [{}, { alias: 'second' }] } };
const ABANDONED = { on_destroy: 'abandon' };

/** Writes the configuration of a plan. @returns what `terraform plan` is given beside it */
type Prepare = (step: Step) => Promise<readonly string[]>;

/** Each way to a step, and what its refusal says; without that it is told in every form. */
const WAYS: Readonly<Record<string, readonly [Prepare, Partial<Record<Step, string>>?]>> = {
  create: [async (step) => write(step)],
  update: [
    async (step) => {
      await inState('shop');
      return write(step);
    },
  ],
  replace: [
    async (step) => {
      await inState('shop');
      return [...write(step), `-replace=${TYPE}.shop`];
    },
  ],
  tainted: [
    async (step) => {
      await inState('shop');
      await workspace.run(['taint', `${TYPE}.shop`]);
      return write(step);
    },
  ],
  moved: [
    async (step) => {
      await inState('other');
      return write(step, {}, { moved: [{ from: `${TYPE}.other`, to: `${TYPE}.shop` }] });
    },
  ],
  import: [
    async (step) => {
      if (step === 'finish') service.emulator.control.patchZone(zoneIdOf('shop'), VALIDATED);
      return write(step, {}, { import: [{ to: `${TYPE}.shop`, id: zoneIdOf('shop') }] });
    },
    { 'begin validation': 'has not begun, so there is nothing to import' },
  ],
  alias: [
    async (step) => {
      await inState('other', {}, SECOND);
      return write(step, { provider: 'zone.second' }, SECOND);
    },
  ],
  'another zone, tainted': [
    async (step) => {
      await finishedElsewhere();
      await workspace.run(['taint', `${TYPE}.shop`]);
      return write(step, ABANDONED);
    },
  ],
  'another zone': [
    async (step) => {
      await finishedElsewhere();
      return write(step, ABANDONED);
    },
    { 'begin validation': OTHER_ZONE, finish: OTHER_ZONE },
  ],
};

function write(step: Step, more: MigrationBlock = {}, around: object = {}): readonly string[] {
  migrations({ shop: step === 'finish' ? finished('shop', more) : validated(more) }, around);
  return [];
}

/** The query of the documentation, as it stands there. */
const QUERY = /jq '([^']+)'/.exec(
  readFileSync(join(__dirname, '..', '..', 'docs', 'guides', 'migrate.md'), 'utf8'),
)?.[1] as string;

/** The rows of what is planned, as `zonewright review` has them. */
async function reviewed() {
  const { json } = await workspace.showJson('saved.tfplan');
  return { json, review: reviewPlans([inputOf(json, 'stack')], []) };
}

/** The steps that the query finds in a plan. */
const foundIn = (json: unknown): unknown =>
  JSON.parse(execFileSync('jq', [QUERY], { input: JSON.stringify(json), encoding: 'utf8' }));

const CASES = Object.entries(WAYS).flatMap(([way, [prepare, refused = {}]]) =>
  STEPS.map((step) => [way, step, prepare, refused[step]] as const),
);

test.each(CASES)('%s, %s: refused, or told in every form', async (_way, step, prepare, says) => {
  const args = await prepare(step);
  service.emulator.control.clearJournal();
  const planned = await workspace.plan({ args, out: 'saved.tfplan' });
  const text = printed(planned);
  if (says !== undefined) {
    expect([planned.exitCode, text]).toEqual([1, expect.stringContaining(says)]);
    expect(writes()).toEqual([]);
    return;
  }
  expect([planned.exitCode, planned.stderr]).toEqual([2, '']);
  expect(text).toMatch(
    step === 'finish' ? /IRREVERSIBLE: .*shop\.example/ : /begins the migration of zone shop/,
  );

  const { json, review } = await reviewed();
  expect([rowAt(review, `${TYPE}.shop`).rank, review.counts.finishes]).toEqual(
    step === 'finish' ? ['finishes', 1] : ['validates', 0],
  );
  expect(foundIn(json)).toMatchObject([{ address: `${TYPE}.shop`, step, zone: zoneIdOf('shop') }]);
});

test('what is planned while the service does not have the zone does nothing, should it be there again at apply', async () => {
  const { control } = service.emulator;
  await inState('shop');
  control.patchZone(zoneIdOf('shop'), VALIDATED);
  const snapshot = control.snapshot();
  loseZone(zoneIdOf('shop'));
  const planned = await workspace.plan({ args: write('finish'), out: 'saved.tfplan' });
  expect([planned.exitCode, printed(planned)]).toEqual([2, expect.stringContaining('does not exist')]);
  const { review } = await reviewed();
  const { rank, title, details } = rowAt(review, `${TYPE}.shop`);
  expect([rank, title]).toEqual(['creates', 'Plans nothing']);
  expect(details).toContain('because: the service did not have its zone, so apply refuses it');
  expect(driftIn(review)).toMatchObject([{ title: 'Deleted outside, apply leaves it as it is' }]);
  control.restore(snapshot);
  control.clearJournal();
  expect((await workspace.apply({ planFile: 'saved.tfplan' })).exitCode).toBe(1);
  expect(writes()).toEqual([]);
});

test('what was done before, or is done by others, is no news in any form', async () => {
  migrations({ shop: finished('shop') });
  await workspace.applied();
  migrations({ shop: finished('shop', { on_destroy: 'abandon' }) });
  expect((await workspace.plan({ out: 'saved.tfplan' })).exitCode).toBe(2);
  const { json, review } = await reviewed();
  expect([rowAt(review, `${TYPE}.shop`).rank, foundIn(json)]).toEqual(['changes', []]);
});

test('a destroy of what the configuration would finish, unacknowledged, speaks of the destroy', async () => {
  migrations({ shop: validated() });
  await workspace.applied();
  migrations({ shop: { target_state: 'finished' } });
  expect(await refusal(workspace.destroy())).toMatch(
    /If you want to destroy the migration, that is refused as well: the migration has begun.*terraform state rm/,
  );
});

/** What a saved plan does, as its attributes, and as the engine shows what changes. */
async function savedPlan(name: string, block: MigrationBlock) {
  migrations({ [name]: block });
  expect(await workspace.plan({ out: 'saved.tfplan' })).toMatchObject({ exitCode: 2 });
  const [{ change: { after } } = { change: { after: null } }] = await changesIn('saved.tfplan');
  const { stdout } = await workspace.run(['show', '-no-color', 'saved.tfplan']);
  const changed = stdout.split('\n').filter((line) => /^\s+[+~-]\s/.test(line));
  return { after, text: flat(changed.join('\n')) };
}

test('a saved plan keeps no warnings, and shows in its attributes what it does and loses', async () => {
  migrations({ shop: validated() });
  await workspace.applied();
  const { text } = await savedPlan('shop', finished('shop'));
  expect(text).toMatch(/irreversible = false -> true .*step = "begin validation" -> "finish"/);
  // What stays the same is hidden, and the zone is told all the same.
  for (const line of [
    `zone = "shop.example (${zoneIdOf('shop')})"`,
    ...LOSSES.map(({ id }) => `id = "${id}"`),
  ])
    expect(text).toContain(`+ ${line}`);
});

test('undetermined losses in a saved plan do not show as none', async () => {
  const { control } = service.emulator;
  control.faults.put([{ match: { operation: 'page.rules.list' }, effect: { kind: 'answer', status: 403 } }]);
  const { after, text } = await savedPlan('small', finished('small'));
  const losses_unknown_because = expect.stringContaining(`/zones/${zoneIdOf('small')}/pagerules`) as unknown;
  expect(after).toMatchObject({ finish: { not_carried_over: null, losses_unknown_because } });
  expect(text).toContain('losses_unknown_because = "');
});
