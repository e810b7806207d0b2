import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const LOCK = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};
const { peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly peerDependencies: Readonly<Record<string, string>>;
};

interface LockedPackage {
  readonly version: string;
  readonly dev?: true;
  /** Part of the package around it, whose checksum covers it. */
  readonly inBundle?: true;
  readonly integrity?: string;
}

/**
 * Licences under which an Apache-2.0 package may use another package unchanged. MPL-2.0 is for cdktf and cdktn, which
 * are used as published; "Public Domain" is for jsonify in cdktf.
 */
const LICENCES = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'MPL-2.0',
  'Public Domain',
];

/** Licences whose code may be in a file of ours, because they do not require its source. */
const LICENCES_OF_THE_PROVIDER = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'];

/** A peer, or a package inside one: in the lock file they are development dependencies. */
function isOfPeer(path: string): boolean {
  return Object.keys(peerDependencies).some((peer) => `${path}/`.startsWith(`node_modules/${peer}/`));
}

/** What a user installs with this package. */
const SHIPPED = Object.entries(LOCK.packages)
  .filter(([path, { dev }]) => path !== '' && (!dev || isOfPeer(path)))
  .map(([path]) => path);

function licenceOf(path: string): string {
  const { license, licenses } = JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8')) as {
    readonly license?: string | { readonly type: string };
    readonly licenses?: readonly { readonly type: string }[];
  };
  if (typeof license === 'string') return license;
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'none';
}

/** A choice of licences is allowed if one of them is. */
function isAllowed(licence: string, allowed: readonly string[]): boolean {
  return licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((one) => allowed.includes(one));
}

describe('the packages that ship', () => {
  test('are more than a handful', () => expect(SHIPPED.length).toBeGreaterThan(10));

  test.each(SHIPPED)('has a licence from the list: %s', (path) => {
    const licence = licenceOf(path);
    expect({ licence, allowed: isAllowed(licence, LICENCES) }).toEqual({ licence, allowed: true });
  });

  test('every package of the lock file has a checksum', () => {
    const without = Object.entries(LOCK.packages)
      .filter(
        ([path, { integrity, inBundle }]) => path !== '' && !inBundle && !integrity?.startsWith('sha512-'),
      )
      .map(([path]) => path);
    expect(without).toEqual([]);
  });
});

const notices = readFileSync(join(ROOT, 'dist', 'THIRD-PARTY-NOTICES'), 'utf8');

/** The packages that the sources import, found without the build. */
const imported = [
  ...new Set(
    readdirSync(join(ROOT, 'provider-shim'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && !file.startsWith('sdk/example'))
      .flatMap((file) => packagesIn(readFileSync(join(ROOT, 'provider-shim', file), 'utf8'))),
  ),
].sort();

test('the file of the provider THIRD-PARTY-NOTICES has the notice of every package in the file of the provider, and of no other', () => {
  expect(imported).toContain('undici');
  const named = [...notices.matchAll(/^(\S+) (\d+\.\d+\.\d+\S*) \((.+)\)$/gm)];
  expect(named.map(([, name]) => name)).toEqual(imported);
  for (const [, name = '', version, licence] of named) {
    const path = `node_modules/${name}`;
    expect({ name, version }).toEqual({ name, version: LOCK.packages[path]?.version });
    expect({ name, allowed: isAllowed(String(licence), LICENCES_OF_THE_PROVIDER) }).toEqual({
      name,
      allowed: true,
    });
    const file = ['LICENSE', 'LICENSE.md'].map((each) => join(ROOT, path, each)).find(existsSync);
    expect(notices).toContain(readFileSync(file ?? '', 'utf8').trim());
  }
});

test('the notices go wherever the provider goes: they are the end of its file', () => {
  const folder = join(ROOT, 'dist', 'provider');
  const [file = ''] = readdirSync(folder).filter((name) => name.startsWith('terraform-provider-zone_v'));
  expect(readFileSync(join(folder, file), 'latin1').endsWith(Buffer.from(notices).toString('latin1'))).toBe(
    true,
  );
});

function packagesIn(source: string): readonly string[] {
  return [...source.matchAll(/(?:from |require\(|import\()'([^'.][^']*)'/g)]
    .map(([, path = '']) => path)
    .filter((path) => !path.startsWith('node:') && !path.startsWith('packed:'))
    .map((path) =>
      path
        .split('/')
        .slice(0, path.startsWith('@') ? 2 : 1)
        .join('/'),
    );
}
