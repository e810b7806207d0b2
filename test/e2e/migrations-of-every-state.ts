import type { MigrationState } from '../../schema';
import type { SeedZone, Snapshot } from '../../emulator';
import {
  createWorkspace,
  startService,
  type TestService,
  type Workspace,
  type WorkspaceOptions,
} from '../support/workspace';
import { STATES } from './destroy-matrix';

/** A migration of one way and one state: a zone of its own, and a resource with its address. */
export interface Cell {
  readonly key: string;
  readonly state: MigrationState;
  /** Where somebody else brought it since. */
  readonly now?: MigrationState;
}

/** Whether a configuration is as it was first applied, or as the change of its way makes it. */
export type Version = 'before' | 'after';

export let service: TestService;
export let workspace: Workspace;

/** The state file and the emulator, when every migration is where it should be. */
let prepared: { readonly file: string; readonly emulator: Snapshot };
let keys: readonly string[] = [];

const TYPE = 'zone_managed_rules_migration';
const MODULE = 'migration/main.tf.json';

/** A migration that is finishing does not end before the emulator's clock is moved. */
const ENDS = Date.parse('2030-01-01T00:00:00Z');

/**
 * For the tests of a file: the migrations of all these ways in all four states, applied by one engine, each in a zone
 * of its own.
 */
export function useMigrations(ways: readonly string[], options: Pick<WorkspaceOptions, 'startedBy'>): void {
  keys = ways;
  beforeAll(async () => {
    service = await startService({ seed: { zones: zones(cells()), options: { finish_seconds: 0 } } });
    workspace = await createWorkspace({ env: service.env, ...options });
    await prepare();
  });
}

/** Cells of the ways; of all of them when none is named. */
export function cells(
  ways: readonly string[] = keys,
  states: readonly MigrationState[] = STATES,
): readonly Cell[] {
  return ways.flatMap((key) => states.map((state) => ({ key, state })));
}

export function zoneOf({ key, state }: Cell): string {
  const digits = `${keys.indexOf(key).toString(16)}${STATES.indexOf(state)}`;
  return digits.padStart(8, '0').padEnd(32, '0');
}

/** The zone as messages of the provider call it. */
export function zoneTextOf(cell: Cell): string {
  return `${nameOf(cell)}.example (${zoneOf(cell)})`;
}

/** The zone that a resource whose zone_id is changed is for afterwards. */
export function otherZoneOf(cell: Cell): string {
  return `f${zoneOf(cell).slice(1)}`;
}

const nameOf = ({ key, state }: Cell): string => `${key}-${state}`;

const nameIn = (cell: Cell, version: Version): string =>
  version === 'after' && cell.key === 'renamed' ? `to-${nameOf(cell)}` : nameOf(cell);

export function addressOf(cell: Cell): string {
  switch (cell.key) {
    case 'count':
      return `${TYPE}.${nameOf(cell)}[0]`;
    case 'each':
      return `${TYPE}.${nameOf(cell)}["zone"]`;
    case 'module':
      return `module.${nameOf(cell)}.${TYPE}.here`;
    default:
      return `${TYPE}.${nameOf(cell)}`;
  }
}

/** Puts the emulator and the state file back to where they were prepared, with these migrations alone. */
export function begin(chosen: readonly Cell[], version: Version = 'before'): void {
  service.emulator.control.restore(prepared.emulator);
  workspace.write('terraform.tfstate', prepared.file);
  only(chosen);
  configure(chosen, version);
}

/** Leaves nothing but these migrations in the state file, in the engine's own form, and begins a new journal. */
export function only(chosen: readonly Cell[]): void {
  const ids = chosen.map(zoneOf);
  const state = JSON.parse(workspace.read('terraform.tfstate')) as StateFile;
  const resources = state.resources.filter(({ type, instances }) =>
    type === TYPE
      ? instances.some(({ attributes }) => ids.includes(attributes.zone_id))
      : chosen.some(isTriggered),
  );
  workspace.write('terraform.tfstate', `${JSON.stringify({ ...state, resources }, null, 2)}\n`);
  service.emulator.control.clearJournal();
}

/** The migrations that the state file has: zone, and the state of the migration; in the order of the zones. */
export function stored(): readonly StoredMigration[] {
  const { resources } = JSON.parse(workspace.read('terraform.tfstate')) as StateFile;
  return resources
    .filter(({ type }) => type === TYPE)
    .flatMap(({ instances }) => instances)
    .map(({ attributes, status, deposed }) => ({
      zone: attributes.zone_id,
      state: attributes.migration_state,
      ...(status === undefined ? {} : { status }),
      deposed: deposed !== undefined,
    }))
    .sort((a, b) => (a.zone < b.zone ? -1 : 1));
}

export interface StoredMigration {
  readonly zone: string;
  readonly state: string;
  readonly status?: string;
  readonly deposed: boolean;
}

interface StateFile {
  readonly resources: readonly {
    readonly type: string;
    readonly instances: readonly {
      readonly attributes: { readonly zone_id: string; readonly migration_state: string };
      readonly status?: string;
      readonly deposed?: string;
    }[];
  }[];
}

