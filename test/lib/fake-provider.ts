import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { temporaryFolder } from '../support/temporary-folder';

export { temporaryFolder };

/** A folder as a build leaves it, with a provider that says `content`. */
export function fakeBuild(version: string, content = 'the provider'): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'zone-provider.cjs'), 'its program');
  writeFileSync(join(folder, `terraform-provider-zone_v${version}`), content);
  return folder;
}

/** Every file under a folder, relative to it, in order. */
export function filesUnder(folder: string): readonly string[] {
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** The files of one version in a mirror, relative to the mirror. */
export function mirrorLayout(version: string): readonly string[] {
  return ['registry.opentofu.org', 'registry.terraform.io'].flatMap((host) =>
    ['darwin_amd64', 'darwin_arm64', 'linux_amd64', 'linux_arm64'].flatMap((platform) =>
      [`terraform-provider-zone_v${version}`, 'zone-provider.cjs'].map(
        (file) => `${host}/zonewright/zone/${version}/${platform}/${file}`,
      ),
    ),
  );
}
