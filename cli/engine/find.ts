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

/** The two programs that can run a stack. */
export type Flavor = 'terraform' | 'tofu';

/** What an engine says about itself. */
export interface EngineVersion {
  readonly flavor: Flavor;
  /** E.g. `1.11.4` or `1.12.0-beta1`. */
  readonly version: string;
}

/** A usable engine, and which of the four ways found it. */
export interface FoundEngine extends EngineVersion {
  readonly binary: string;
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
  const passedOver: string[] = [];
  const named = env['ZONEWRIGHT_TERRAFORM'];
  if (named) {
    const asked = isExecutable(named) ? await askVersion(named, env) : NOT_EXECUTABLE;
    if ('version' in asked) return { binary: named, ...asked, way: 'ZONEWRIGHT_TERRAFORM', passedOver };
    throw new Failure({
      code: 'engine_setting',
      message: `the program that ZONEWRIGHT_TERRAFORM names ${asked.reason}`,
      seen: [`ZONEWRIGHT_TERRAFORM=${named}`, ...asked.seen],
      allowed: [`the path of a Terraform or OpenTofu program, version ${OLDEST_ENGINE} or newer`],
      hints: ['correct the variable, or unset it to search the PATH'],
    });
  }
  // As a shell would find them.
  const folders = (env['PATH'] ?? '').split(':').filter((folder) => folder !== '');
  for (const name of ['terraform', 'tofu'] as const) {
    const binary = folders.map((folder) => join(folder, name)).find(isExecutable);
    if (!binary) continue;
    const asked = await askVersion(binary, env);
    if ('version' in asked) return { binary, ...asked, way: `${name} on the PATH`, passedOver };
    passedOver.push(`${binary} ${asked.reason}`);
  }
  const seen = passedOver.length > 0 ? passedOver : ['neither terraform nor tofu is on the PATH'];
  const binary = await cachedOrFetched(search, env, seen);
  const asked = await askVersion(binary, env);
  if ('version' in asked) return { binary, ...asked, way: 'fetched OpenTofu', passedOver };
  throw new Failure(
    noEngine([...seen, `${binary} ${asked.reason}`, ...asked.seen], `delete ${binary} first`),
  );
}

async function cachedOrFetched(
  search: EngineSearch,
  env: NodeJS.ProcessEnv,
  seen: readonly string[],
): Promise<string> {
  const { platform: os = process.platform, release = PINNED_RELEASE, arch = process.arch, fetch } = search;
  const platform = releasePlatform(os, arch);
  const wanted = { release, platform, cacheFolder: search.cacheFolder ?? cacheFolder(env, os, homeFolder) };
  const binary = cachedProgram(wanted);
  if (isExecutable(binary)) return binary;
  if (!release.platforms.includes(platform))
    throw new Failure(noEngine(seen, `not for ${platform}: the release has no archive for it`));
  const offer = `OpenTofu ${release.version}, once, into ${wanted.cacheFolder}`;
  if (!fetch) throw new Failure(noEngine(seen, offer));
  try {
    return await fetch(wanted);
  } catch (thrown) {
    throw new Failure(noEngine([...seen, reasonOf(thrown)], offer), { cause: thrown });
  }
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
      `4. download it: npx zonewright doctor --fetch (${fetched})`,
    ],
  };
}

/** Why a program is no engine that we can use. */
interface Unusable {
  readonly reason: string;
  readonly seen: readonly string[];
}

const NOT_EXECUTABLE: Unusable = { reason: 'is not an executable program', seen: [] };

/** Long enough for a cold disk of a busy machine; a version manager's wrapper that waits must not block forever. */
const TIME_LIMIT_MS = 60_000;

/** Asks a program for its version. Never throws. */
async function askVersion(binary: string, env: NodeJS.ProcessEnv): Promise<EngineVersion | Unusable> {
  try {
    const { exitCode, stdout, stderr } = await runProgram(binary, ['version'], {
      // CHECKPOINT_DISABLE: no check for newer versions.
      env: { ...env, CHECKPOINT_DISABLE: '1', TF_IN_AUTOMATION: '1' },
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
      graceMs: 1_000,
    });
    const found = parseVersion(stdout);
    if (exitCode !== 0 || !found) {
      const output = stdout.trim() || stderr.trim() || 'no output';
      return {
        reason: 'does not answer like Terraform or OpenTofu',
        seen: [`\`version\` ended with exit code ${exitCode}`, ...output.split('\n').slice(0, 3)],
      };
    }
    if (isRecentEnough(found.version)) return found;
    const name = productName(found.flavor);
    return {
      reason: `is too old: ${name} ${found.version}, and ${OLDEST_ENGINE} is the oldest that works`,
      seen: [`${name} v${found.version}`],
    };
  } catch (thrown) {
    return { reason: 'cannot be started', seen: [reasonOf(thrown)] };
  }
}

/** Whether a path is a file that this user may run. */
function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The oldest engine that has everything the provider needs (import blocks and preconditions: 1.5). */
const OLDEST_ENGINE = '1.5';

/** The oldest version of either engine that supports write-only attributes. */
export const OLDEST_WRITE_ONLY_ENGINE = '1.11';

/** Reads the output of `terraform version` or `tofu version`. */
export function parseVersion(output: string): EngineVersion | undefined {
  const [, name, version] = /^(Terraform|OpenTofu) v(\d+\.\d+\.\d+\S*)/m.exec(output) ?? [];
  return version === undefined ? undefined : { flavor: name === 'Terraform' ? 'terraform' : 'tofu', version };
}

/** Whether a version is at least another one, given as `major.minor`. */
export function isRecentEnough(version: string, oldest: string = OLDEST_ENGINE): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/** The engine's name as people know it. */
export function productName(flavor: Flavor): string {
  return flavor === 'terraform' ? 'Terraform' : 'OpenTofu';
}
