import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineEnvironment, withoutSteering, createEngine, type Engine } from '../../cli/engine/run';
import { findEngine, type FoundEngine } from '../../cli/engine/find';
import { Failure } from '../../cli/engine/failure';
import { placeProvider, type ProviderPlatform } from '../../lib/provider/provider-package';
import { OPENTOFU_PROVIDER_ADDRESS, PROVIDER_ADDRESS } from '../../schema';
import type { TestService } from './overrides';

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
  placeProvider(plugins, { platforms: [ownPlatform()] });
  const cliConfigFile = join(folder, 'cli.tfrc');
  writeFileSync(cliConfigFile, cliConfig(plugins, settings.providers));
  const env = engineEnvironment({
    base: withoutSteering(process.env),
    cliConfigFile,
    extra: {
      ZONEWRIGHT_BASE_URL: service.baseUrl,
      ZONEWRIGHT_API_TOKEN: service.credentials.token,
      // Whatever the stacks configure.
      ZONEWRIGHT_ENVIRONMENT_ONLY: 'on',
      // The emulator does not have the published limit.
      ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000',
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

/** @see https://developer.hashicorp.com/terraform/cli/config/config-file#provider-installation */
function cliConfig(plugins: string, others: string | undefined): string {
  const own = JSON.stringify([PROVIDER_ADDRESS, OPENTOFU_PROVIDER_ADDRESS]);
  const rest =
    others === undefined
      ? `direct {\n    exclude = ${own}\n  }`
      : `filesystem_mirror {\n    path    = ${JSON.stringify(others)}\n    exclude = ${own}\n  }`;
  return `provider_installation {
  filesystem_mirror {
    path    = ${JSON.stringify(plugins)}
    include = ${own}
  }
  ${rest}
}
`;
}

function ownPlatform(): ProviderPlatform {
  return `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}` as ProviderPlatform;
}
