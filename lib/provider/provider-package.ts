import { accessSync, constants, existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { packageHash } from './dependency-lock';
import { packageRoot } from './package-root';
import { placeFiles, removeAllBut, type MirrorFile } from './mirror-files';
import { OPENTOFU_PROVIDER_ADDRESS, PROVIDER_ADDRESS } from '../../schema';

/** The platforms that the provider runs on. They share its files: a script, and what Node.js runs. */
export const PROVIDER_PLATFORMS = ['linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64'] as const;

/** What the script that the engine starts has Node.js run. */
const PROGRAM = 'zone-provider.cjs';

/** The addresses of the provider in a mirror: the full one, and the one that OpenTofu expands the short one to. */
const ADDRESSES = [PROVIDER_ADDRESS, OPENTOFU_PROVIDER_ADDRESS] as const;

/** One of them, `<os>_<architecture>` as Terraform writes it. */
export type ProviderPlatform = (typeof PROVIDER_PLATFORMS)[number];

/** What to place, and how to treat existing files. */
export interface PlaceProviderOptions {
  /**
   * The folder of the built provider, with `terraform-provider-zone_v<version>` and `zone-provider.cjs`.
   * @default `dist/provider` in this package
   */
  readonly from?: string;
  /**
   * The provider's version.
   * @default the version of this package
   */
  readonly version?: string;
  /**
   * Whether to remove other versions of the provider. Only for a mirror that nobody else uses.
   * @default false
   */
  readonly removeOthers?: boolean;
  /**
   * The platforms to place it for.
   * @default all of {@link PROVIDER_PLATFORMS}
   */
  readonly platforms?: readonly ProviderPlatform[];
  /**
   * A folder with one copy of the files, which the placed ones hard-link to.
   * @default the first platform's folder in the mirror
   */
  readonly store?: string;
  /**
   * Whether the provider will run from there: where nothing may run, none is left. @throws the system's error of `access`
   * @default false
   */
  readonly mustRun?: boolean;
}

/** Where the provider was placed. */
export interface PlacedProvider {
  /** The provider's version, `1.2.3`. */
  readonly version: string;
  /** The folder of the provider's version in the mirror. */
  readonly folder: string;
  /** The engine's hash of the package, for the dependency lock file. It is the same for all platforms. */
  readonly hash: string;
  /** The written files; empty when everything was already in place. */
  readonly written: readonly string[];
}

/** A built provider. */
export interface BuiltProvider {
  readonly version: string;
  readonly files: readonly MirrorFile[];
  /** The engine's hash of the package, for the dependency lock file. It is the same for all platforms. */
  readonly hash: string;
}

/** The provider is missing: it has not been built. */
export class ProviderNotBuiltError extends Error {
  /** Identifies this error. */
  readonly code = 'provider_not_built';

  constructor(
    /** The missing file, absolute. */
    readonly path: string,
  ) {
    super(
      `The Terraform provider has not been built: there is no ${path}. ` +
        'In a checkout of zonewright run "npm run build"; elsewhere reinstall the package.',
    );
    this.name = 'ProviderNotBuiltError';
  }
}

/**
 * Puts the provider into a filesystem mirror, unpacked, where `terraform init` finds it without a network:
 * `<mirror>/registry.terraform.io/zonewright/zone/<version>/<os_arch>/`, and the same below `registry.opentofu.org`.
 * A folder `terraform.d/plugins` in the working directory or `~/.terraform.d/plugins` is such a mirror without any
 * configuration. Files with the same content are not touched; each file changes atomically.
 *
 * @throws ProviderNotBuiltError
 */
export function placeProvider(mirrorFolder: string, options: PlaceProviderOptions = {}): PlacedProvider {
  return placeBuilt(mirrorFolder, builtProvider(options), options);
}

/** Puts a provider that is already read into a filesystem mirror. */
export function placeBuilt(
  mirrorFolder: string,
  built: BuiltProvider,
  options: Omit<PlaceProviderOptions, 'from' | 'version'> = {},
): PlacedProvider {
  const { platforms = PROVIDER_PLATFORMS, store, mustRun = false } = options;
  const versions = ADDRESSES.map((address) => join(mirrorFolder, address, built.version));
  const fresh = versions.filter((folder) => !existsSync(folder));
  const folders = versions.flatMap((each) => platforms.map((platform) => join(each, platform)));
  const original = store ?? folders[0];
  const written: string[] = [];
  try {
    if (original !== undefined) {
      const stored = placeFiles(dirname(original), filesIn(original, built.files));
      if (store === undefined) written.push(...stored);
      for (const { path, mode } of mustRun ? filesIn(original, built.files) : [])
        if (mode & constants.X_OK) accessSync(path, constants.X_OK);
      const links = folders
        .filter((each) => each !== original)
        .flatMap((each) => filesIn(each, built.files, original));
      written.push(...placeFiles(mirrorFolder, links));
    }
  } catch (error) {
    // To the engine, a version's folder without all of it is a broken package.
    fresh.forEach((folder) => rmSync(folder, { recursive: true, force: true }));
    throw error;
  }
  // The engine's hash of the package counts every file there; earlier builds had another one.
  folders.forEach((each) =>
    removeAllBut(
      each,
      built.files.map(({ path }) => path),
    ),
  );
  if (options.removeOthers) versions.forEach((each) => removeOthers(each, platforms));
  const folder = join(mirrorFolder, PROVIDER_ADDRESS, built.version);
  return { version: built.version, folder, hash: built.hash, written };
}

/**
 * A CLI configuration with which the engine takes the provider from a mirror, others as it is told, and none from anywhere else
 * (https://developer.hashicorp.com/terraform/cli/config/config-file#provider-installation).
 *
 * @param others the blocks for them, by what they leave out
 */
export function providerInstallation(mirror: string, others: (own: string) => string): string {
  const own = JSON.stringify(ADDRESSES);
  return `provider_installation {
  filesystem_mirror {
    path    = ${JSON.stringify(mirror)}
    include = ${own}
  }
  ${others(own)}
}
`;
}

/** The files in a folder, as links to those in another folder if it is given. */
function filesIn(folder: string, files: readonly MirrorFile[], original?: string): readonly MirrorFile[] {
  return files.map((file) => ({
    ...file,
    path: join(folder, file.path),
    ...(original === undefined ? {} : { sameAs: join(original, file.path) }),
  }));
}

/** Removes other versions, and platforms that the provider is no longer placed for. */
function removeOthers(folder: string, platforms: readonly string[]): void {
  removeAllBut(dirname(folder), platforms.length === 0 ? [] : [basename(folder)]);
  removeAllBut(folder, platforms);
}

/** Removes all versions of the provider from a mirror. */
export function removeProvider(mirrorFolder: string): void {
  ADDRESSES.forEach((address) => rmSync(join(mirrorFolder, address), { recursive: true, force: true }));
}

/**
 * Reads the provider to place.
 *
 * @throws ProviderNotBuiltError
 */
export function builtProvider(options: Pick<PlaceProviderOptions, 'from' | 'version'>): BuiltProvider {
  const version = options.version ?? packageRoot().version;
  const from = options.from ?? join(packageRoot().folder, 'dist', 'provider');
  const executable = `terraform-provider-zone_v${version}`;
  for (const path of [executable, PROGRAM])
    if (!existsSync(join(from, path))) throw new ProviderNotBuiltError(join(from, path));
  const file = (path: string, mode: number): MirrorFile => ({
    path,
    mode,
    content: readFileSync(join(from, path)),
  });
  // The program comes first: the other file is what the engine looks for.
  const files = [file(PROGRAM, 0o644), file(executable, 0o755)];
  return { version, files, hash: packageHash(files) };
}
