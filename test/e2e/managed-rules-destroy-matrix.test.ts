import { stateInWords } from '../../provider-shim/resources/migration/status';
import type { MigrationState } from '../../schema';
import {
  ASKED,
  COMMANDS,
  DEPOSED,
  FORGOTTEN,
  REMOVED,
  REPLACED,
  SAVED,
  STATES,
  TAINTED,
  UNREFRESHED,
  type Verdict,
  type Way,
} from './destroy-matrix';
import { eventsOf } from './engine-events';
import { migratingZone, zoneIdOf } from './migrating-zones';
import type { StoredResource } from './one-service';
import { rootModule } from '../support/workspace';
import {
  beginAnew,
  migrations,
  service,
  stored,
  TYPE,
  useMigratingZones,
  workspace,
  writes,
  type MigrationBlock,
} from './migration-workspace';

/** The table of docs/guides/migrate.md: a migration in each state, destroyed and replaced in every way. */

const nameOf = (state: MigrationState): string => `in-${state}`;
const otherOf = (state: MigrationState): string => `other-${state}`;
const finishes = (state: MigrationState): boolean => state === 'finishing' || state === 'finished';

useMigratingZones({
  fresh: false,
  zones: STATES.flatMap((state) => [
    migratingZone(nameOf(state), { state: finishes(state) ? 'finished' : 'validation' }),
    migratingZone(otherOf(state)),
  ]),
});

/** Writes the migrations of these states: as they were made, or as the way changes them. */
function declare(key: string, isChanged: boolean, states: readonly MigrationState[] = STATES): void {
  const lifecycle = key.endsWith('-first') ? { create_before_destroy: true } : {};
  const abandons = key.startsWith('abandon') || (key === 'late' && isChanged);
  const blockOf = (state: MigrationState): MigrationBlock => {
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
    if (key.startsWith('trigger'))
      return { ...block, lifecycle: { ...lifecycle, replace_triggered_by: ['terraform_data.revision'] } };
    return { ...block, lifecycle };
  };
  const isGone = isChanged && ['block', 'module', 'removed'].includes(key);
  const blocks = Object.fromEntries(
    (isGone ? [] : states).map((state) => [
      `${key === 'renamed' && isChanged ? 'to-' : ''}${nameOf(state)}`,
      blockOf(state),
    ]),
  );
  const removed = states.map((state) => ({
    from: `${TYPE}.${nameOf(state)}`,
    lifecycle: { destroy: false },
  }));
  const input = isChanged ? 'after' : 'before';
  if (key === 'module') migrations({}, Object.keys(blocks).length > 0 ? { module: blocks } : {});
  else if (key.startsWith('trigger'))
    migrations({}, { resource: { [TYPE]: blocks, terraform_data: { revision: { input } } } });
  else migrations(blocks, key === 'removed' && isChanged ? { removed } : {});
}

function moveTo(state: MigrationState, now: MigrationState): void {
  const times = now === 'finishing' ? { finishes_at: '2100-01-01T00:00:00Z' } : {};
  service.emulator.control.patchZone(zoneIdOf(nameOf(state)), { migration: { state: now, ...times } });
}

interface StateFile {
  readonly resources: readonly StoredResource[];
}

const stateFile = (): StateFile => JSON.parse(workspace.read('terraform.tfstate')) as StateFile;
const instances = (): StoredResource['instances'] =>
  stored().flatMap(({ type, instances: all }) => (type === TYPE ? all : []));

/** Brings the migrations into the state file and the zones into their states, or all into one. */
async function prepare(key: string, all?: MigrationState): Promise<void> {
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
  if (TAINTED.some((way) => way.key === key) || key === UNREFRESHED.key) {
    const file = stateFile();
    for (const { instances } of file.resources) for (const one of instances) one.status = 'tainted';
    workspace.write('terraform.tfstate', JSON.stringify(file, null, 2));
  }
  service.emulator.control.clearJournal();
}

/** Leaves nothing in the state file but the migration of one zone, and what is no migration. */
function only(state: MigrationState): void {
  const { resources, ...file } = stateFile();
  const left = resources.filter(
    ({ type, instances }) =>
      type !== TYPE || instances.some(({ attributes }) => attributes.zone_id === zoneIdOf(nameOf(state))),
  );
  workspace.write('terraform.tfstate', JSON.stringify({ ...file, resources: left }, null, 2));
}

/** What came of each migration: one that no error is about was let through. The refusals are in the words for them. */
async function verdictsOf(
  command: ReturnType<typeof workspace.apply>,
  says: (state: MigrationState) => string,
): Promise<Readonly<Record<string, Verdict>>> {
  const { errors, applies } = await eventsOf(command);
  return Object.fromEntries(
    STATES.map((state) => {
      const about = errors
        .map(({ summary, detail }) => `${summary}\n${detail}`)
        .filter((text) => text.includes(nameOf(state)));
      if (about.length > 0) expect(about.join('\n')).toContain(says(state));
      return [state, about.length === 0 ? 'let through' : applies ? 'refused at apply' : 'refused at plan'];
    }),
  );
}

