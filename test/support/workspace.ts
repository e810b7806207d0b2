import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createEngine, type CommandOptions, type Engine } from '../../cli/engine/run';
import { findEngine } from '../../cli/engine/find';
import { placeProvider } from '../../lib/provider-package';
import { startEmulator, type RunningEmulator, type StartOptions } from '../../emulator';

/** A root module in a folder of its own, with the real engine and nothing of the user's around it. */
export interface Workspace extends Engine {
  /** Writes a file of the root module. */
  write(path: string, text: string): void;
  read(path: string): string;
  /** Init, and fail the test when it fails. */
  ready(): Promise<void>;
  /** Apply, and fail the test when it fails. */
  applied(options?: CommandOptions): Promise<void>;
  /** The state's attributes of one resource, by address. */
  attributes(address: string): Promise<Readonly<Record<string, unknown>>>;
  remove(): void;
}

export interface WorkspaceOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Places the provider into the mirror. @default the built provider zonewright/zone */
  readonly place?: (mirror: string) => void;
  /** An existing folder to work in, which stays. @default a new one */
  readonly folder?: string;
}

/** The engine's path, looked up as a user's is; a test that needs one fails without one. */
const engine = findEngine({ fetch: false });

export async function createWorkspace(options: WorkspaceOptions = {}): Promise<Workspace> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'zonewright-test-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  (options.place ?? placeProvider)(join(folder, 'terraform.d', 'plugins'));
  for (const [path, text] of Object.entries(options.files ?? {})) write(path, text);
  const run = createEngine({
    binary: (await engine).binary,
    cwd: folder,
    env: environment(join(folder, '.home'), options.env),
  });
  const succeed = async (
    what: Promise<{ exitCode: number; stdout: string; stderr: string }>,
  ): Promise<void> => {
    const { exitCode, stdout, stderr } = await what;
    if (exitCode !== 0) throw new Error(`the engine failed:\n${stdout}\n${stderr}`);
  };
  return {
    ...run,
    write,
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    ready: () => succeed(run.init()),
    applied: (command) => succeed(run.apply(command)),
    attributes: async (address) => attributesOf((await run.showJson()).json, address),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** No user configuration, no user plugins: HOME is empty and the CLI configuration is none. */
function environment(
  home: string,
  extra: Readonly<Record<string, string | undefined>> = {},
): NodeJS.ProcessEnv {
  mkdirSync(home, { recursive: true });
  return {
    PATH: process.env['PATH'],
    HOME: home,
    TMPDIR: process.env['TMPDIR'] ?? tmpdir(),
    CHECKPOINT_DISABLE: '1',
    TF_IN_AUTOMATION: '1',
    ...extra,
  };
}

interface ShownState {
  readonly values?: {
    readonly root_module?: {
      readonly resources?: readonly { readonly address: string; readonly values: Record<string, unknown> }[];
    };
  };
}

function attributesOf(shown: unknown, address: string): Readonly<Record<string, unknown>> {
  const resources = (shown as ShownState).values?.root_module?.resources ?? [];
  const found = resources.find((resource) => resource.address === address);
  if (!found)
    throw new Error(`no ${address} in the state, only ${resources.map((r) => r.address).join(', ')}`);
  return found.values;
}

/** An emulator, and the environment that leads the provider to it. */
export interface TestService {
  readonly emulator: RunningEmulator;
  readonly env: Readonly<Record<string, string>>;
}

export async function startService(options: StartOptions = {}): Promise<TestService> {
  const emulator = await startEmulator(options);
  return {
    emulator,
    env: { ZONEWRIGHT_BASE_URL: emulator.baseUrl, ZONEWRIGHT_API_TOKEN: emulator.credentials.token },
  };
}

/** A root module that declares the provider; the rest is the test's. */
export function hcl(body: string, provider = 'zone = { source = "zonewright/zone" }'): string {
  return `terraform {\n  required_providers {\n    ${provider}\n  }\n}\n\n${body}\n`;
}
