import type { FaultRule } from '../../emulator';
import { migratingZone, zoneIdOf, zoneText } from './migrating-zones';
import {
  finished,
  migrations,
  printed,
  rest,
  service,
  stateOf,
  steps,
  TYPE,
  useMigratingZones,
  validated,
  workspace,
  writes,
  type MigrationBlock,
} from './migration-workspace';
import { AT_PLAN, notBegun, type BadInputs } from './migration-bad-inputs';

const FINISH_SECONDS = 3600;

const TIMES = { timeouts: { create: '1s', update: '1s' } };

/** Is told of each zone whose entry point was updated, before the client is. */
let onSaved: (zoneId: string | null) => void = () => undefined;

useMigratingZones({
  onRequest: ({ operation, zoneId }) => {
    if (operation === 'rulesets.entrypoint.update') onSaved(zoneId);
  },
  settings: { finishSeconds: FINISH_SECONDS },
  zones: [
    ...['good', ...Object.keys(AT_PLAN), 'silent-check', 'twice', 'refused', 'lost-word']
      .filter((name) => !name.startsWith('back-') && name !== 'no-word-after-validation')
      .map((name) => migratingZone(name)),
    ...['no-word-after-validation', 'slow-update'].map((name) =>
      migratingZone(name, { state: 'validation' }),
    ),
    migratingZone('back-from-the-end', { state: 'finished' }),
    migratingZone('back-when-finishing', { state: 'finishing' }),
    ...['slow-create', 'unapproved', 'validating'].map((name) => migratingZone(name)),
  ],
});

/** Each block has an error of its own; there is no further error. */
function expectSaid(cases: BadInputs, stderr: string, others = 0): void {
  const errors = stderr
    .split(/^(?:│ )?Error: /m)
    .slice(1)
    .map((frame) => printed({ stdout: frame, stderr: '' }));
  for (const [name, { says }] of Object.entries(cases)) {
    const own = errors.filter((frame) => frame.includes(`${TYPE}.${name},`)).join('\n');
    for (const [index, text] of says.entries()) {
      // What to do about a cause that several blocks share is in the error of the first of them.
      const about = index > 0 && !own.includes(text) ? errors.join('\n') : own;
      expect([name, about]).toEqual([name, expect.stringContaining(text)]);
    }
  }
  const about = errors.filter((frame) =>
    Object.keys(cases).some((name) => frame.includes(`${TYPE}.${name},`)),
  );
  expect(errors.length - about.length).toBe(others);
}

const blocksOf = (cases: BadInputs): Record<string, MigrationBlock> =>
  Object.fromEntries(Object.entries(cases).map(([name, { block }]) => [name, block]));

/** The migrations that are in the state file, by name: their attributes, and whether they are tainted. */
function stored(): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const { resources } = JSON.parse(workspace.read('terraform.tfstate') || '{ "resources": [] }') as StateFile;
  return Object.fromEntries(
    resources
      .filter(({ type, mode }) => type === TYPE && mode === 'managed')
      .flatMap(({ name, instances }) =>
        instances.map(({ attributes, status }) => [name, { ...attributes, status }] as const),
      ),
  );
}

interface StateFile {
  readonly resources: readonly {
    readonly mode: string;
    readonly type: string;
    readonly name: string;
    readonly instances: readonly { readonly attributes: object; readonly status?: string }[];
  }[];
}

/** An answer of the service in the place of its own. */
function answers(name: string, operation: string, result: object): FaultRule {
  const body = { result, success: true, errors: [], messages: [] };
  return { match: { operation, zoneId: zoneIdOf(name) }, effect: { kind: 'answer', status: 200, body } };
}

test('plan reports what only the service knows, for all zones at once, and writes nothing', async () => {
  service.emulator.control.faults.put([
    answers('word-unknown', 'migration.status', { migration_state: 'migrating' }),
    ...['migration.status', 'migration.check'].map((operation) =>
      answers('word-missing', operation, { compatible: true }),
    ),
    answers('silent-check', 'migration.check', { compatible: true }),
  ]);
  migrations({
    ...blocksOf(AT_PLAN),
    'silent-check': validated(),
    one: validated({ zone_id: zoneIdOf('twice') }),
    other: validated({ zone_id: zoneIdOf('twice') }),
  });
  workspace.write('later.tf', 'resource "terraform_data" "later" {}');
  const { exitCode, stderr } = await workspace.apply();
  workspace.write('later.tf', '');
  expect(exitCode).toBe(1);
  expectSaid(AT_PLAN, stderr, 1);
  expect(printed({ stdout: stderr, stderr: '' })).toContain(
    `Two resources of this configuration declare the migration of zone ${zoneText('twice')}.`,
  );
  expect([writes(), stored()]).toEqual([[], {}]);
});

