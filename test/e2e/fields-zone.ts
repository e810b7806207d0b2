import { DEFAULT_ZONE_ID } from '../../emulator';
import {
  createWorkspace,
  hcl,
  startService,
  type TestService,
  type Workspace,
  type WorkspaceOptions,
} from '../support/workspace';

export const PHASE = 'http_log_custom_fields';
export const ADDRESS = 'zone_log_custom_fields.main';

export let service: TestService;
export let workspace: Workspace;

/** For the tests of a file: one emulator and one root module, each test beginning with a new zone and an empty state. */
export function useFieldsZone(
  startedBy: WorkspaceOptions['startedBy'],
  options: Parameters<typeof startService>[0] = {},
): void {
  beforeAll(async () => {
    service = await startService(options);
    workspace = await createWorkspace({
      env: service.env,
      startedBy,
      files: { 'main.tf': fields({ cookies: ['Sid'] }) },
    });
    await workspace.ready();
  });
  beforeEach(beginAnew);
}

function beginAnew(): void {
  service.emulator.control.reset();
  for (const file of ['terraform.tfstate', 'terraform.tfstate.backup']) workspace.write(file, '');
  workspace.write('import.tf', '');
}

/** The engine's text without its frame and its line breaks. */
export function flat(text: string): string {
  return text.replace(/[│|\s]+/g, ' ');
}

/** For the tests of a block: each begins with these fields applied. They are applied once, and then put back. */
export function useAppliedFields(given: Fields): void {
  let putBack: () => void;
  beforeAll(async () => {
    beginAnew();
    await applyFields(given);
    const zones = service.emulator.control.snapshot();
    const state = workspace.read('terraform.tfstate');
    putBack = () => {
      service.emulator.control.restore(zones);
      workspace.write('terraform.tfstate', state);
      workspace.write('main.tf', fields(given));
    };
  });
  beforeEach(() => putBack());
}

export interface Fields {
  readonly zone_id?: string;
  readonly request_headers?: readonly string[];
  readonly response_headers?: readonly string[];
  readonly cookies?: readonly string[];
  readonly description?: string;
  readonly enabled?: boolean;
  readonly on_existing?: string;
}

export function fields(given: Fields): string {
  const lines = Object.entries({ zone_id: DEFAULT_ZONE_ID, ...given }).map(
    ([name, value]) => `  ${name} = ${JSON.stringify(value)}`,
  );
  return hcl(`resource "zone_log_custom_fields" "main" {\n${lines.join('\n')}\n}`);
}

/** The resource alone, for a second one in the same file. */
export function resource(name: string, given: Fields, more = ''): string {
  return fields(given)
    .replace(/^terraform \{[\s\S]*?^\}\n/m, '')
    .replace('"main"', `"${name}"`)
    .replace(/\n\}\s*$/, `\n${more}\n}\n`);
}

/** The settings of a root module that declares nothing. */
export const SETTINGS = hcl('');

/** The zone's ruleset of the phase as the service holds it. */
export function held(
  zoneId = DEFAULT_ZONE_ID,
): ReturnType<TestService['emulator']['control']['zones']>[0]['rulesets'][0] | undefined {
  const zone = service.emulator.control.zones().find(({ id }) => id === zoneId);
  return zone?.rulesets.find(({ phase, kind }) => phase === PHASE && kind === 'zone');
}

export function parameters(zoneId?: string): unknown {
  return held(zoneId)?.rules.map(({ action_parameters }) => action_parameters);
}

export function calls(): readonly string[] {
  return service.emulator.control
    .journal()
    .map(({ method, path }) => `${method} ${path.replace(/.*\/zones\/[0-9a-f]+/, '')}`);
}

export async function rest(): Promise<void> {
  const plan = await workspace.plan();
  expect(plan).toMatchObject({ exitCode: 0 });
}

export function byHand(rules: readonly object[]): void {
  service.emulator.control.saveRuleset(DEFAULT_ZONE_ID, PHASE, { rules });
}

export const rule = (action_parameters: object, more: object = {}): object => ({
  action: 'log_custom_field',
  expression: 'true',
  action_parameters,
  ...more,
});

export async function applyFields(given: Fields): Promise<void> {
  workspace.write('main.tf', fields(given));
  await workspace.applied();
  await rest();
}

/** A configuration with one cookie whose name is known after apply only. */
export function unknownName(more: string): string {
  return hcl(
    `resource "terraform_data" "later" {\n  input = "Uid"\n}\n
resource "zone_log_custom_fields" "main" {
  zone_id = "${DEFAULT_ZONE_ID}"
  cookies = [terraform_data.later.output]
  ${more}
}`,
  );
}
