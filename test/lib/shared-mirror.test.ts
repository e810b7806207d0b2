import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { App, LocalBackend, TerraformStack } from 'cdktf';
import {
  placeProvider,
  PROVIDER_FOLDER_CONTEXT,
  PROVIDER_IN_EACH_STACK_CONTEXT,
  PROVIDER_PLATFORMS_CONTEXT,
  ZoneProvider,
} from '../../lib';
import { packageVersion } from '../../lib/provider/package-root';
import { fakeBuild, filesUnder, mirrorLayout, temporaryFolder } from './fake-provider';

const VERSION = packageVersion();
const LAYOUT = mirrorLayout(VERSION);
const LINUX = `registry.terraform.io/zonewright/zone/${VERSION}/linux_amd64/terraform-provider-zone_v${VERSION}`;

const mirrorIn = (outdir: string, stack: string): string =>
  join(outdir, 'stacks', stack, 'terraform.d', 'plugins');

/** Synthesizes stacks of these names; `context` may be one for all, or made for each. */
function synthesize(
  outdir: string,
  stacks: readonly string[],
  context: object | ((stack: string) => object) = {},
  from = BUILD,
): void {
  const app = new App({ outdir, context: { [PROVIDER_FOLDER_CONTEXT]: from } });
  for (const name of stacks) {
    const stack = new TerraformStack(app, name);
    const ofStack = typeof context === 'function' ? context(name) : context;
    for (const [key, value] of Object.entries(ofStack)) stack.node.setContext(key, value);
    new LocalBackend(stack, { path: 'terraform.tfstate' });
    new ZoneProvider(stack, 'zone');
  }
  app.synth();
}

/** Bytes on disk, folders and links included, each file counted once. */
function diskOf(folder: string, seen = new Set<number>()): number {
  const { ino, blocks } = lstatSync(folder);
  const own = seen.has(ino) ? 0 : blocks * 512;
  seen.add(ino);
  if (!lstatSync(folder).isDirectory()) return own;
  return readdirSync(folder).reduce((sum, name) => sum + diskOf(join(folder, name), seen), own);
}

const BUILD = fakeBuild(VERSION);
const isLink = (path: string): boolean => lstatSync(path).isSymbolicLink();
const mirrorsOf = (outdir: string): readonly string[] =>
  existsSync(join(outdir, '.zonewright')) ? readdirSync(join(outdir, '.zonewright')) : [];

test('200 stacks cost less than 5 MB of disk', () => {
  const outdir = temporaryFolder();
  const names = Array.from({ length: 200 }, (_, index) => `zone-${index}`);
  synthesize(outdir, names, {}, fakeBuild(VERSION, 'p'.repeat(150_000)));
  expect(filesUnder(mirrorIn(outdir, 'zone-199'))).toEqual(LAYOUT);
  expect(diskOf(outdir)).toBeLessThan(5_000_000);
});

test('a stack with its own provider can be moved alone, without a second copy of the bytes', () => {
  const outdir = temporaryFolder();
  synthesize(outdir, ['one', 'two'], { [PROVIDER_IN_EACH_STACK_CONTEXT]: true });
  const files = ['one', 'two'].map((name) => join(mirrorIn(outdir, name), LINUX));
  expect(new Set(files.map((file) => statSync(file).ino)).size).toBe(1);
  const carried = join(temporaryFolder(), 'carried');
  cpSync(join(outdir, 'stacks', 'one'), carried, { recursive: true });
  expect(filesUnder(join(carried, 'terraform.d', 'plugins'))).toEqual(LAYOUT);
});

test('each stack has its own platforms, and its own build', () => {
  const outdir = temporaryFolder();
  const other = fakeBuild(VERSION, 'another build');
  synthesize(outdir, ['all', 'linux', 'other', 'none'], (name) => ({
    ...(name === 'linux' && { [PROVIDER_PLATFORMS_CONTEXT]: ['linux_amd64'] }),
    ...(name === 'none' && { [PROVIDER_PLATFORMS_CONTEXT]: [] }),
    ...(name === 'other' && { [PROVIDER_FOLDER_CONTEXT]: other }),
  }));
  expect(filesUnder(mirrorIn(outdir, 'all'))).toEqual(LAYOUT);
  expect(filesUnder(mirrorIn(outdir, 'linux'))).toEqual(
    LAYOUT.filter((file) => file.includes('linux_amd64')),
  );
  expect(existsSync(mirrorIn(outdir, 'none'))).toBe(false);
  expect(
    ['all', 'linux', 'other'].map((name) => readFileSync(join(mirrorIn(outdir, name), LINUX), 'utf8')),
  ).toEqual(['the provider', 'the provider', 'another build']);
});

describe('after an earlier synthesis,', () => {
  test('another build is removed when no stack uses it', () => {
    const outdir = temporaryFolder();
    const other = fakeBuild(VERSION, 'another build');
    synthesize(outdir, ['one', 'two', 'gone']);
    const [first] = mirrorsOf(outdir);
    synthesize(outdir, ['one', 'two'], {}, other);
    // The folder of a stack that is no longer in the app stays, and so does what it needs.
    expect(mirrorsOf(outdir)).toEqual(expect.arrayContaining([first]));
    expect(mirrorsOf(outdir)).toHaveLength(2);
    expect(readFileSync(join(mirrorIn(outdir, 'gone'), LINUX), 'utf8')).toBe('the provider');
    synthesize(outdir, ['gone'], {}, other);
    expect(mirrorsOf(outdir)).toHaveLength(1);
    expect(readFileSync(join(mirrorIn(outdir, 'one'), LINUX), 'utf8')).toBe('another build');
  });

  test('files of the provider are replaced by a link, and the reverse', () => {
    const outdir = temporaryFolder();
    placeProvider(mirrorIn(outdir, 'one'), { from: fakeBuild('0.0.9'), version: '0.0.9' });
    synthesize(outdir, ['one']);
    expect(isLink(mirrorIn(outdir, 'one'))).toBe(true);
    synthesize(outdir, ['one'], { [PROVIDER_IN_EACH_STACK_CONTEXT]: true });
    expect(isLink(mirrorIn(outdir, 'one'))).toBe(false);
    expect(filesUnder(mirrorIn(outdir, 'one'))).toEqual(LAYOUT);
    expect(mirrorsOf(outdir)).toHaveLength(1);
  });

  test('other providers beside it stay', () => {
    const outdir = temporaryFolder();
    const other = 'registry.terraform.io/hashicorp/null/3.2.4/linux_amd64/terraform-provider-null_v3.2.4';
    mkdirSync(dirname(join(mirrorIn(outdir, 'one'), other)), { recursive: true });
    writeFileSync(join(mirrorIn(outdir, 'one'), other), '');
    placeProvider(mirrorIn(outdir, 'one'), { from: fakeBuild('0.0.9'), version: '0.0.9' });
    synthesize(outdir, ['one']);
    expect(filesUnder(mirrorIn(outdir, 'one'))).toEqual([...LAYOUT, other].sort());
    synthesize(outdir, ['one'], { [PROVIDER_PLATFORMS_CONTEXT]: [] });
    expect(filesUnder(mirrorIn(outdir, 'one'))).toEqual([other]);
  });
});