/** Writes the root module with the migrations of these cells. */
export function configure(chosen: readonly Cell[], version: Version, more: object = {}): void {
  const isModule = ({ key }: Cell): boolean => key === 'module';
  const modules = version === 'before' ? chosen.filter(isModule) : [];
  const blocks = chosen.filter((cell) => !isModule(cell) && !(version === 'after' && cell.key === 'block'));
  workspace.write(
    'main.tf.json',
    JSON.stringify({
      terraform: REQUIRED,
      provider: { zone: { max_requests_per_second: 1000 } },
      ...unlessEmpty('resource', {
        ...unlessEmpty('terraform_data', chosen.some(isTriggered) ? { revision: { input: version } } : {}),
        ...unlessEmpty(
          TYPE,
          named(blocks, version, (cell) => block(cell, version)),
        ),
      }),
      ...unlessEmpty(
        'module',
        named(modules, version, (cell) => ({ source: './migration', ...migration(cell) })),
      ),
      ...more,
    }),
  );
}

/** The engine refuses JSON that has a kind of block and no block of it. */
function unlessEmpty(name: string, blocks: object): object {
  return Object.keys(blocks).length === 0 ? {} : { [name]: blocks };
}

function named(chosen: readonly Cell[], version: Version, of: (cell: Cell) => object): object {
  return Object.fromEntries(chosen.map((cell) => [nameIn(cell, version), of(cell)]));
}

/** Replaced with another resource, which has to be there then. */
function isTriggered({ key }: Cell): boolean {
  return key === 'trigger' || key === 'trigger-first';
}

const REQUIRED = { required_providers: { zone: { source: 'zonewright/zone' } } };

const INPUTS = ['zone_id', 'target_state', 'acknowledge_irreversible', 'delete_uri_overrides'];

function migration(cell: Cell): Readonly<Record<string, unknown>> {
  const zone = zoneOf(cell);
  const finishes = cell.state === 'finishing' || cell.state === 'finished';
  return {
    zone_id: zone,
    target_state: finishes ? 'finished' : 'validation',
    acknowledge_irreversible: finishes ? zone : null,
    delete_uri_overrides: true,
  };
}

function block(cell: Cell, version: Version): Readonly<Record<string, unknown>> {
  const base = migration(cell);
  const changed = version === 'after';
  const first = cell.key.endsWith('-first') ? { create_before_destroy: true } : {};
  switch (cell.key) {
    case 'count':
      return { ...base, count: changed ? 0 : 1 };
    case 'each':
      return { ...base, for_each: changed ? {} : { zone: base['zone_id'] }, zone_id: '${each.value}' };
    case 'trigger':
    case 'trigger-first':
      return { ...base, lifecycle: { ...first, replace_triggered_by: ['terraform_data.revision'] } };
    case 'zone':
    case 'zone-first': {
      const zone = changed ? otherZoneOf(cell) : base['zone_id'];
      const word = base['acknowledge_irreversible'] === null ? null : zone;
      return { ...base, lifecycle: first, zone_id: zone, acknowledge_irreversible: word };
    }
    case 'provisioner':
    case 'provisioner-first':
      return {
        ...base,
        lifecycle: first,
        ...(changed ? {} : { provisioner: [{ 'local-exec': { command: 'exit 1' } }] }),
      };
    case 'late':
      return { ...base, on_destroy: changed ? 'abandon' : 'refuse' };
    case 'abandon':
    case 'abandon-replace':
      return { ...base, on_destroy: 'abandon' };
    default:
      return { ...base, lifecycle: first };
  }
}

/** Zones in which nothing has begun. An override keeps those of `start` from beginning with the first apply. */
function zones(all: readonly Cell[]): readonly SeedZone[] {
  return all.flatMap((cell) => [
    {
      id: zoneOf(cell),
      name: `${nameOf(cell)}.example`,
      previous_waf: {
        uri_overrides:
          cell.state === 'start'
            ? [{ urls: [`${nameOf(cell)}.example/*`], rules: { '100015': 'disable' } }]
            : [],
      },
    },
    { id: otherZoneOf(cell), name: `other-${nameOf(cell)}.example` },
  ]);
}

async function prepare(): Promise<void> {
  const variables = Object.fromEntries(INPUTS.map((name) => [name, {}]));
  const values = Object.fromEntries(INPUTS.map((name) => [name, `\${var.${name}}`]));
  workspace.write(
    MODULE,
    JSON.stringify({ terraform: REQUIRED, variable: variables, resource: { [TYPE]: { here: values } } }),
  );
  configure(cells(), 'before');
  await workspace.ready();
  // The provisioners fail, and nothing else does.
  const { stdout, stderr } = await workspace.apply();
  const failed = stderr.match(/^.*Error: .*$/gm) ?? [];
  if (failed.some((line) => !line.includes('local-exec provisioner error'))) throw new Error(stdout + stderr);
  for (const cell of cells(keys, ['finishing'])) setState(cell, 'finishing');
  await workspace.applied({ args: ['-refresh-only'] });
  for (const cell of cells(keys.filter((key) => key === 'taint')))
    await workspace.run(['taint', addressOf(cell)]);
  prepared = { file: workspace.read('terraform.tfstate'), emulator: service.emulator.control.snapshot() };
}

/** Lets what is finishing come to its end. */
export async function letFinish(): Promise<void> {
  const { clock } = service.emulator.control;
  await clock.advance(ENDS - Date.parse(clock.now()));
}

/** Sets the migration of a zone behind the provider's back. */
export function setState(cell: Cell, state: MigrationState): Cell {
  const times = state === 'finishing' ? { finishes_at: new Date(ENDS).toISOString() } : {};
  service.emulator.control.patchZone(zoneOf(cell), { migration: { state, ...times } });
  return { ...cell, now: state };
}
