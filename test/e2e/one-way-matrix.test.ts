import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reviewPlans } from '../../cli/review/review-plans';
import { driftIn, inputOf, rowAt } from '../review/recorded-plans';
import { migratingZone, zoneIdOf } from './migrating-zones';
import {
  finished,
  migrations,
  printed,
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
useMigratingZones({ zones: [migratingZone('gone'), migratingZone('shop')] });

const STEPS = ['begin validation', 'finish'] as const;
type Step = (typeof STEPS)[number];

const block = (step: Step, more: MigrationBlock = {}): MigrationBlock =>
  step === 'finish' ? finished('shop', more) : validated(more);

/** An object of the state whose zone is in `start`: somebody took the step back at the service. */
async function inState(name: string, more: MigrationBlock = {}, around: object = {}): Promise<void> {
  migrations({ [name]: validated({ zone_id: zoneIdOf('shop'), ...more }) }, around);
  await workspace.applied();
  service.emulator.control.patchZone(zoneIdOf('shop'), { migration: { state: 'start' } });
  await workspace.applied({ args: ['-refresh-only'] });
}

/** The zone `gone` has finished, and its object may be destroyed. */
async function finishedElsewhere(more: MigrationBlock = {}): Promise<void> {
  migrations({ shop: finished('gone', { zone_id: zoneIdOf('gone'), on_destroy: 'abandon', ...more }) });
  await workspace.applied();
}

const OTHER_ZONE = {
  'begin validation': 'zone_id cannot change to',
  finish: 'zone_id cannot change to',
};
const VALIDATED = { migration: { state: 'validation' } } as const;
const SECOND = { provider: { zone: [{}, { alias: 'second' }] } };

interface Way {
  readonly way: string;
  /** Writes the configuration of the plan. @returns what `terraform plan` is given */
  readonly prepare: (step: Step) => Promise<readonly string[]>;
  /** What the refusal says. @default - told in every form */
  readonly refused?: Partial<Record<Step, string>>;
}

const WAYS: readonly Way[] = [
  {
    way: 'create',
    prepare: (step) => Promise.resolve(write(step)),
  },
  {
    way: 'update',
    prepare: async (step) => {
      await inState('shop');
      return write(step);
    },
  },
  {
    way: 'replace',
    prepare: async (step) => {
      await inState('shop');
      return [...write(step), `-replace=${TYPE}.shop`];
    },
  },
  {
    way: 'tainted',
    prepare: async (step) => {
      await inState('shop');
      await workspace.run(['taint', `${TYPE}.shop`]);
      return write(step);
    },
  },
  {
    way: 'moved',
    prepare: async (step) => {
      await inState('other');
      return write(step, {}, { moved: [{ from: `${TYPE}.other`, to: `${TYPE}.shop` }] });
    },
  },
  {
    way: 'import',
    prepare: (step) => {
      if (step === 'finish') service.emulator.control.patchZone(zoneIdOf('shop'), VALIDATED);
      return Promise.resolve(write(step, {}, { import: [{ to: `${TYPE}.shop`, id: zoneIdOf('shop') }] }));
    },
    refused: { 'begin validation': 'has not begun, so there is nothing to import' },
  },
  {
    way: 'alias',
    prepare: async (step) => {
      await inState('other', {}, SECOND);
      return write(step, { provider: 'zone.second' }, SECOND);
    },
  },
  {
    way: 'another zone, tainted',
    prepare: async (step) => {
      await finishedElsewhere();
      await workspace.run(['taint', `${TYPE}.shop`]);
      return write(step, { on_destroy: 'abandon' });
    },
  },
  ...(
    [
      ['another zone', {}, {}],
      ['another zone, which is declared anew elsewhere', {}, { gone: finished('gone') }],
    ] as const
  ).map(([way, more, others]): Way => ({
    way,
    prepare: async (step) => {
      await finishedElsewhere(more);
      migrations({ shop: block(step, { on_destroy: 'abandon', ...more }), ...others });
      return [];
    },
    refused: OTHER_ZONE,
  })),
];

function write(step: Step, more: MigrationBlock = {}, around: object = {}): readonly string[] {
  migrations({ shop: block(step, more) }, around);
  return [];
}

/** The query of the documentation, as it stands there. */
const QUERY = /jq '([^']+)'/.exec(
  readFileSync(join(__dirname, '..', '..', 'docs', 'guides', 'migrate.md'), 'utf8'),
)?.[1] as string;

const CASES = WAYS.flatMap((way) => STEPS.map((step) => [way.way, step, way] as const));

test.each(CASES)('%s, %s: refused, or told in every form', async (_way, step, { prepare, refused }) => {
  const args = await prepare(step);
  service.emulator.control.clearJournal();
  const planned = await workspace.plan({ args, out: 'saved.tfplan' });
  const text = printed(planned);
  const refusal = refused?.[step];
  if (refusal !== undefined) {
    expect([planned.exitCode, text]).toEqual([1, expect.stringContaining(refusal)]);
    expect(writes()).toEqual([]);
    return;
  }
  expect([planned.exitCode, planned.stderr]).toEqual([2, '']);
  expect(text).toMatch(
    step === 'finish' ? /IRREVERSIBLE: .*shop\.example/ : /begins the migration of zone shop/,
  );

  const { json } = await workspace.showJson('saved.tfplan');
  const review = reviewPlans([inputOf(json, 'stack')], []);
  expect([rowAt(review, `${TYPE}.shop`).rank, review.counts.finishes]).toEqual(
    step === 'finish' ? ['finishes', 1] : ['validates', 0],
  );
  const found: unknown = JSON.parse(
    execFileSync('jq', [QUERY], { input: JSON.stringify(json), encoding: 'utf8' }),
  );
  expect(found).toMatchObject([{ address: `${TYPE}.shop`, step, zone: zoneIdOf('shop') }]);
});

test('what is planned while the service does not have the zone does nothing, should it be there again at apply', async () => {
  const { control } = service.emulator;
  await inState('shop');
  control.patchZone(zoneIdOf('shop'), VALIDATED);
  const snapshot = control.snapshot();
  control.restore({ ...snapshot, zones: snapshot.zones.filter(({ id }) => id !== zoneIdOf('shop')) });
  const planned = await workspace.plan({ args: write('finish'), out: 'saved.tfplan' });
  expect([planned.exitCode, printed(planned)]).toEqual([2, expect.stringContaining('does not exist')]);
  const { json } = await workspace.showJson('saved.tfplan');
  const review = reviewPlans([inputOf(json, 'stack')], []);
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
  const { json } = await workspace.showJson('saved.tfplan');
  expect(rowAt(reviewPlans([inputOf(json, 'stack')], []), `${TYPE}.shop`).rank).toBe('changes');
  expect(execFileSync('jq', ['-c', QUERY], { input: JSON.stringify(json), encoding: 'utf8' })).toBe('[]\n');
});

test('a destroy of what the configuration would finish, unacknowledged, speaks of the destroy', async () => {
  migrations({ shop: validated() });
  await workspace.applied();
  migrations({ shop: { target_state: 'finished' } });
  const { exitCode, stdout, stderr } = await workspace.destroy();
  expect([exitCode, printed({ stdout, stderr })]).toEqual([
    1,
    expect.stringMatching(
      /If you want to destroy the migration, that is refused as well: the migration has begun.*terraform state rm/,
    ),
  ]);
});
