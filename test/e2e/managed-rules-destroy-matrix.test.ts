import { stateInWords } from '../../provider-shim/resources/migration/status';
import type { MigrationState } from '../../schema';
import { WAYS, type Verdict, type Way } from './destroy-matrix';
import { diagnosticsIn } from './engine-events';
import { migratingZone, zoneIdOf, zoneText } from './migrating-zones';
import type { StoredResource } from './one-service';
import { rootModule } from '../support/workspace';
import {
  beginAnew,
  finished,
  migrations,
  printed,
  refusal,
  service,
  stored,
  TYPE,
  useMigratingZones,
  workspace,
  writes,
} from './migration-workspace';

/** The table of docs/guides/migrate.md: a migration in each state, destroyed and replaced in every way. */

type Key = keyof typeof WAYS;

/** Where the migration is when its object is destroyed; of a saved plan, when that is applied. */
const STATES = ['start', 'validation', 'finishing', 'finished'] as const satisfies MigrationState[];
const nameOf = (state: MigrationState): string => `in-${state}`;
const otherOf = (state: MigrationState): string => `other-${state}`;
const finishes = (state: MigrationState): boolean => state === 'finishing' || state === 'finished';

const NAMES = ['one', 'other'] as const;

useMigratingZones({
  fresh: false,
  zones: [
    ...STATES.flatMap((state) => [
      migratingZone(nameOf(state), { state: finishes(state) ? 'finished' : 'validation' }),
      migratingZone(otherOf(state)),
    ]),
    ...NAMES.map((name) => migratingZone(name, { state: 'finished' })),
  ],
});

/** Writes the migrations of these states: as they were made, or as the way changes them. */
function declare(key: Key, isChanged: boolean, states: readonly MigrationState[] = STATES): void {
  const lifecycle = {
    ...(key.endsWith('-first') && { create_before_destroy: true }),
    ...(key.startsWith('trigger') && { replace_triggered_by: ['terraform_data.revision'] }),
  };
  const abandons = key.startsWith('abandon') || (key === 'late' && isChanged);
  const blockOf = (state: MigrationState) => {
    const zone = zoneIdOf((key.startsWith('zone') && isChanged ? otherOf : nameOf)(state));
    const block = {
      zone_id: zone,
      target_state: finishes(state) ? 'finished' : 'validation',
      ...(finishes(state) && { acknowledge_irreversible: zone }),
      ...(abandons && { on_destroy: 'abandon', wait: false }),
    };
    if (key === 'module') return { source: './migration', ...block };
    if (key === 'count') return { ...block, count: isChanged ? 0 : 1 };
    if (key === 'each') return { ...block, for_each: isChanged ? {} : { zone }, zone_id: '${each.value}' };
    return { ...block, lifecycle };
  };
  const isGone = isChanged && ['block', 'module', 'removed'].includes(key);
  const prefix = key === 'renamed' && isChanged ? 'to-' : '';
  const blocks = Object.fromEntries(
    (isGone ? [] : states).map((state) => [`${prefix}${nameOf(state)}`, blockOf(state)]),
  );
  const removed = states.map((state) => ({ from: addressOf(state), lifecycle: { destroy: false } }));
  const terraform_data = { revision: { input: isChanged ? 'after' : 'before' } };
  if (key === 'module') migrations({}, isGone ? {} : { module: blocks });
  else if (key.startsWith('trigger')) migrations({}, { resource: { [TYPE]: blocks, terraform_data } });
  else migrations(blocks, key === 'removed' && isChanged ? { removed } : {});
}

const addressOf = (state: MigrationState): string => `${TYPE}.${nameOf(state)}`;

function moveTo(state: MigrationState, now: MigrationState): void {
  const times = now === 'finishing' ? { finishes_at: '2100-01-01T00:00:00Z' } : {};
  service.emulator.control.patchZone(zoneIdOf(nameOf(state)), { migration: { state: now, ...times } });
}

interface StateFile {
  resources: readonly StoredResource[];
}

const stateFile = (): StateFile => JSON.parse(workspace.read('terraform.tfstate')) as StateFile;
function editState(edit: (file: StateFile) => void): void {
  const file = stateFile();
  edit(file);
  workspace.write('terraform.tfstate', JSON.stringify(file, null, 2));
}
const instances = (): StoredResource['instances'] =>
  stored().flatMap(({ type, instances: all }) => (type === TYPE ? all : []));

const IS_TAINTED = /^(?:taint|provisioner|unrefreshed)/;

