import { cacheFolder, type Cached, cachedProgram, homeFolder } from './cache';
import { Failure, reasonOf, type Problem } from './failure';
import { findOnPath, isExecutable } from './path-search';
import { type Probe, probeEngine } from './probe';
import { type Release, PINNED_RELEASE, releasePlatform } from './release';
import { type Flavor, OLDEST_ENGINE } from './version';

/** A usable engine, and which of the four ways found it. */
export interface FoundEngine {
  readonly binary: string;
  readonly flavor: Flavor;
  readonly version: string;
  readonly way: 'ZONEWRIGHT_TERRAFORM' | 'terraform on the PATH' | 'tofu on the PATH' | 'fetched OpenTofu';
  /** Engines that were skipped, and why. */
  readonly passedOver: readonly string[];
}

/** Everything that the look-up depends on; by default the machine's own. */
export interface EngineSearch {
  readonly env?: NodeJS.ProcessEnv;
  readonly platform?: NodeJS.Platform;
  readonly arch?: string;
  readonly cacheFolder?: string;
  readonly release?: Release;
  /** Downloads the release if there is no other engine. `false`: uses only an earlier download. */
  readonly fetch?: false | ((wanted: Cached) => Promise<string>);
}

/**
 * Finds the engine: ZONEWRIGHT_TERRAFORM, `terraform` on the PATH, `tofu` on the PATH, then the pinned OpenTofu
 * in the user's cache, downloaded if needed.
 *
 * What ZONEWRIGHT_TERRAFORM names is used or is an error, never skipped, because the user asked for it.
 *
 * @throws Failure `engine_setting` or `no_engine`
 */
export async function findEngine(search: EngineSearch = {}): Promise<FoundEngine> {
  const env = search.env ?? process.env;
  const named = env['ZONEWRIGHT_TERRAFORM'];
  if (named) return { ...(await namedEngine(named, env)), way: 'ZONEWRIGHT_TERRAFORM', passedOver: [] };

  const passedOver: string[] = [];
  for (const name of ['terraform', 'tofu'] as const) {
    const binary = findOnPath(name, env, search.platform ?? process.platform);
    if (!binary) continue;
    const probe = await probeEngine(binary, env);
    if (probe.usable) return { binary, ...versionOf(probe), way: `${name} on the PATH`, passedOver };
    passedOver.push(`${binary} ${probe.reason}`);
  }
  return { ...(await fetchedEngine(search, env, passedOver)), way: 'fetched OpenTofu', passedOver };
}

type Located = Pick<FoundEngine, 'binary' | 'flavor' | 'version'>;

async function namedEngine(binary: string, env: NodeJS.ProcessEnv): Promise<Located> {
  const probe = isExecutable(binary)
    ? await probeEngine(binary, env)
    : ({ usable: false, reason: 'is not an executable program', seen: [] } as const);
  if (probe.usable) return { binary, ...versionOf(probe) };
  throw new Failure({
    code: 'engine_setting',
    message: `the program that ZONEWRIGHT_TERRAFORM names ${probe.reason}`,
    seen: [`ZONEWRIGHT_TERRAFORM=${binary}`, ...probe.seen],
    allowed: [`the path of a Terraform or OpenTofu program, version ${OLDEST_ENGINE} or newer`],
    hints: ['correct the variable, or unset it to search the PATH'],
  });
}

async function fetchedEngine(
  search: EngineSearch,
  env: NodeJS.ProcessEnv,
  passedOver: readonly string[],
): Promise<Located> {
  const os = search.platform ?? process.platform;
  const release = search.release ?? PINNED_RELEASE;
  const platform = releasePlatform(os, search.arch ?? process.arch);
  const options = { release, platform, cacheFolder: search.cacheFolder ?? cacheFolder(env, os, homeFolder) };
  const seen = passedOver.length > 0 ? passedOver : ['neither terraform nor tofu is on the PATH'];

  let binary = cachedProgram(options);
  if (!isExecutable(binary)) {
    if (!release.platforms.includes(platform)) {
      throw new Failure(noEngine(seen, `not for ${platform}: the release has no archive for it`));
    }
    const offer = `OpenTofu ${release.version}, once, into ${options.cacheFolder}`;
    if (!search.fetch) throw new Failure(noEngine(seen, offer));
    try {
      binary = await search.fetch(options);
    } catch (thrown) {
      throw new Failure(noEngine([...seen, reasonOf(thrown)], offer), { cause: thrown });
    }
  }
  const probe = await probeEngine(binary, env);
  if (probe.usable) return { binary, ...versionOf(probe) };
  throw new Failure(
    noEngine([...seen, `${binary} ${probe.reason}`, ...probe.seen], `delete ${binary} first`),
  );
}

function versionOf(probe: Extract<Probe, { usable: true }>): Pick<Located, 'flavor' | 'version'> {
  return { flavor: probe.flavor, version: probe.version };
}

/** The problem that there is no engine, with the four ways to get one. */
function noEngine(seen: readonly string[], fetched: string): Problem {
  return {
    code: 'no_engine',
    message: 'there is no usable Terraform or OpenTofu on this machine',
    seen,
    allowed: [`Terraform or OpenTofu, version ${OLDEST_ENGINE} or newer`],
    hints: [
      'any one of these four:',
      '1. set ZONEWRIGHT_TERRAFORM to the path of the program',
      '2. install Terraform on the PATH: https://developer.hashicorp.com/terraform/install',
      '3. install OpenTofu on the PATH: https://opentofu.org/docs/intro/install',
      `4. download it: zonewright engine --fetch (${fetched})`,
    ],
  };
}
