import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** A folder as a build leaves it, with a provider that says `content`. */
export function fakeBuild(version: string, content = 'the provider'): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'zone-provider.cjs'), 'its program');
  writeFileSync(join(folder, `terraform-provider-zone_v${version}`), content);
  return folder;
}

/** Those of this test file: none stays when the file is done. */
const folders: string[] = [];
afterAll(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zonewright-lib-'));
  folders.push(folder);
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