/** Brings the migrations into the state file and the zones into their states, or all into one. */
async function prepare(key: Key, all?: MigrationState): Promise<void> {
  beginAnew();
  const variables = ['zone_id', 'target_state', 'acknowledge_irreversible'];
  const here = Object.fromEntries(variables.map((name) => [name, `\${var.${name}}`]));
  const variable = Object.fromEntries(variables.map((name) => [name, { default: null }]));
  workspace.write('migration/main.tf.json', rootModule({ [TYPE]: { here } }, { variable }));
  declare(key, false);
  if (key === 'module') await workspace.run(['get']);
  await workspace.applied();
  for (const state of STATES) moveTo(state, all ?? state);
  await workspace.applied({ args: ['-refresh-only'] });
  if (IS_TAINTED.test(key))
    editState(({ resources }) => {
      for (const one of resources.flatMap((resource) => resource.instances)) one.status = 'tainted';
    });
  service.emulator.control.clearJournal();
  declare(key, true);
}

/** Leaves nothing in the state file but the migration of one zone, and what is no migration. */
function only(state: MigrationState): void {
  const isIts = ({ attributes }: StoredResource['instances'][number]): boolean =>
    attributes['zone_id'] === zoneIdOf(nameOf(state));
  editState((file) => {
    file.resources = file.resources.filter(({ type, instances }) => type !== TYPE || instances.some(isIts));
  });
}

/** What came of each migration: one that no error is about was let through. The refusals are in the words for them. */
async function expectVerdicts(
  key: Key,
  command: ReturnType<typeof workspace.apply>,
  says: (state: MigrationState) => string,
): Promise<void> {
  const [, begun, start = 'let through']: Way = WAYS[key];
  const { stdout } = await command;
  const errors = diagnosticsIn(stdout).filter(({ severity }) => severity === 'error');
  // What is refused once something is about to be made or destroyed is refused at apply.
  const applies = stdout.includes('"type":"apply_start"');
  const verdicts = STATES.map((state): [MigrationState, Verdict] => {
    const about = errors
      .map(({ summary, detail }) => `${summary}\n${detail}`)
      .filter((text) => text.includes(nameOf(state)));
    if (about.length > 0) expect(about.join('\n')).toContain(says(state));
    return [state, about.length === 0 ? 'let through' : applies ? 'refused at apply' : 'refused at plan'];
  });
  expect(verdicts).toEqual(STATES.map((state) => [state, state === 'start' ? start : begun]));
}

const destroyed = (state: MigrationState): string =>
  `cannot be destroyed: it is ${stateInWords(state)}, and the service offers no way back.`;
const recreated = (state: MigrationState): string =>
  `is already in the state (${state}) and cannot be re-created.`;
const otherZone = (state: MigrationState): string =>
  `zone_id cannot change to ${zoneIdOf(otherOf(state))}: this object is the migration of zone`;
const justNow = (state: MigrationState): string =>
  `${stateInWords(state)} (reported by the service just now)`;

const json = (...args: readonly string[]) => ({ args: ['-json', ...args] });
const flags = (name: string, states: readonly MigrationState[] = STATES): readonly string[] =>
  states.map((state) => `-${name}=${addressOf(state)}`);

/** The command of each way. */
function run(key: Key, states: readonly MigrationState[] = STATES): ReturnType<typeof workspace.apply> {
  if (key === 'destroy' || key === 'abandon') return workspace.destroy(json());
  if (key === 'target') return workspace.destroy(json(...flags('target', states)));
  if (key === 'state-rm') return workspace.run(['state', 'rm', ...states.map(addressOf)]);
  if (key === 'unrefreshed') return workspace.apply(json('-refresh=false'));
  return workspace.apply(json(...(/replace|late/.test(key) ? flags('replace', states) : [])));
}

/** A provisioner that failed leaves what `terraform taint` leaves. */
const PLAIN = Object.keys(WAYS).filter(
  (key) => !/^(?:provisioner$|saved|deposed|removed|state-rm|abandon)/.test(key),
) as Key[];

test.each(PLAIN.map((key) => [WAYS[key][0], key] as const))('%s', async (_what, key) => {
  await prepare(key);
  const [file, held] = [stateFile(), service.emulator.control.snapshot()];
  const replaces = /^(?:replace|late|trigger)/.test(key) || IS_TAINTED.test(key);
  const isMoved = key.startsWith('zone');
  await expectVerdicts(key, run(key), isMoved ? otherZone : replaces ? recreated : destroyed);
  expect([stateFile(), service.emulator.control.snapshot(), writes()]).toEqual([file, held, []]);
  if (isMoved) return;
  only('start');
  declare(key, true, ['start']);
  expect(await run(key, ['start'])).toMatchObject({ exitCode: 0 });
  const begins = replaces || key === 'renamed';
  expect([instances().length, writes().length]).toEqual(begins ? [1, 1] : [0, 0]);
});

