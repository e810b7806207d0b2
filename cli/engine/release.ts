/** A platform as the engine's releases name it: `linux_amd64`. */
export type ReleasePlatform = `${string}_${string}`;

/** A published version of OpenTofu, with the SHA-256 of the archives that we take. */
export interface Release {
  readonly version: string;
  /** Address of the folder that holds the archives of this version. */
  readonly baseUrl: string;
  /** The platforms for which the release has an archive that we can name. */
  readonly platforms: readonly ReleasePlatform[];
  /** Pinned: platform to the archive's SHA-256, 64 lower-case hexadecimal digits. */
  readonly sha256: Readonly<Partial<Record<ReleasePlatform, string>>>;
}

/** The release to download if the machine has no engine. A checksum is pinned if a package collection that follows the release has it (AUR `opentofu-bin` for Linux, winget `OpenTofu.Tofu` for Windows); for the other platforms the list published with the release is used, and trusted only if it agrees with the pinned ones.
 */
export const PINNED_RELEASE: Release = {
  version: '1.10.6',
  baseUrl: 'https://github.com/opentofu/opentofu/releases/download/v1.10.6/',
  platforms: ['linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64', 'windows_amd64'],
  sha256: {
    linux_amd64: '15b7bed76420b50da3e121769c43341df8cd57d751ca14e6dbe9c850124c6dac',
    linux_arm64: 'a32f653d686a8cad9b9be82101eb5b5e834fbfa8d095842fa1820c5d27fad967',
    windows_amd64: 'e8c475a6b13ac7a01ff53f1d2f55b103f2086e8454133580404f338b5a1ebaed',
  },
};

const SYSTEMS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };
const MACHINES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** The release's name for a platform of Node.js, e.g. `windows_amd64` for `win32` and `x64`. */
export function releasePlatform(platform: string, arch: string): ReleasePlatform {
  return `${SYSTEMS[platform] ?? platform}_${MACHINES[arch] ?? arch}`;
}

/** The name of the program inside the archive. */
export function programName(platform: ReleasePlatform): string {
  return platform.startsWith('windows_') ? 'tofu.exe' : 'tofu';
}
