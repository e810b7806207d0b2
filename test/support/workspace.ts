import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createEngine, type CommandOptions, type Engine } from '../../cli/engine/run';
import { findEngine } from '../../cli/engine/find';
import { placeProvider } from '../../lib/provider/provider-package';
import { startEmulator, type RunningEmulator, type StartOptions } from '../../emulator';
import { MINIMAL_REFRESH, WITHOUT_COLLECTION } from './engine';
import { endsWithTests } from './temporary-folder';
import { fixtureProgram, placeFixture } from './fixture-provider';
import { copyProvider, providerPool, type ProviderPool } from './running-provider';

/**
 * A root module in a folder of its own, with the real engine and nothing of the user's around it; it is removed with the
 * tests of the file.
 */
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
  /** A provider of `test/support/fixtures` to place, instead of the built one. @default none */
  readonly fixture?: string;
  /** An existing folder to work in, which stays. @default a new one */
  readonly folder?: string;
  /**
   * Who starts the built provider, or the fixture: the engine, as for a user, three or four times for each command; or the workspace,
   * once for as long as it lives, for the engine to reattach to. That takes a quarter of the time. It is for tests of what the
   * provider does, when how it is started, stopped, placed and logs is not the matter.
   *
   * @default 'engine'; always 'engine' where the environment has ZONEWRIGHT_TEST_STARTS=engine
   */
  readonly startedBy?: 'engine' | 'workspace';
}

/** The engine's path, looked up as a user's is; a test that needs one fails without one. */
const engine = findEngine({ fetch: false });

