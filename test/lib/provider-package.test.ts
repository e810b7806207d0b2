import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../lib/provider/package-root';
import { placeProvider, ProviderNotBuiltError } from '../../lib/provider/provider-package';
import { fakeBuild, filesUnder, mirrorLayout, temporaryFolder } from './fake-provider';

const VERSION = '1.2.3';
const LINUX = 'registry.terraform.io/zonewright/zone/1.2.3/linux_amd64/terraform-provider-zone_v1.2.3';

describe('the root of the package', () => {
  const tree = temporaryFolder();
  const packageJson = (folder: string, content: object): void => {
    mkdirSync(join(tree, folder), { recursive: true });
    writeFileSync(join(tree, folder, 'package.json'), JSON.stringify(content));
  };
  packageJson('app', { name: 'my-app', version: '9.0.0' });
  packageJson('app/node_modules/zonewright', { name: 'zonewright', version: '1.2.3' });
  packageJson('app/node_modules/zonewright/dist/provider', { type: 'commonjs' });
  mkdirSync(join(tree, 'app/node_modules/zonewright/dist/lib'));

  test.each([
    ['built', 'dist/lib'],
    ['source', 'lib'],
    ['the root itself', '.'],
    ['a folder with a package.json of its own', 'dist/provider'],
  ])('is found from %s', (_, from) => {
    const folder = join(tree, 'app/node_modules/zonewright');
    expect(packageRoot(join(folder, from))).toEqual({ folder, version: '1.2.3' });
  });

  test('is reported as missing when a bundle contains the package', () => {
    expect(() => packageRoot(join(tree, 'app'))).toThrow(
      `No package.json of "zonewright" was found in ${join(tree, 'app')} or above it. The package contains the provider, so it must be installed: exclude "zonewright" from your bundle.`,
    );
  });
});

describe('placing the provider', () => {
  test('writes the layout of an unpacked mirror for every platform, and nothing else', () => {
    const mirror = join(temporaryFolder(), 'not', 'there', 'yet');
    const placed = placeProvider(mirror, { from: fakeBuild(VERSION), version: VERSION });
    expect(filesUnder(mirror)).toEqual(mirrorLayout(VERSION));
    expect({ ...placed, written: [...placed.written].sort() }).toEqual({
      version: VERSION,
      folder: join(mirror, 'registry.terraform.io/zonewright/zone/1.2.3'),
      hash: expect.stringMatching(/^h1:[A-Za-z0-9+/]{43}=$/) as string,
      written: mirrorLayout(VERSION).map((file) => join(mirror, file)),
    });
    expect(readFileSync(join(mirror, LINUX), 'utf8')).toBe('the provider');
  });

  test('makes it executable under any umask', () => {
    const mirror = temporaryFolder();
    const before = process.umask(0o077);
    try {
      placeProvider(mirror, { from: fakeBuild(VERSION), version: VERSION });
    } finally {
      process.umask(before);
    }
    expect(statSync(join(mirror, LINUX)).mode & 0o777).toBe(0o755);
    expect(statSync(join(mirror, dirname(LINUX), 'zone-provider.cjs')).mode & 0o777).toBe(0o644);
  });

  test.each([
    // The platforms share one file, so what is written into it is mended for each.
    ['other content', (path: string) => writeFileSync(path, 'an older build'), 8],
    ['a lost executable bit', (path: string) => chmodSync(path, 0o644), 8],
    ['wider permissions', (path: string) => chmodSync(path, 0o777), 8],
    ['a lost file', (path: string) => rmSync(path), 1],
  ])('replaces %s with a new file, so that a running copy does not change', (_, spoil, count) => {
    const mirror = temporaryFolder();
    placeProvider(mirror, { from: fakeBuild(VERSION), version: VERSION });
    const before = statSync(join(mirror, LINUX)).ino;
    const held = readFileSync(join(mirror, LINUX), 'utf8');
    spoil(join(mirror, LINUX));
    const { written } = placeProvider(mirror, { from: fakeBuild(VERSION), version: VERSION });
    expect(written).toHaveLength(count);
    expect(written).toContain(join(mirror, LINUX));
    expect(readFileSync(join(mirror, LINUX), 'utf8')).toBe(held);
    expect(statSync(join(mirror, LINUX)).mode & 0o777).toBe(0o755);
    expect(statSync(join(mirror, LINUX)).ino).not.toBe(before);
    expect(filesUnder(mirror)).toEqual(mirrorLayout(VERSION));
  });

  test('takes away what it placed when the rest cannot be placed, and leaves what was there', () => {
    const mirror = temporaryFolder();
    const place = () => placeProvider(mirror, { from: fakeBuild(VERSION), version: VERSION });
    place();
    rmSync(join(mirror, 'registry.opentofu.org'), { recursive: true });
    writeFileSync(join(mirror, 'registry.opentofu.org'), '');
    expect(place).toThrow('ENOTDIR');
    expect(filesUnder(mirror)).toContain(LINUX);
    rmSync(join(mirror, 'registry.terraform.io'), { recursive: true });
    expect(place).toThrow('ENOTDIR');
    expect(filesUnder(mirror)).toEqual(['registry.opentofu.org']);
    expect(readdirSync(mirror).sort()).toEqual(['registry.opentofu.org', 'registry.terraform.io']);
  });

  test.each([
    ['keeps other versions in a shared mirror', false, ['1.2.3', '1.2.4']],
    ['takes other versions away from a mirror of its own', true, ['1.2.4']],
  ])('%s', (_, removeOthers, versions) => {
    const mirror = temporaryFolder();
    const other = join(mirror, 'registry.terraform.io/hashicorp/null/3.2.4/linux_amd64');
    mkdirSync(other, { recursive: true });
    writeFileSync(join(other, 'terraform-provider-null_v3.2.4'), '');
    placeProvider(mirror, { from: fakeBuild('1.2.3'), version: '1.2.3' });
    placeProvider(mirror, { from: fakeBuild('1.2.4'), version: '1.2.4', removeOthers });
    expect(filesUnder(mirror)).toEqual([
      ...[
        'registry.terraform.io/hashicorp/null/3.2.4/linux_amd64/terraform-provider-null_v3.2.4',
        ...versions.flatMap(mirrorLayout),
      ].sort(),
    ]);
  });

  test.each(['terraform-provider-zone_v1.2.3', 'zone-provider.cjs'])(
    'says what to do without %s, and writes nothing',
    (name) => {
      const mirror = temporaryFolder();
      const from = fakeBuild(VERSION);
      const path = join(from, name);
      rmSync(path);
      expect(() => placeProvider(mirror, { from, version: VERSION })).toThrow(
        new ProviderNotBuiltError(path),
      );
      expect(() => placeProvider(mirror, { from, version: VERSION })).toThrow(
        `The Terraform provider has not been built: there is no ${path}. In a checkout of zonewright run "npm run build"; elsewhere reinstall the package.`,
      );
      expect(filesUnder(mirror)).toEqual([]);
    },
  );
});
