import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtProvider } from '../../lib/provider/provider-package';
import { temporaryFolder } from '../support/temporary-folder';
import { busybox, RELEASE, Root, startNetwork, type Network } from './roots';

/** docs/guides/images.md: each way to have the provider in an image, on a machine that reaches nothing but the service. */
const ADDRESS = 'registry.terraform.io/zonewright/zone';
const { version: VERSION } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as {
  readonly version: string;
};
const ZONES = Array.from({ length: 6 }, (_, index) => `${index}`.padStart(32, 'a'));
const CONFIGURATION = `
terraform {
  required_providers {
    zone = { source = "${ADDRESS}" }
  }
}
variable "zone_id" {}
variable "target_state" { default = "validation" }
resource "zone_log_custom_fields" "all" {
  zone_id = var.zone_id
  cookies = ["session"]
}
resource "zone_logpush_job" "requests" {
  zone_id          = var.zone_id
  name             = "requests"
  enabled          = true
  destination_conf = "r2://logs/{DATE}?account-id=account&access-key-id=id&secret-access-key=key"
  output_options   = { field_names = ["RayID"] }
}
resource "zone_managed_rules_migration" "rules" {
  zone_id                  = var.zone_id
  target_state             = var.target_state
  acknowledge_irreversible = var.zone_id
}
`;

const folder = temporaryFolder();
let network: Network;
beforeAll(async () => {
  const seed = join(folder, 'seed.json');
  const zones = ZONES.map((id, index) => ({ id, name: `zone-${index}.example`, plan: 'enterprise' }));
  writeFileSync(seed, JSON.stringify({ zones, options: { finish_seconds: 0 } }));
  network = await startNetwork(seed);
});

const archive = (form: '' | '-standalone', platform: string): string =>
  join(RELEASE, `terraform-provider-zone${form}_${VERSION}_${platform}.zip`);

const unpacked = { '': join(folder, 'script'), '-standalone': join(folder, 'standalone') };
beforeAll(() => {
  for (const form of ['', '-standalone'] as const)
    execFileSync(busybox(), ['unzip', '-q', archive(form, 'linux_amd64'), '-d', unpacked[form]]);
});

/** A mirror of the file system where the engine looks without settings, and the provider's folder in it. */
const IMPLICIT = `usr/share/terraform/plugins/${ADDRESS}`;
const PLACED = `${IMPLICIT}/${VERSION}/linux_amd64`;

/** The files that the page has copied into a mirror. */
const mirror = join(folder, 'mirror');
beforeAll(() => {
  mkdirSync(mirror);
  for (const name of readdirSync(RELEASE).filter((each) => /^terraform-provider-zone_.*\.zip$/.test(each)))
    copyFileSync(join(RELEASE, name), join(mirror, name));
});

/** The settings that the page gives. */
const [, SETTINGS = ''] =
  /```terraform\n(provider_installation[^`]*)/.exec(
    readFileSync(join(__dirname, '../../docs/guides/images.md'), 'utf8'),
  ) ?? [];

const withNodeOfAlpine = (root: Root): Root => {
  const runtime = unpacked['-standalone'] + '/runtime';
  root
    .put('usr/bin/node', join(runtime, 'node'))
    .put('lib/ld-musl-x86_64.so.1', join(runtime, 'ld-musl.so.1'));
  for (const library of readdirSync(runtime).filter((name) => name.startsWith('lib')))
    root.put(`usr/lib/${library}`, join(runtime, library));
  return root;
};

interface Way {
  readonly title: string;
  readonly make: (root: Root) => Root;
  readonly env?: Readonly<Record<string, string>>;
}

