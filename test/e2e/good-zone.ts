import { DEFAULT_ZONE_ID } from '../../emulator';
import {
  createWorkspace,
  hcl,
  startService,
  type TestService,
  type Workspace,
  type WorkspaceOptions,
} from '../support/workspace';

export let service: TestService;
export let workspace: Workspace;

export const GOOD = resource(`cookies = ["Sid"]`);

/** For the tests of a file: a zone with one cookie, made by a good configuration. */
export function useGoodZone(
  startedBy: WorkspaceOptions['startedBy'],
  options: Parameters<typeof startService>[0] = {},
): void {
  beforeAll(async () => {
    service = await startService(options);
    workspace = await createWorkspace({ env: service.env, startedBy, files: { 'main.tf': GOOD } });
    await workspace.ready();
    await workspace.applied();
  });
}

export function resource(body: string, provider = ''): string {
  const zone = body.includes('zone_id') ? '' : `zone_id = "${DEFAULT_ZONE_ID}"\n  `;
  return hcl(
    `provider "zone" {\n${provider}\n}\n\nresource "zone_log_custom_fields" "main" {\n  ${zone}${body}\n}`,
  );
}

export function names(count: number): string {
  return JSON.stringify(Array.from({ length: count }, (_, index) => `x-${index}`));
}

export async function untouched(check: () => Promise<void>): Promise<void> {
  const before = service.emulator.control.zones();
  const state = workspace.read('terraform.tfstate');
  await check();
  expect(service.emulator.control.zones()).toEqual(before);
  expect(workspace.read('terraform.tfstate')).toBe(state);
}

/** What the engine prints, without the frame and the line breaks that it puts into a text. */
export function printed({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string {
  return `${stdout}\n${stderr}`.replace(/[│╷╵]/g, '').replace(/\s+/g, ' ');
}

export function flat(text: string): string {
  return text.replace(/\s+/g, ' ');
}
