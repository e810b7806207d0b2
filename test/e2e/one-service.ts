import type { JournalEntry, StartOptions } from '../../emulator';
import {
  createWorkspace,
  hcl,
  rootModule,
  startService,
  type Resources,
  type TestService,
  type Workspace,
  type WorkspaceOptions,
} from '../support/workspace';

/** The emulator and the root module of a test file, from its first test on. */
export let service: TestService;
export let workspace: Workspace;

export function useService(options: StartOptions = {}): void {
  beforeAll(async () => {
    service = await startService(options);
  });
}

interface RootModule extends WorkspaceOptions {
  /** Writes the root module that is initialized. @default - one that declares the provider */
  readonly declare?: () => void;
}

/** One emulator, and one root module that leads to it and is initialized. */
export function useWorkspace(options: StartOptions, { declare, ...module }: RootModule = {}): void {
  useService(options);
  beforeAll(async () => {
    workspace = await createWorkspace({
      startedBy: 'workspace',
      ...module,
      env: { ...service.env, ...module.env },
    });
    if (declare) declare();
    else if (!module.files) workspace.write('main.tf', hcl(''));
    await workspace.ready();
  });
}

/** Back to the seed and an empty state; what else these files have is gone, too. */
export function beginAnew(...files: readonly string[]): void {
  service.emulator.control.reset();
  for (const file of ['terraform.tfstate', 'terraform.tfstate.backup', ...files]) workspace.write(file, '');
}

/** The service does not have a zone any more. */
export function loseZone(zoneId: string): void {
  const { control } = service.emulator;
  const snapshot = control.snapshot();
  control.restore({ ...snapshot, zones: snapshot.zones.filter(({ id }) => id !== zoneId) });
}

/** The requests so far, without the zone's address. */
export function calls(): readonly string[] {
  return service.emulator.control
    .journal()
    .map(({ method, path }) => `${method} ${path.replace(/.*\/zones\/[0-9a-f]+/, '')}`);
}

/** Every request that is not a read. */
export function writes(): readonly JournalEntry[] {
  return service.emulator.control.journal().filter(({ method }) => method !== 'GET');
}

/** The engine's text without its frame and the line breaks that it puts into a text. */
export function flat(text: string): string {
  return text.replace(/[│╷╵]/g, '').replace(/\s+/g, ' ');
}

/** All that a command prints, likewise. */
export function printed({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string {
  return flat(`${stdout}\n${stderr}`);
}

/** Writes the root module: resources by their types and names, and what else there is. */
export function declare(resource: Resources, more: object = {}): void {
  workspace.write('main.tf.json', rootModule(resource, more));
}

/** What a command prints that fails. */
export async function refusal(command = workspace.plan()): Promise<string> {
  const run = await command;
  expect({ ...run, exitCode: 1 }).toEqual(run);
  return printed(run);
}

/** Nothing is left to do. */
export async function rest(): Promise<void> {
  const { exitCode, stdout, stderr } = await workspace.plan();
  expect([exitCode, exitCode === 0 ? '' : stdout + stderr]).toEqual([0, '']);
}

/** Applies; then nothing is left to do, and a refresh finds nothing new. */
export async function settle(): Promise<void> {
  await workspace.applied();
  await rest();
  expect(await workspace.plan({ refreshOnly: true })).toMatchObject({ exitCode: 0 });
}

/** An object that a plan is about. */
export interface PlannedChange {
  readonly address: string;
  readonly previous_address?: string;
  readonly name: string;
  readonly type: string;
  readonly change: {
    readonly actions: readonly string[];
    readonly importing?: object;
    readonly before: Readonly<Record<string, unknown>> | null;
    readonly after: Readonly<Record<string, unknown>> | null;
  };
}

/** What a saved plan does, as the engine shows it of the file. */
export async function changesIn(
  planFile: string,
  { showJson } = workspace,
): Promise<readonly PlannedChange[]> {
  const { json } = await showJson(planFile);
  return (json as { readonly resource_changes?: readonly PlannedChange[] }).resource_changes ?? [];
}

/** A resource in the state file. */
export interface StoredResource {
  readonly type: string;
  readonly name: string;
  readonly instances: readonly {
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly private?: string;
    readonly deposed?: string;
    status?: string;
  }[];
}

/** The resources in the state file. */
export function stored(): readonly StoredResource[] {
  const text = workspace.read('terraform.tfstate');
  return (JSON.parse(text) as { readonly resources: readonly StoredResource[] }).resources;
}
