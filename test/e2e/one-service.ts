import type { JournalEntry, StartOptions } from '../../emulator';
import {
  createWorkspace,
  hcl,
  startService,
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

/** The engine's text without its frame and its line breaks. */
export function flat(text: string): string {
  return text.replace(/[│|╷╵\s]+/g, ' ');
}

/** What the engine prints, without the frame and the line breaks that it puts into a text. */
export function printed({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string {
  return `${stdout}\n${stderr}`.replace(/[│╷╵]/g, '').replace(/\s+/g, ' ');
}
