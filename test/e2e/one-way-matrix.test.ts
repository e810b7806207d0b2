import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reviewPlans } from '../../cli/review/review-plans';
import { driftIn, inputOf, rowAt } from '../review/recorded-plans';
import { LOSSES, migratingZone, zoneIdOf } from './migrating-zones';
import {
  changesIn,
  finished,
  loseZone,
  migrations,
  printed,
  refusal,
  rest,
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

/**
 * A saved plan keeps no warnings. What it does that cannot be undone, and what it loses, is in its attributes, as the
 * engine shows them of the file: as JSON for a policy, as text for a reviewer.
 */
async function savedPlan(name: string, block: MigrationBlock) {
  migrations({ [name]: block });
  expect(await workspace.plan({ out: 'saved.tfplan' })).toMatchObject({ exitCode: 2 });
  const [{ change: { before, after } } = { change: { before: null, after: null } }] =
    await changesIn('saved.tfplan');
  const { stdout } = await workspace.run(['show', '-no-color', 'saved.tfplan']);
  // The lines that change something, without the sign of the change.
  const lines = stdout.split('\n').filter((line) => /^\s+[+~-]\s/.test(line));
  const text = lines.map((line) => line.replace(/^\s+[+~-]\s+/, '').replace(/\s+=\s+/, ' = '));
  return { before, after, text };
}

const apply = (): Promise<void> => workspace.applied({ args: ['saved.tfplan'] });

test('a saved plan that finishes after validation has the rules and losses', async () => {
  const first = await savedPlan('shop', validated());
  expect(first.after).toMatchObject({
    ...{ step: 'begin validation', irreversible: false, taken_over: false, zone_name: 'shop.example' },
    finish: null,
  });
  expect(first.text).toEqual(expect.arrayContaining(['irreversible = false', 'step = "begin validation"']));
  await apply();
  await rest();

  migrations({ shop: { target_state: 'finished' } });
  expect(await refusal()).toContain(`To finish, set acknowledge_irreversible = "${zoneIdOf('shop')}"`);
  const { before, after, text } = await savedPlan('shop', finished('shop'));
  const [rules, zone] = [after?.['rules'], `shop.example (${zoneIdOf('shop')})`];
  const finish = { zone, rules, not_carried_over: LOSSES, losses_unknown_because: null };
  expect(before).toMatchObject({ irreversible: false, step: 'begin validation', finish: null, rules });
  expect(after).toMatchObject({ irreversible: true, step: 'finish', finish });
  // What stays the same is hidden, and the zone is told all the same.
  expect(text).toEqual(
    expect.arrayContaining([
      ...['irreversible = false -> true', 'step = "begin validation" -> "finish"', 'finish = {'],
      ...[`zone = "${zone}"`, 'action = "execute"', ...LOSSES.map(({ id }) => `id = "${id}"`)],
    ]),
  );
  await apply();
  await rest();

  const quiet = await savedPlan('shop', finished('shop', { on_destroy: 'abandon' }));
  expect([quiet.before, quiet.after]).toMatchObject([
    { irreversible: true },
    { irreversible: true, step: 'finish', finish },
  ]);
  expect(quiet.text.filter((line) => line.startsWith('step'))).toEqual([]);
});

test('undetermined losses in a saved plan do not show as none', async () => {
  const { control } = service.emulator;
  control.faults.put([{ match: { operation: 'page.rules.list' }, effect: { kind: 'answer', status: 403 } }]);
  const { after, text } = await savedPlan('small', finished('small'));
  const losses_unknown_because = expect.stringContaining(`/zones/${zoneIdOf('small')}/pagerules`) as unknown;
  expect(after).toMatchObject({ finish: { not_carried_over: null, losses_unknown_because } });
  expect(text.join('\n')).toContain('losses_unknown_because = "');
});