const WAYS: readonly Way[] = [
  {
    title: 'the standalone archive, with no Node.js and no glibc',
    make: (root) => root.withBusybox().put(PLACED, unpacked['-standalone']),
  },
  {
    title: 'the standalone archive as a file of a mirror',
    make: (root) =>
      root
        .withBusybox()
        .put(
          `${IMPLICIT}/terraform-provider-zone_${VERSION}_linux_amd64.zip`,
          archive('-standalone', 'linux_amd64'),
        ),
  },
  {
    title: 'Alpine and its Node.js',
    make: (root) => withNodeOfAlpine(root.withBusybox()).put(PLACED, unpacked['']),
  },
  {
    title: 'Debian and its Node.js, with a mirror that the engine is told of',
    make: (root) =>
      root
        .withProgram('bin/sh')
        .withProgram('usr/bin/node')
        .put(`mirror/${ADDRESS}`, mirror)
        .write('mirror.tfrc', SETTINGS),
    env: { TF_CLI_CONFIG_FILE: '/mirror.tfrc' },
  },
  {
    title: 'a Node.js that is mounted',
    make: (root) =>
      root.withProgram('bin/sh').withProgram('opt/node/bin/node', 'node').put(PLACED, unpacked['']),
    env: { ZONEWRIGHT_NODE: '/opt/node/bin/node' },
  },
];

test.each(WAYS)('$title', ({ make, env }) => {
  const zone = ZONES[WAYS.findIndex((way) => way.make === make)] ?? '';
  const root = make(new Root(network)).write('module/main.tf', CONFIGURATION);
  const run = (line: string): readonly [number | null, string] =>
    root.run(line, { ...env, TF_VAR_zone_id: zone });
  const FINISHED = '-var target_state=finished';
  expect(run('terraform init')).toEqual([
    0,
    expect.stringContaining(`Installed zonewright/zone v${VERSION}`),
  ]);
  expect(run('terraform plan -out tfplan')).toEqual([0, expect.stringContaining('3 to add')]);
  expect(run('terraform apply tfplan')).toEqual([0, expect.stringContaining('3 added')]);
  expect(run('terraform plan -detailed-exitcode')).toEqual([0, expect.stringContaining('No changes')]);
  expect(run(`terraform apply -auto-approve ${FINISHED}`)).toEqual([0, expect.stringContaining('1 changed')]);
  expect(run(`terraform plan -detailed-exitcode ${FINISHED}`)).toEqual([0, expect.any(String)]);
  expect(run(`terraform destroy -auto-approve ${FINISHED}`)).toEqual([
    1,
    expect.stringContaining('cannot be destroyed: it is finished'),
  ]);
});

test('variables for other programs, the folder and HOME change nothing in the standalone archive', () => {
  const root = new Root(network)
    .withBusybox()
    .put(PLACED, unpacked['-standalone'])
    .write('module/main.tf', CONFIGURATION)
    .write('module/settings.tfrc', '');
  const settings = { TF_VAR_zone_id: ZONES[5] ?? '', TF_CLI_CONFIG_FILE: '/module/settings.tfrc' };
  root.run('terraform init', settings);
  const planned = root.run('terraform plan -no-color', settings);
  expect(planned).toEqual([0, expect.stringContaining('3 to add')]);
  const names = ['node', 'ld-musl.so.1', 'runtime/node', 'zone-provider.cjs', 'libstdc++.so.6', 'libc.so'];
  for (const name of names) root.write(`module/${name}`, 'not what it says');
  root.write('module/package.json', '{ "type": "module", "main": ').write('module/home', 'no folder');
  // In the line, so that they are not for the programs of this machine that lead there.
  const hostile = [
    'NODE_OPTIONS="--require /module/node --unknown"',
    'LD_PRELOAD=/module/libc.so LD_LIBRARY_PATH=/module',
    'HOME=/module/home runtime=/module/runtime PATH=/module:$PATH',
  ];
  expect(root.run(`${hostile.join(' ')} terraform plan -no-color`, settings)).toEqual(planned);
});

test('a lock for four platforms is made from the release, and a stack of the constructs has the same hash', () => {
  const root = new Root(network)
    .withBusybox()
    .put(`mirror/${ADDRESS}`, mirror)
    .write('module/main.tf', CONFIGURATION);
  const platforms = ['darwin_amd64', 'darwin_arm64', 'linux_amd64', 'linux_arm64'];
  const options = platforms.map((platform) => `-platform=${platform}`).join(' ');
  expect(root.run(`terraform providers lock -fs-mirror=/mirror ${options}`)).toEqual([0, expect.any(String)]);
  const lock = root.read('module/.terraform.lock.hcl');
  expect(lock.match(/"h1:/g)).toHaveLength(1);
  expect(lock).toContain(builtProvider({}).hash);
});
