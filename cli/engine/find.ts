import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, reasonOf, type Problem } from './failure';
import { runProgram } from './process';
import {
  cacheFolder,
  type Cached,
  cachedProgram,
  homeFolder,
  type Release,
  PINNED_RELEASE,
  releasePlatform,
} from './release';

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
interface EngineSearch {
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
    const binary = findOnPath(name, env);
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
      `4. download it: zonewright doctor --fetch (${fetched})`,
    ],
  };
}

/** Whether a program is an engine that we can use. */
type Probe =
  | ({ readonly usable: true } & EngineVersion)
  | { readonly usable: false; readonly reason: string; readonly seen: readonly string[] };

/** Long enough for a cold disk of a busy machine; a version manager's wrapper that waits must not block forever. */
const TIME_LIMIT_MS = 60_000;

/** Asks a program for its version. Never throws. */
async function probeEngine(binary: string, env: NodeJS.ProcessEnv): Promise<Probe> {
  try {
    const result = await runProgram(binary, ['version'], {
      // CHECKPOINT_DISABLE: no check for newer versions.
      env: { ...env, CHECKPOINT_DISABLE: '1', TF_IN_AUTOMATION: '1' },
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
      graceMs: 1_000,
    });
    return judge(result.exitCode, result.stdout, result.stderr);
  } catch (thrown) {
    return { usable: false, reason: 'cannot be started', seen: [reasonOf(thrown)] };
  }
}

function judge(exitCode: number, stdout: string, stderr: string): Probe {
  const found = parseVersion(stdout);
  if (exitCode !== 0 || !found) {
    const output = firstLines(stdout.trim() || stderr.trim());
    return {
      usable: false,
      reason: 'does not answer like Terraform or OpenTofu',
      seen: [`\`version\` ended with exit code ${exitCode}`, ...output],
    };
  }
  if (isRecentEnough(found.version)) return { usable: true, ...found };
  return {
    usable: false,
    reason: `is too old: ${productName(found.flavor)} ${found.version}, and ${OLDEST_ENGINE} is the oldest that works`,
    seen: [`${productName(found.flavor)} v${found.version}`],
  };
}

function firstLines(output: string): readonly string[] {
  return output === '' ? ['no output'] : output.split('\n').slice(0, 3);
}

/** Whether a path is a file that this user may run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * The first executable with this name on the PATH, as a shell would find it.
 *
 * @returns its path, or undefined
 */
function findOnPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  return (env['PATH'] ?? '')
    .split(':')
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

/** The two programs that can run a stack. */
export type Flavor = 'terraform' | 'tofu';

/** What an engine says about itself. */
export interface EngineVersion {
  readonly flavor: Flavor;
  /** E.g. `1.11.4` or `1.12.0-beta1`. */
  readonly version: string;
}

/** The oldest engine that has everything the provider needs (import blocks and preconditions: 1.5). */
const OLDEST_ENGINE = '1.5';

const FIRST_LINE = /^(Terraform|OpenTofu) v(\d+\.\d+\.\d+\S*)/m;

/** Parses the output of `terraform version`; undefined if it is not that of an engine. */
export function parseVersion(output: string): EngineVersion | undefined {
  const match = FIRST_LINE.exec(output);
  if (!match?.[1] || !match[2]) return undefined;
  return { flavor: match[1] === 'Terraform' ? 'terraform' : 'tofu', version: match[2] };
}

/** The oldest version of either engine that supports write-only attributes. */
export const OLDEST_WRITE_ONLY_ENGINE = '1.11';

/** Whether a version is at least another one, given as `major.minor`. */
export function isRecentEnough(version: string, oldest: string = OLDEST_ENGINE): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/** The engine's name as people know it. */
export function productName(flavor: Flavor): string {
  switch (flavor) {
    case 'terraform':
      return 'Terraform';
    case 'tofu':
      return 'OpenTofu';
  }
}