test('apply reports what the service refuses or leaves open, with the status of the zone', async () => {
  const refusal: FaultRule = {
    match: { operation: 'rulesets.entrypoint.update', zoneId: zoneIdOf('refused') },
    effect: {
      kind: 'answer',
      status: 400,
      body: { result: null, success: false, errors: [{ code: 1, message: 'no such luck' }], messages: [] },
    },
  };
  const lost = answers('lost-word', 'migration.status', { migration_state: 'migrating' });
  const { faults } = service.emulator.control;
  faults.put([refusal]);
  onSaved = (zoneId) => {
    if (zoneId === zoneIdOf('lost-word')) faults.put([refusal, lost]);
  };
  migrations({ refused: finished('refused'), 'lost-word': validated() });
  const given = await workspace.apply();
  expect(given.exitCode).toBe(1);
  expectSaid(
    {
      refused: {
        block: {},
        says: [
          'The service refuses to finish the migration: no such luck (status 400, code 1).',
          'At least one managed ruleset must be deployed and enabled',
          `${notBegun('refused')} This has not changed.`,
        ],
      },
      'lost-word': {
        block: {},
        says: ['The service reports the state "migrating"', 'It stops here. Look up what the word means'],
      },
    },
    given.stderr,
  );
  // Neither of them is in the state, so that neither is half made.
  expect([stored(), stateOf('refused'), stateOf('lost-word')]).toEqual([{}, 'start', 'validation']);

  faults.clear();
  onSaved = () => undefined;
  migrations({ 'lost-word': validated() });
  await workspace.applied();
  await rest();
  expect(steps('lost-word')).toHaveLength(1);
});

test('a service slower than the time limit leaves nothing incomplete, and the next apply continues', async () => {
  migrations({ 'slow-update': validated() });
  await workspace.applied();
  const before = stored();
  const slow = ['slow-create', 'slow-update'];
  migrations(Object.fromEntries(slow.map((name) => [name, finished(name, TIMES)])));
  const given = await workspace.apply();
  expect(given.exitCode).toBe(1);
  const inTime = (name: string): readonly string[] => [
    `The migration of zone ${zoneText(name)} did not reach finished within 1 s.`,
    `Zone ${zoneText(name)} is finishing its migration (the service says "pending"): it can no ` +
      'longer be stopped. Nothing is lost',
    'the next apply sends nothing again, and waits on.',
    'timeouts sets how long apply waits.',
  ];
  expectSaid(Object.fromEntries(slow.map((name) => [name, { block: {}, says: inTime(name) }])), given.stderr);
  expect(stored()).toEqual(before);
  expect(slow.map(stateOf)).toEqual(['finishing', 'finishing']);

  await service.emulator.control.clock.advance(FINISH_SECONDS * 1000);
  await workspace.applied();
  await rest();
  expect(slow.map((name) => steps(name).length)).toEqual([1, 1]);
  expect(Object.values(stored())).toEqual([
    expect.objectContaining({ status: undefined, migration_state: 'finished' }),
    expect.objectContaining({ status: undefined, migration_state: 'finished' }),
  ]);
});

test('a change between plan and apply is refused: of a new migration, and after validation', async () => {
  migrations({ validating: validated() });
  await workspace.applied();
  migrations({ unapproved: finished('unapproved'), validating: finished('validating') });
  expect(await workspace.plan({ out: 'stale.tfplan' })).toMatchObject({ exitCode: 2 });
  const names = ['unapproved', 'validating'];
  for (const name of names)
    service.emulator.control.patchZone(zoneIdOf(name), {
      previous_waf: { core_rule_set: { sensitivity: 'low' } },
    });
  const [before, zones] = [stored(), names.map((name) => service.emulator.control.zone(zoneIdOf(name)))];
  service.emulator.control.clearJournal();
  const { exitCode, stderr } = await workspace.apply({ planFile: 'stale.tfplan' });
  expect(exitCode).toBe(1);
  expectSaid(
    {
      validating: {
        block: {},
        says: [
          `The migration of zone ${zoneText('validating')} no longer matches the plan: the service ` +
            'generates other rules than at the refresh',
          `Zone ${zoneText('validating')} is validating: both versions run, the new one first. Its ` +
            'rules were left as they are. Make a new plan with a refresh',
        ],
      },
    },
    stderr,
    // The rules of the object, and those that finishing saves.
    2,
  );
  // The engine itself compares the two plans, attribute by attribute, and creates nothing.
  expect(printed({ stdout: stderr, stderr: '' })).toContain(
    `Provider produced inconsistent final plan When expanding the plan for ${TYPE}.unapproved`,
  );
  expect([stored(), writes()]).toEqual([before, []]);
  expect(names.map((name) => service.emulator.control.zone(zoneIdOf(name)))).toEqual(zones);

  expect(await workspace.plan()).toMatchObject({ exitCode: 2 });
});
