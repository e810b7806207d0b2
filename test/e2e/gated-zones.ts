import { LocalBackend, TerraformStack, TerraformVariable, Testing } from 'cdktf';
import { ManagedRulesMigration, MigrationGate, type MigrationGateProps, ZoneProvider } from '../../lib';
import { createWorkspace, startService, type TestService, type Workspace } from '../support/workspace';
import { migratingZone, zoneIdOf, type MigratingZone } from './migrating-zones';

export let service: TestService;
export let workspace: Workspace;

/** What was approved of the zone with a name. */
export type Gates = Readonly<Record<string, Omit<MigrationGateProps, 'zoneId'>>>;

/** For the tests of a file, which build on each other: one emulator, and one root module with gates and migrations. */
export function useGatedZones(zones: Readonly<Record<string, MigratingZone>>): void {
  beforeAll(async () => {
    zoneNames = Object.keys(zones);
    seen = 0;
    // That a word is missing is said at synth, too.
    jest.spyOn(process, 'emitWarning').mockImplementation();
    const seed = { zones: Object.entries(zones).map(([name, zone]) => migratingZone(name, zone)) };
    service = await startService({ seed, settings: { finishSeconds: 0 } });
    workspace = await createWorkspace({ env: service.env, startedBy: 'workspace' });
    gates({ [String(zoneNames[0])]: { targetState: 'validation' } });
    await workspace.ready();
  });
  afterAll(() => jest.restoreAllMocks());
}

/** Makes a variable with this value, which is not known at synth. */
export type MakeVariable = (value: string | boolean) => TerraformVariable;

/** Synthesizes a gate and a migration for each zone by its name. */
export function gates(declared: Gates | ((variable: MakeVariable) => Gates)): void {
  const stack = new TerraformStack(Testing.app(), 'gates');
  new LocalBackend(stack, { path: 'terraform.tfstate' });
  new ZoneProvider(stack, 'zone', { maxRequestsPerSecond: 1000 });
  const variable: MakeVariable = (value) =>
    new TerraformVariable(stack, `variable_${stack.node.children.length}`, { default: value });
  const all = typeof declared === 'function' ? declared(variable) : declared;
  for (const [name, props] of Object.entries(all)) {
    const gate = new MigrationGate(stack, `${name} gate`, { zoneId: zoneIdOf(name), ...props });
    new ManagedRulesMigration(stack, name, { gate });
  }
  workspace.write('main.tf.json', Testing.synth(stack, true));
}

/** Who has written to the service since this was asked last: the name of the zone for each write. */
export function writers(): readonly string[] {
  const names = new Map(zoneNames.map((name) => [zoneIdOf(name), name]));
  const all = service.emulator.control.journal().filter(({ method }) => method !== 'GET');
  const fresh = all.slice(seen);
  seen = all.length;
  return fresh.map(({ zoneId }) => names.get(String(zoneId)) ?? String(zoneId)).sort();
}

/** How many writes have been looked at. */
let seen = 0;
let zoneNames: readonly string[] = [];

/** Where the zones stand, in the emulator's word. */
export function states(names: readonly string[]): Readonly<Record<string, string | undefined>> {
  const { control } = service.emulator;
  return Object.fromEntries(names.map((name) => [name, control.zone(zoneIdOf(name)).migration.state]));
}

/** Applies, and gives back the errors by the zone that they are of: each of them names it. */
export async function failures(planFile?: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const file = planFile === undefined ? [] : [planFile];
  const { stdout, exitCode } = await workspace.run([
    'apply',
    '-json',
    '-auto-approve',
    '-input=false',
    ...file,
  ]);
  const found: Record<string, string[]> = {};
  for (const line of stdout.split('\n').filter((each) => each.startsWith('{'))) {
    const { diagnostic } = JSON.parse(line) as { readonly diagnostic?: Diagnostic };
    if (diagnostic?.severity !== 'error') continue;
    const { summary, detail } = diagnostic;
    const text = summary === 'Resource precondition failed' ? detail : `${summary}\n${detail}`;
    const name = zoneNames.find((each) => text.includes(zoneIdOf(each))) ?? 'of no zone';
    found[name] = [...(found[name] ?? []), text];
  }
  expect(exitCode).toBe(Object.keys(found).length > 0 ? 1 : 0);
  return found;
}

interface Diagnostic {
  readonly severity: 'error' | 'warning';
  readonly summary: string;
  readonly detail: string;
}
