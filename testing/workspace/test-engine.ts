import { mkdirSync, writeFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createEngine,
  engineEnvironment,
  serviceEnvironment,
  withoutSteering,
  type Engine,
} from '../../cli/engine/run';
import { findEngine, type FoundEngine } from '../../cli/engine/find';
import { Failure } from '../../cli/engine/failure';
import { releasePlatform } from '../../cli/engine/release';
import {
  placeProvider,
  providerInstallation,
  type ProviderPlatform,
} from '../../lib/provider/provider-package';
import type { SynthesizedStack } from '../stacks/root-modules';

/** What a run of the engine depends on besides the configuration. */
export interface EngineSettings {
  /**
   * Values of the root modules' variables, by name. A value that is not a string is passed as JSON.
   * @default none
   */
  readonly variables?: Readonly<Record<string, unknown>>;
  /**
   * Additional environment variables for the engine and its providers; undefined removes one.
   * @default none
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * A folder with the other providers that the stack needs, as created by `terraform providers mirror`. With it, no
   * registry is used.
   * @default the engine downloads them
   */
  readonly providers?: string;
}

let found: Promise<FoundEngine> | undefined;

/**
 * The engine of the kit: `ZONEWRIGHT_TERRAFORM`, `terraform`, `tofu`, or the one that `zonewright doctor --fetch`
 * downloaded. Looked up once per test file.
 *
 * @throws Error with the ways to get an engine if there is none
 */
export async function testEngine(): Promise<FoundEngine> {
  found ??= findEngine({ fetch: false });
  try {
    return await found;
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    const { message, seen = [], hints } = thrown.problem;
    throw new Error([message, ...seen, ...hints].join('\n  '), { cause: thrown });
  }
}

/**
 * Prepares engines that use the provider of this package and none of the user's own settings.
 *
 * @param folder of the workspace, for the provider and the settings
 * @returns an engine for a root module's folder
 */
export async function enginesIn(
  folder: string,
  service: TestService,
  settings: EngineSettings,
): Promise<(cwd: string) => Engine> {
  const { binary } = await testEngine();
  const plugins = join(folder, 'plugins');
  mkdirSync(plugins, { recursive: true });
  placeProvider(plugins, {
    platforms: [releasePlatform(process.platform, process.arch) as ProviderPlatform],
  });
  const cliConfigFile = join(folder, 'cli.tfrc');
  const { providers } = settings;
  const others = (own: string): string =>
    providers === undefined
      ? `direct {\n    exclude = ${own}\n  }`
      : `filesystem_mirror {\n    path    = ${JSON.stringify(providers)}\n    exclude = ${own}\n  }`;
  writeFileSync(cliConfigFile, providerInstallation(plugins, others));
  const env = engineEnvironment({
    base: withoutSteering(process.env),
    cliConfigFile,
    extra: {
      ...serviceEnvironment(service),
      // The provider runs on the Node.js of the tests, wherever that is, and talks to loopback without any proxy. Bun is none.
      ...(process.versions['bun'] === undefined && { ZONEWRIGHT_NODE: process.execPath }),
      NO_PROXY: [process.env['NO_PROXY'], '127.0.0.1', '::1', 'localhost'].filter(Boolean).join(','),
      ...Object.fromEntries(
        Object.entries(settings.variables ?? {}).map(([name, value]) => [
          `TF_VAR_${name}`,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ),
      ...settings.env,
    },
  });
  return (cwd) => createEngine({ binary, cwd, env, cleansUp: true });
}

/** What a stack under test uses instead of what it configures. */
export interface TestService {
  readonly baseUrl: string;
  readonly credentials: { readonly token: string };
}

/**
 * Writes an override file into each root module, so that nothing leaves the test: each state is a file in the workspace,
 * and a stack that reads another stack's state reads that file.
 *
 * @see https://developer.hashicorp.com/terraform/language/files/override
 */
export function writeOverrides(stacks: readonly SynthesizedStack[], stateOf: (name: string) => string): void {
  const read = stacks.map((stack) => ({ ...stack, configuration: readConfiguration(stack.folder) }));
  for (const { name, folder, configuration } of read) {
    const states = Object.entries(configuration.remoteStates).flatMap(([state, location]) => {
      const writer = read.find((other) => isSame(other.configuration.backend, location));
      return writer ? [[state, { backend: 'local', config: { path: stateOf(writer.name) } }] as const] : [];
    });
    const override = {
      terraform: { backend: { local: { path: stateOf(name) } } },
      ...(configuration.secrets.length === 0 ? {} : { variable: placeholders(configuration.secrets) }),
      ...(states.length === 0 ? {} : { data: { terraform_remote_state: Object.fromEntries(states) } }),
    };
    writeFileSync(join(folder, 'zonewright_test_override.tf.json'), JSON.stringify(override, null, 2));
  }
}

/** A secret that is stored nowhere has no value in a test; one that the test gives takes precedence. */
function placeholders(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, { default: `placeholder-for-${name}` }]));
}

