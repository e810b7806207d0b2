import { LocalBackend, Testing } from 'cdktf';
import type { JournalEntry } from '../../emulator';
import {
  MigrationRollout,
  type MigrationRolloutProps,
  type RolloutMigrationSettings,
  RolloutWaves,
  ZoneInventory,
} from '../../lib';
import { approvalsText, type WaveApproval } from '../../lib/rollout/wave-approvals';
import { createWorkspace, startService, type TestService, type Workspace } from '../support/workspace';
import { migratingZone, zoneIdOf, type MigratingZone } from './migrating-zones';
import { TYPE } from './migration-workspace';

export let service: TestService;
let workspace: Workspace;
let waveOfZone: Readonly<Record<string, string>>;
let waveNames: readonly string[];

/** How long the service takes to finish, in seconds of its clock, which stands still until a test advances it. */
const FINISH_SECONDS = 60;

export interface RolloutZones {
  /** The names of the zones of each wave, in order. */
  readonly waves: Readonly<Record<string, readonly string[]>>;
  /** Zones that are not like the others. @default none */
  readonly unlike?: Readonly<Record<string, MigratingZone>>;
  /** How long the service takes to finish. @default FINISH_SECONDS */
  readonly finishSeconds?: number;
}

/** For the tests of a file, which build on each other: one emulator, and a folder with a root module for each wave. */
export function useRollout({ waves, unlike = {}, finishSeconds = FINISH_SECONDS }: RolloutZones): void {
  beforeAll(async () => {
    waveNames = Object.keys(waves);
    waveOfZone = Object.fromEntries(
      Object.entries(waves).flatMap(([wave, names]) => names.map((name) => [name, wave])),
    );
    seen = 0;
    const seed = { zones: Object.keys(waveOfZone).map((name) => migratingZone(name, unlike[name])) };
    service = await startService({ seed, settings: { finishSeconds } });
    workspace = await createWorkspace({ env: service.env, startedBy: 'workspace' });
  });
  afterAll(async () => {
    workspace.remove();
    await service.emulator.close();
  });
}

export interface RolloutSettings extends Partial<MigrationRolloutProps> {
  /** Of each migration. @default not to wait */
  readonly settings?: RolloutMigrationSettings;
  /** The waves of zones that have moved, by name. @default none */
  readonly moved?: Readonly<Record<string, string>>;
  /** Changes the rollout before it is synthesized. @default nothing */
  readonly edit?: (rollout: MigrationRollout) => void;
}

/** Writes the approvals and synthesizes the rollout. */
export function rollout(approvals: readonly WaveApproval[], options: RolloutSettings = {}): void {
  const { settings = { wait: false }, moved = {}, edit, ...props } = options;
  workspace.write('approvals.json', approvalsText(approvals));
  const zones = Object.entries({ ...waveOfZone, ...moved }).map(([name, wave]) => ({
    id: zoneIdOf(name),
    name: `${name}.example`,
    labels: { wave },
  }));
  const made = new MigrationRollout(Testing.app(), 'waf', {
    zones: ZoneInventory.of(zones),
    waves: RolloutWaves.byLabel('wave', waveNames),
    approvals: `${workspace.cwd}/approvals.json`,
    backend: (stack, key) => new LocalBackend(stack, { path: `${key}.tfstate` }),
    provider: { maxRequestsPerSecond: 1000, maxRetries: 0 },
    recordIn: 'terraform_data',
    migration: () => settings,
    ...props,
  });
  edit?.(made);
  for (const [wave, stack] of made.stacks)
    workspace.write(`${wave}/main.tf.json`, Testing.synth(stack, true));
}

/** The address of the migration of a zone in the root module of its wave. */
export function addressOf(wave: string, name: string): string {
  const { resource } = JSON.parse(workspace.read(`${wave}/main.tf.json`)) as {
    readonly resource: Readonly<Record<string, Readonly<Record<string, { readonly zone_id?: string }>>>>;
  };
  const migrations = Object.entries(resource[TYPE] ?? {});
  const [id] = migrations.find(([, { zone_id }]) => zone_id === zoneIdOf(name)) ?? [];
  return `${TYPE}.${id}`;
}

/** An approval of zones by their names. */
export function approval(
  wave: string,
  digests: Readonly<Record<string, string | null>>,
  leftOut: Readonly<Record<string, string>> = {},
): WaveApproval {
  const byId = <T>(zones: Readonly<Record<string, T>>, fact: string): Record<string, never> =>
    Object.fromEntries(
      Object.entries(zones).map(([name, value]) => [
        zoneIdOf(name),
        { name: `${name}.example`, [fact]: value } as never,
      ]),
    );
  return {
    wave,
    target: 'finished',
    by: 'Ada <ada@example.com>',
    at: '2027-01-31T08:00:00Z',
    ticket: 'OPS-1',
    zones: byId(digests, 'digest'),
    leftOut: byId(leftOut, 'reason'),
  };
}

