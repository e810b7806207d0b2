/**
 * `npm run release` makes the folder `release/`: all that is published of a version, the same bytes each time and on each
 * machine with the same Node.js and npm. CONTRIBUTING.md says what to do with it.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { billOfMaterials } from './bill-of-materials.mjs';
import { fetchRuntimes, runtimeFiles, runtimeNotices } from './runtimes.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const finished = join(root, 'release');
const folder = `${finished}.new`;
const runtimes = join(root, 'node_modules', '.cache', 'zonewright');
const write = (name, content) => writeFileSync(join(folder, name), content);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
fetchRuntimes(runtimes);

// This builds, too. The package has its files with the permissions that they have here, so it is packed with the usual ones.
const [{ files }] = JSON.parse(pack().replace(/^[^[]*/, ''));
for (const { path, mode } of files) chmodSync(join(root, path), mode & 0o100 ? 0o755 : 0o644);
pack('--ignore-scripts');

// The two files and no more: so the engine's hash of the package is the one that a synthesized stack locks.
const provider = [
  { path: `terraform-provider-zone_v${version}`, mode: 0o755 },
  { path: 'zone-provider.cjs', mode: 0o644 },
].map((file) => ({ ...file, content: readFileSync(join(root, 'dist', 'provider', file.path)) }));
for (const platform of ['darwin_amd64', 'darwin_arm64', 'linux_amd64', 'linux_arm64'])
  write(`terraform-provider-zone_${version}_${platform}.zip`, zip(provider));
for (const processor of ['amd64', 'arm64']) {
  const runtime = runtimeFiles(runtimes, processor).map((file) => ({
    ...file,
    path: `runtime/${file.path}`,
  }));
  write(
    `terraform-provider-zone-standalone_${version}_linux_${processor}.zip`,
    zip([...provider, ...runtime]),
  );
}

// @see https://developer.hashicorp.com/terraform/registry/providers/publishing
const manifest = { version: 1, metadata: { protocol_versions: ['6.0'] } };
write(`terraform-provider-zone_${version}_manifest.json`, `${JSON.stringify(manifest)}\n`);
write(`zonewright_${version}.cdx.json`, `${JSON.stringify(billOfMaterials(root), undefined, 2)}\n`);
const bundled = readFileSync(join(root, 'dist', 'THIRD-PARTY-NOTICES'), 'utf8');
write(
  'THIRD-PARTY-NOTICES',
  `${bundled}\n${'='.repeat(80)}\n\nThe standalone archives:\n\n${runtimeNotices(runtimes)}`,
);
copyFileSync(new URL('runtimes.json', import.meta.url), join(folder, 'runtimes.json'));

// The registries read the sums of what they publish, and take no others in that file.
const published = readdirSync(folder).filter((name) => /^terraform-provider-zone_.*(zip|json)$/.test(name));
write(`terraform-provider-zone_${version}_SHA256SUMS`, sumsOf(published));
write('SHA256SUMS', sumsOf(readdirSync(folder)));
rmSync(finished, { recursive: true, force: true });
renameSync(folder, finished);
console.log(`release/ has version ${version}. CONTRIBUTING.md says how it is tried, signed and published.`);

function pack(...options) {
  const args = ['pack', '--json', '--pack-destination', folder, ...options];
  return execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function sumsOf(names) {
  const sum = (name) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  return names
    .sort()
    .map((name) => `${sum(name)}  ${name}\n`)
    .join('');
}

/** A zip archive of these files that is the same whenever and wherever it is made. */
function zip(files) {
  const entries = files.map(({ path, mode, content }) => {
    // The first day that the format knows, in local time as the format has it; 3 is Unix, whose modes are in the upper half.
    const attributes = { mtime: new Date(1980, 0, 1), os: 3, attrs: (0o100000 | mode) * 2 ** 16 };
    return [path, [content, attributes]];
  });
  return zipSync(Object.fromEntries(entries));
}