export async function createWorkspace(options: WorkspaceOptions = {}): Promise<Workspace> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'zonewright-test-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const mirror = join(folder, 'terraform.d', 'plugins');
  const { fixture } = options;
  (fixture === undefined ? (options.place ?? placeProvider) : placeFixture(fixture))(mirror);
  for (const [path, text] of Object.entries(options.files ?? {})) write(path, text);
  const { binary } = await engine;
  const env = environment(join(folder, '.home'), options.env);
  const isReattached =
    options.startedBy === 'workspace' && process.env['ZONEWRIGHT_TEST_STARTS'] !== 'engine';
  const providers = isReattached
    ? providerPool(
        fixture === undefined ? copyProvider(join(folder, '.provider')) : fixtureProgram(mirror, fixture),
        folder,
        env,
      )
    : undefined;
  const engineHere = providers
    ? reattached(binary, folder, env, providers)
    : createEngine({ binary, cwd: folder, env });
  const run = MINIMAL_REFRESH ? refreshingLittle(engineHere) : engineHere;
  const succeed = async (
    what: Promise<{ exitCode: number; stdout: string; stderr: string }>,
  ): Promise<void> => {
    const { exitCode, stdout, stderr } = await what;
    if (exitCode !== 0) throw new Error(`the engine failed:\n${stdout}\n${stderr}`);
  };
  const workspace: Workspace = {
    ...run,
    write,
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    ready: () => succeed(run.init()),
    applied: (command) => succeed(run.apply(command)),
    attributes: async (address) =>
      // The engine would start the provider to show what stands in the file; only for dynamic values the two differ.
      options.place === undefined && fixture === undefined
        ? attributesIn(
            JSON.parse(readFileSync(join(folder, 'terraform.tfstate'), 'utf8')) as StateFile,
            address,
          )
        : attributesOf((await run.showJson()).json, address),
    remove: () => {
      providers?.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  if (options.folder === undefined) endsWithTests(() => workspace.remove());
  return workspace;
}

/** An engine whose commands find a provider that runs already. */
function reattached(binary: string, cwd: string, env: NodeJS.ProcessEnv, providers: ProviderPool): Engine {
  const command = <T>(carryOut: (engine: Engine) => Promise<T>): Promise<T> =>
    providers.use((reattach) => carryOut(createEngine({ binary, cwd, env: { ...env, ...reattach } })));
  return {
    binary,
    cwd,
    run: (args, options) => command((engine) => engine.run(args, options)),
    init: (options) => command((engine) => engine.init(options)),
    validate: (options) => command((engine) => engine.validate(options)),
    plan: (options) => command((engine) => engine.plan(options)),
    apply: (options) => command((engine) => engine.apply(options)),
    destroy: (options) => command((engine) => engine.destroy(options)),
    showJson: (planFile) => command((engine) => engine.showJson(planFile)),
  };
}

/** An engine whose plans have `-minimal-refresh`, but for those that say themselves what they refresh. */
function refreshingLittle(engine: Engine): Engine {
  const little = <T extends CommandOptions>(options: T & { readonly refreshOnly?: boolean }): T => {
    const { args = [], refreshOnly = false } = options;
    const says = refreshOnly || args.some((arg) => arg.startsWith('-refresh'));
    return says ? options : { ...options, args: ['-minimal-refresh', ...args] };
  };
  return {
    ...engine,
    plan: (options = {}) => engine.plan(little(options)),
    apply: (options = {}) => engine.apply(little(options)),
    destroy: (options = {}) => engine.destroy(little(options)),
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
    ...WITHOUT_COLLECTION,
    ...extra,
  };
}

/** What the engine writes into its state file, as far as it is read here. */
interface StateFile {
  readonly resources: readonly {
    readonly module?: string;
    readonly mode: 'managed' | 'data';
    readonly type: string;
    readonly name: string;
    readonly instances: readonly {
      readonly index_key?: string | number;
      readonly attributes: Readonly<Record<string, unknown>>;
    }[];
  }[];
}

type Attributes = Readonly<Record<string, unknown>>;

function attributesIn(state: StateFile, address: string): Attributes {
  const ofRoot = state.resources.filter(({ module }) => module === undefined);
  return only(
    address,
    ofRoot.flatMap(({ mode, type, name, instances }) =>
      instances.map(({ index_key: key, attributes }) => ({
        address: `${mode === 'data' ? 'data.' : ''}${type}.${name}${key === undefined ? '' : `[${JSON.stringify(key)}]`}`,
        values: attributes,
      })),
    ),
  );
}

interface ShownState {
  readonly values?: { readonly root_module?: { readonly resources?: readonly Addressed[] } };
}

interface Addressed {
  readonly address: string;
  readonly values: Attributes;
}

function attributesOf(shown: unknown, address: string): Attributes {
  return only(address, (shown as ShownState).values?.root_module?.resources ?? []);
}

function only(address: string, resources: readonly Addressed[]): Attributes {
  const found = resources.find((resource) => resource.address === address);
  if (!found)
    throw new Error(`no ${address} in the state, only ${resources.map((r) => r.address).join(', ')}`);
  return found.values;
}

/** An emulator, and the environment that leads the provider to it; it ends with the tests of the file. */
export interface TestService {
  readonly emulator: RunningEmulator;
  readonly env: Readonly<Record<string, string>>;
}

export async function startService(options: StartOptions = {}): Promise<TestService> {
  const emulator = await startEmulator(options);
  endsWithTests(() => emulator.close());
  return {
    emulator,
    env: {
      ZONEWRIGHT_BASE_URL: emulator.baseUrl,
      ZONEWRIGHT_API_TOKEN: emulator.credentials.token,
      // The published limit is none of the emulator's.
      ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000',
    },
  };
}

/** A root module that declares the provider; the rest is the test's. */
export function hcl(body: string, provider = 'zone = { source = "zonewright/zone" }'): string {
  return `terraform {\n  required_providers {\n    ${provider}\n  }\n}\n\n${body}\n`;
}

/** Resources of a root module as JSON has them, by their types and names. */
export type Resources = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** The same as JSON, with resources and what else there is. */
export function rootModule(resource: Resources, more: object = {}): string {
  const declared = Object.entries(resource).filter(([, blocks]) => Object.keys(blocks).length > 0);
  const terraform = { required_providers: { zone: { source: 'zonewright/zone' } } };
  const root = { terraform, ...(declared.length > 0 && { resource: Object.fromEntries(declared) }), ...more };
  // The engine quotes the line that an error is about.
  return JSON.stringify(root, null, 2);
}