const destroyed = (state: MigrationState): string =>
  `cannot be destroyed: it is ${stateInWords(state)}, and the service offers no way back.`;
const recreated = (state: MigrationState): string =>
  `is already in the state (${state}) and cannot be re-created.`;

const json = (...args: readonly string[]) => ({ args: ['-json', ...args] });
const flags = (name: string, states: readonly MigrationState[] = STATES): readonly string[] =>
  states.map((state) => `-${name}=${TYPE}.${nameOf(state)}`);

/** The command of each way. */
function run(key: string, states: readonly MigrationState[] = STATES): ReturnType<typeof workspace.apply> {
  if (key === 'destroy') return workspace.destroy(json());
  if (key === 'target') return workspace.destroy(json(...flags('target', states)));
  const isAsked = ASKED.some((way) => way.key === key);
  const args = key === UNREFRESHED.key ? ['-refresh=false'] : isAsked ? flags('replace', states) : [];
  return workspace.apply(json(...args));
}

const WAYS: readonly Way[] = [...COMMANDS, ...REMOVED, ...ASKED, ...REPLACED, ...TAINTED, UNREFRESHED];

test.each(WAYS.map((way) => [way.what, way] as const))('%s', async (_what, { key, verdicts }) => {
  const replaces = [...ASKED, ...REPLACED, ...TAINTED, UNREFRESHED].some((way) => way.key === key);
  await prepare(key);
  declare(key, true);
  const { control } = service.emulator;
  const [file, held] = [stateFile(), control.snapshot()];
  const says = (state: MigrationState): string =>
    key.startsWith('zone')
      ? `zone_id cannot change to ${zoneIdOf(otherOf(state))}: this object is the migration of zone`
      : (replaces ? recreated : destroyed)(state);
  expect(await verdictsOf(run(key), says)).toEqual(verdicts);
  expect([stateFile(), control.snapshot(), writes()]).toEqual([file, held, []]);
  if (verdicts.start !== 'let through') return;
  only('start');
  declare(key, true, ['start']);
  expect(await run(key, ['start'])).toMatchObject({ exitCode: 0 });
  const begins = replaces || key === 'renamed';
  expect([instances().length, writes().length]).toEqual(begins ? [1, 1] : [0, 0]);
});

/** Saves a plan while all are in start, and applies it when others have brought the zones to their states. */
async function appliedLater(key: string, args: readonly string[]): ReturnType<typeof workspace.apply> {
  await prepare(key, 'start');
  declare(key, true);
  expect(await workspace.plan({ out: 'saved.tfplan', args })).toMatchObject({ exitCode: 2 });
  for (const state of STATES) moveTo(state, state);
  return workspace.apply({ ...json(), planFile: 'saved.tfplan' });
}

test.each([
  [SAVED.destroy.what, SAVED.destroy, ['-destroy']],
  [SAVED.replace.what, SAVED.replace, flags('replace')],
] as const)('%s', async (_what, { key, verdicts }, args) => {
  const says = (state: MigrationState): string => `${stateInWords(state)} (reported by the service just now)`;
  expect(await verdictsOf(appliedLater(key, args), says)).toEqual(verdicts);
});

test(`${SAVED.replaceFirst.what}; ${DEPOSED.what}`, async () => {
  const { key, verdicts } = SAVED.replaceFirst;
  const says = (): string => 'inconsistent final plan';
  expect(await verdictsOf(appliedLater(key, flags('replace')), says)).toEqual(verdicts);
  // The engine keeps what it did not get rid of as deposed objects.
  expect(instances().filter(({ deposed }) => deposed !== undefined)).toHaveLength(3);
  const next = await verdictsOf(run(key), destroyed);
  expect(next).toEqual(DEPOSED.verdicts);
  only('validation');
  declare(key, true, ['validation']);
  moveTo('validation', 'start');
  expect(await run(key)).toMatchObject({ exitCode: 0 });
  expect(instances()).toMatchObject([{ attributes: { zone_id: zoneIdOf(nameOf('validation')) } }]);
});

test.each(Object.values(FORGOTTEN).map((way) => [way.what, way] as const))(
  '%s: leaves the zone as it is',
  async (_what, { key, verdicts }) => {
    await prepare(key);
    declare(key, true);
    const held = service.emulator.control.snapshot();
    const command =
      key === FORGOTTEN.stateRm.key
        ? workspace.run(['state', 'rm', ...STATES.map((state) => `${TYPE}.${nameOf(state)}`)])
        : key === FORGOTTEN.abandon.key
          ? workspace.destroy(json())
          : workspace.apply(json(...(key === FORGOTTEN.abandonReplace.key ? flags('replace') : [])));
    expect(await verdictsOf(command, () => 'nothing')).toEqual(verdicts);
    // What is replaced is taken over as it is; in start, it begins.
    const isReplaced = key === FORGOTTEN.abandonReplace.key;
    expect([instances().length, writes().length]).toEqual(isReplaced ? [4, 1] : [0, 0]);
    if (!isReplaced) expect(service.emulator.control.snapshot()).toEqual(held);
  },
);
