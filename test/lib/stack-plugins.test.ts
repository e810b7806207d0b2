import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { App, LocalBackend, TerraformStack } from 'cdktf';
import { placeProvider, PROVIDER_FOLDER_CONTEXT, PROVIDER_PLATFORMS_CONTEXT, ZoneProvider } from '../../lib';
import { packageVersion } from '../../lib/provider/package-root';
import { fakeBuild, filesUnder, mirrorLayout, temporaryFolder } from './fake-provider';
import { zoneStack } from './logpush-stack';
import { synthPart } from './synth';

const VERSION = packageVersion();
const LAYOUT = mirrorLayout(VERSION);
const LINUX = `registry.terraform.io/zonewright/zone/${VERSION}/linux_amd64/terraform-provider-zone_v${VERSION}`;

const mirrorIn = (outdir: string, stack: string): string =>
  join(outdir, 'stacks', stack, 'terraform.d', 'plugins');

/** Synthesizes stacks of these names, `unrelated` without a provider; `context` may be one for all, or made for each. */
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
    if (name !== 'unrelated') new ZoneProvider(stack, 'zone');
  }
  app.synth();
}

const BUILD = fakeBuild(VERSION);

test('a stack can be moved alone, and there is one copy of the bytes', () => {
  const outdir = temporaryFolder();
  synthesize(outdir, ['one', 'two']);
  const files = ['one', 'two'].map((name) => join(mirrorIn(outdir, name), LINUX));
  expect(new Set(files.map((file) => statSync(file).ino)).size).toBe(1);
  const carried = join(temporaryFolder(), 'carried');
  cpSync(join(outdir, 'stacks', 'one'), carried, { recursive: true });
  expect(filesUnder(join(carried, 'terraform.d', 'plugins'))).toEqual(LAYOUT);
});

test('each stack has its own platforms, and its own build', () => {
  const outdir = temporaryFolder();
  const other = fakeBuild(VERSION, 'another build');
  synthesize(outdir, ['all', 'linux', 'other', 'none', 'unrelated'], (name) => ({
    ...(name === 'linux' && { [PROVIDER_PLATFORMS_CONTEXT]: ['linux_amd64'] }),
    ...(name === 'none' && { [PROVIDER_PLATFORMS_CONTEXT]: [] }),
    ...(name === 'other' && { [PROVIDER_FOLDER_CONTEXT]: other }),
  }));
  expect(filesUnder(mirrorIn(outdir, 'all'))).toEqual(LAYOUT);
  expect(filesUnder(mirrorIn(outdir, 'linux'))).toEqual(
    LAYOUT.filter((file) => file.includes('linux_amd64')),
  );
  expect(existsSync(mirrorIn(outdir, 'none'))).toBe(false);
  expect(filesUnder(join(outdir, 'stacks', 'unrelated'))).toEqual(['cdk.tf.json']);
  expect(
    ['all', 'linux', 'other'].map((name) => readFileSync(join(mirrorIn(outdir, name), LINUX), 'utf8')),
  ).toEqual(['the provider', 'the provider', 'another build']);
});

test.each([
  ['a platform that the package has no provider for', ['linux_amd64', 'windows_amd64']],
  ['one platform that is in no list', 'linux_amd64'],
])('%s is refused', (_, platforms) => {
  expect(() => synthesize(temporaryFolder(), ['one'], { [PROVIDER_PLATFORMS_CONTEXT]: platforms })).toThrow(
    `The context zonewright:providerPlatforms is ${JSON.stringify(platforms)}. It must be a list of platforms from linux`,
  );
});

test('an app needs a built provider, but a test of a stack does not', () => {
  const app = new App({
    outdir: temporaryFolder(),
    context: { [PROVIDER_FOLDER_CONTEXT]: temporaryFolder() },
  });
  const stack = zoneStack('fields', app);
  expect(synthPart(stack, 'provider')).toEqual({ zone: [{}] });
  expect(() => app.synth()).toThrow('The Terraform provider has not been built');
});

describe('after an earlier synthesis,', () => {
  test('another build and another version are replaced', () => {
    const outdir = temporaryFolder();
    placeProvider(mirrorIn(outdir, 'one'), { from: fakeBuild('0.0.9'), version: '0.0.9' });
    synthesize(outdir, ['one', 'gone']);
    synthesize(outdir, ['one'], {}, fakeBuild(VERSION, 'another build'));
    expect(filesUnder(mirrorIn(outdir, 'one'))).toEqual(LAYOUT);
    synthesize(outdir, ['two']);
    synthesize(outdir, ['two'], { [PROVIDER_PLATFORMS_CONTEXT]: ['linux_amd64'] });
    expect(filesUnder(mirrorIn(outdir, 'two'))).toEqual(
      LAYOUT.filter((file) => file.includes('linux_amd64')),
    );
    const [one, gone] = ['one', 'gone'].map((name) =>
      readFileSync(join(mirrorIn(outdir, name), LINUX), 'utf8'),
    );
    // The folder of a stack that is no longer in the app stays, and so does what it needs.
    expect([one, gone]).toEqual(['another build', 'the provider']);
  });

  test('other providers beside it stay', () => {
    const outdir = temporaryFolder();
    const other = 'registry.terraform.io/hashicorp/null/3.2.4/linux_amd64/terraform-provider-null_v3.2.4';
    mkdirSync(dirname(join(mirrorIn(outdir, 'one'), other)), { recursive: true });
    writeFileSync(join(mirrorIn(outdir, 'one'), other), '');
    placeProvider(mirrorIn(outdir, 'one'), { from: fakeBuild('0.0.9'), version: '0.0.9' });
    synthesize(outdir, ['one']);
    expect(filesUnder(mirrorIn(outdir, 'one'))).toEqual([...LAYOUT, other].sort());
    const none = { [PROVIDER_PLATFORMS_CONTEXT]: [] };
    synthesize(outdir, ['one'], none);
    expect(filesUnder(mirrorIn(outdir, 'one'))).toEqual([other]);
    rmSync(join(mirrorIn(outdir, 'one'), other));
    synthesize(outdir, ['one'], none);
    expect(existsSync(mirrorIn(outdir, 'one'))).toBe(false);
    // So does a link to a folder elsewhere, though nothing is in it.
    symlinkSync(temporaryFolder(), mirrorIn(outdir, 'one'));
    synthesize(outdir, ['one'], none);
    expect(filesUnder(mirrorIn(outdir, 'one'))).toEqual([]);
  });
});