/** Saves a plan while all are in start, and applies it when others have brought the zones to their states. */
async function appliedLater(key: Key, args: readonly string[]): ReturnType<typeof workspace.apply> {
  await prepare(key, 'start');
  expect(await workspace.plan({ out: 'saved.tfplan', args })).toMatchObject({ exitCode: 2 });
  for (const state of STATES) moveTo(state, state);
  return workspace.apply({ ...json(), planFile: 'saved.tfplan' });
}

test.each([
  ['saved', ['-destroy']],
  ['saved-replace', flags('replace')],
] as const)('a plan that was made in start: %s', async (key, args) => {
  await expectVerdicts(key, appliedLater(key, args), justNow);
});

test(`${WAYS['saved-replace-first'][0]}; ${WAYS.deposed[0]}`, async () => {
  const key = 'saved-replace-first';
  await expectVerdicts(key, appliedLater(key, flags('replace')), () => 'inconsistent final plan');
  // The engine keeps what it did not get rid of as deposed objects.
  expect(instances().filter(({ deposed }) => deposed !== undefined)).toHaveLength(3);
  await expectVerdicts('deposed', workspace.apply(json()), destroyed);
  only('validation');
  declare(key, true, ['validation']);
  moveTo('validation', 'start');
  expect(await workspace.apply()).toMatchObject({ exitCode: 0 });
  expect(instances()).toMatchObject([{ attributes: { zone_id: zoneIdOf(nameOf('validation')) } }]);
});

test.each(['removed', 'state-rm', 'abandon', 'abandon-replace'] as const)(
  '%s: leaves the zone as it is',
  async (key) => {
    await prepare(key);
    const held = service.emulator.control.snapshot();
    await expectVerdicts(key, run(key), () => 'nothing');
    // What is replaced is taken over as it is; in start, it begins.
    const isReplaced = key === 'abandon-replace';
    expect([instances().length, writes().length]).toEqual(isReplaced ? [4, 1] : [0, 0]);
    if (!isReplaced) expect(service.emulator.control.snapshot()).toEqual(held);
  },
);

test('the removed block of a refusal, with the address of a module, forgets all instances of for_each', async () => {
  beginAnew();
  const zones = Object.fromEntries(NAMES.map((name) => [name, zoneIdOf(name)]));
  const block = { for_each: '${var.zones}', zone_id: '${each.value}', target_state: 'finished' };
  const own = { this: { ...block, acknowledge_irreversible: '${each.value}' } };
  workspace.write(
    'fleet/main.tf.json',
    rootModule({ [TYPE]: own }, { variable: { zones: { type: 'map(string)' } } }),
  );
  migrations({}, { module: { fleet: { source: './fleet', zones } } });
  await workspace.ready();
  await workspace.applied();
  migrations({});
  const message = (await workspace.plan()).stderr.replace(/^[│╷╵] ?/gm, '');
  expect(message).toContain(`In a module, from is module.MODULE.${TYPE}.NAME.`);
  const removed = /^( *)removed \{\n[^]*?\n\1\}\n/m.exec(message)?.[0] ?? '';
  workspace.write('removed.tf', removed.replace(`${TYPE}.NAME`, `module.fleet.${TYPE}.this`));
  expect(printed(await workspace.plan())).toContain('0 to destroy');
  await workspace.applied();
  expect([stored(), writes()]).toEqual([[], []]);
});

test('swapped zones of two migrations are named, and neither is changed', async () => {
  beginAnew();
  workspace.write('removed.tf', '');
  migrations({ one: finished('one'), other: finished('other') });
  await workspace.applied();
  migrations({
    one: finished('other', { zone_id: zoneIdOf('other') }),
    other: finished('one', { zone_id: zoneIdOf('one') }),
  });
  const refused = await refusal();
  for (const [name, to] of [NAMES, NAMES.toReversed()] as readonly (readonly [string, string])[])
    expect(refused).toContain(
      `zone_id cannot change to ${zoneIdOf(to)}: this object is the migration of zone ${zoneText(name)}.`,
    );
  expect(refused).toContain('were the two zone ids swapped? If so, put each id back; to swap the addresses');
  expect(writes()).toEqual([]);
});