/** Whether one stack reads what another one writes: they agree in everything that both specify. */
function isSame(written: StateLocation | undefined, read: StateLocation): boolean {
  if (written?.backend !== read.backend) return false;
  const common = Object.keys(read.config).filter((name) => name in written.config);
  return (
    common.length > 0 &&
    common.every((name) => JSON.stringify(read.config[name]) === JSON.stringify(written.config[name]))
  );
}

/** A state that a root module reads or writes. */
interface StateLocation {
  /** Its type, such as `local` or `s3`. */
  readonly backend: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** What in a root module refers to something outside the test: services and states. */
interface Configuration {
  readonly backend: StateLocation | undefined;
  /** Ephemeral variables without a default. */
  readonly secrets: readonly string[];
  /** The data sources `terraform_remote_state`, by name. */
  readonly remoteStates: Readonly<Record<string, StateLocation>>;
}

type Members = Readonly<Record<string, unknown>>;

/** Reads the synthesized configuration of a folder. */
function readConfiguration(folder: string): Configuration {
  const files = readdirSync(folder).map((name) => ({ name, path: join(folder, name) }));
  const documents = files
    .filter(({ name }) => name.endsWith('.tf.json'))
    .map(({ path }) => JSON.parse(readFileSync(path, 'utf8')) as Members);
  return {
    backend: documents.map(backendOf).find((found) => found !== undefined),
    secrets: documents.flatMap((document) =>
      Object.entries(list(at(document, 'variable'))[0] ?? {}).flatMap(([name, declared]) => {
        const { ephemeral, default: given, type = 'string' } = declared as Members;
        return ephemeral === true && given === undefined && type === 'string' ? [name] : [];
      }),
    ),
    remoteStates: Object.assign({}, ...documents.map(remoteStatesOf)) as Configuration['remoteStates'],
  };
}

function backendOf(document: Members): StateLocation | undefined {
  const [found] = list(at(document, 'terraform')).flatMap((block) =>
    list(at(block, 'backend')).flatMap((backends) => Object.entries(backends)),
  );
  return found && { backend: found[0], config: list(found[1])[0] ?? {} };
}

function remoteStatesOf(document: Members): Configuration['remoteStates'] {
  const named = list(at(at(document, 'data'), 'terraform_remote_state'));
  return Object.fromEntries(
    named.flatMap((states) =>
      Object.entries(states).map(([name, state]) => {
        const { backend, config } = state as { readonly backend?: unknown; readonly config?: unknown };
        return [name, { backend: String(backend), config: list(config)[0] ?? {} }];
      }),
    ),
  );
}

function at(value: unknown, name: string): unknown {
  return list(value)[0]?.[name];
}

/** A block, or a list of blocks, as a list: the JSON syntax allows both. */
function list(value: unknown): readonly Members[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]) as readonly Members[];
}
