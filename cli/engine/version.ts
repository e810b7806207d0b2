/** The two programs that can run a stack. */
export type Flavor = 'terraform' | 'tofu';

/** What an engine says about itself. */
export interface EngineVersion {
  readonly flavor: Flavor;
  /** E.g. `1.11.4` or `1.12.0-beta1`. */
  readonly version: string;
}

/** The oldest engine that has everything the provider needs (import blocks and preconditions: 1.5). */
export const OLDEST_ENGINE = '1.5';

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
