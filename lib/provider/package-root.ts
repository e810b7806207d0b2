import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PACKAGE_NAME = 'zonewright';

interface PackageJson {
  readonly name?: string;
  readonly version?: string;
}

interface PackageRoot {
  /** The folder of the package's `package.json`, absolute. */
  readonly folder: string;
  /** The package's version, which is also the provider's. */
  readonly version: string;
}

/**
 * Finds this package: the nearest folder from `from` upwards whose `package.json` bears its name. Works from the
 * sources (`lib/`) and from the build (`dist/lib/`).
 *
 * @throws Error when there is none, as in a bundle without the package
 */
export function packageRoot(from: string = __dirname): PackageRoot {
  for (let folder = from; ; folder = dirname(folder)) {
    const { name, version } = readPackageJson(join(folder, 'package.json'));
    if (name === PACKAGE_NAME && version !== undefined) return { folder, version };
    if (dirname(folder) === folder) break;
  }
  throw new Error(
    `No package.json of "${PACKAGE_NAME}" was found in ${from} or above it. The package contains the provider, ` +
      `so it must be installed: exclude "${PACKAGE_NAME}" from your bundle.`,
  );
}

/** The version of this package and of the provider in it, which a running program reads once. */
export function packageVersion(): string {
  version ??= packageRoot().version;
  return version;
}

let version: string | undefined;

function readPackageJson(path: string): PackageJson {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as PackageJson) : {};
}