/** The outcome of a command: its exit code, and what it printed on one line. */
export interface Outcome {
  readonly exitCode: number;
  readonly text: string;
}

/** Runs a command of the engine in the folder of a wave. */
export async function engineIn(wave: string, ...args: readonly string[]): Promise<Outcome> {
  const { exitCode, stdout, stderr } = await workspace.run([`-chdir=${wave}`, ...args]);
  return { exitCode, text: `${stdout} ${stderr}`.replaceAll(/[\s│╷╵]+/g, ' ') };
}

export async function ready(wave: string): Promise<void> {
  expect(await engineIn(wave, 'init', '-input=false', '-no-color')).toMatchObject({ exitCode: 0 });
}

/** Plans a wave, and saves the plan. */
export async function plan(wave: string, ...args: readonly string[]): Promise<Outcome> {
  return engineIn(
    wave,
    'plan',
    '-input=false',
    '-detailed-exitcode',
    '-no-color',
    '-out=wave.tfplan',
    ...args,
  );
}

/** Applies the saved plan of a wave. */
export async function apply(wave: string): Promise<Outcome> {
  return engineIn(wave, 'apply', '-input=false', '-no-color', 'wave.tfplan');
}

/** Plans a wave and applies exactly that. */
export async function applied(wave: string): Promise<void> {
  expect(await plan(wave)).toMatchObject({ exitCode: 2 });
  expect(await apply(wave)).toMatchObject({ exitCode: 0 });
}

/** The outputs in the state of a wave. */
export function outputs(wave: string): Readonly<Record<string, unknown>> {
  const state = JSON.parse(workspace.read(`${wave}/waf-${wave}.tfstate`)) as {
    readonly outputs: Readonly<Record<string, { readonly value: unknown }>>;
  };
  return Object.fromEntries(Object.entries(state.outputs).map(([name, { value }]) => [name, value]));
}

/** The record of a wave's gate, in its state. */
export function record(wave: string): unknown {
  const { resources } = JSON.parse(workspace.read(`${wave}/waf-${wave}.tfstate`)) as {
    readonly resources: readonly {
      readonly type: string;
      readonly instances: readonly {
        readonly attributes: { readonly output?: { readonly value: unknown } };
      }[];
    }[];
  };
  return resources.find(({ type }) => type === 'terraform_data')?.instances[0]?.attributes.output?.value;
}

/** How many requests have been looked at. */
let seen = 0;

export interface Traffic {
  /** The zones that were written, each once. */
  readonly written: readonly string[];
  /** The zones for which a write was refused, each once. */
  readonly refused: readonly string[];
  /** The number of all requests. */
  readonly requests: number;
}

/** What the service has got since this was asked last. */
export function traffic(): Traffic {
  const names = new Map(Object.keys(waveOfZone).map((name) => [zoneIdOf(name), name]));
  const all = service.emulator.control.journal();
  const fresh = all.slice(seen);
  seen = all.length;
  const writes = fresh.filter(({ method }) => method !== 'GET');
  const zonesOf = (entries: readonly JournalEntry[]): readonly string[] =>
    [...new Set(entries.map(({ zoneId }) => names.get(String(zoneId)) ?? String(zoneId)))].sort();
  return {
    written: zonesOf(writes.filter(({ servedStatus }) => servedStatus === 200)),
    refused: zonesOf(writes.filter(({ servedStatus }) => servedStatus !== 200)),
    requests: fresh.length,
  };
}

/** Where the zones of a wave stand, in the emulator's word. */
export function states(wave: string): Readonly<Record<string, string | undefined>> {
  const names = Object.keys(waveOfZone).filter((name) => waveOfZone[name] === wave);
  const { control } = service.emulator;
  return Object.fromEntries(names.map((name) => [name, control.zone(zoneIdOf(name)).migration.state]));
}

/** The service refuses every update of a zone's rules. */
export function fails(name: string, status: number): void {
  const match = { operation: 'rulesets.entrypoint.update', zoneId: zoneIdOf(name) };
  service.emulator.control.faults.put([{ match, effect: { kind: 'answer', status } }]);
}

/** The service finishes what was begun. */
export async function finishes(): Promise<void> {
  await service.emulator.control.clock.advance(FINISH_SECONDS * 1000);
}
