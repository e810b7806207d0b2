/** The subjects of the commands: the engine alone, this provider and each peer, each in its own folder. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { startEmulator } from './emulator-process.mjs';
import { ROOT } from './machine.mjs';

const require = createRequire(import.meta.url);

const FOLDER = join(ROOT, 'bench', 'configurations');

/** The configurations for this provider: files of `bench/configurations`. */
export const CONFIGURATIONS = ['fields', 'jobs', 'zones'];

/** The engine with its built-in provider and a short text in each object: the floor of every other subject. */
export const FLOOR = 'terraform_data';

const FLOOR_TEXT = 'variable "objects" { type = number }\n';

/** The engine with its built-in provider and the same arguments in each object: the second floor of a configuration. */
export function dataFloor(name) {
  return `${name}-data`;
}

/** A configuration of ours by its name, or a file. */
function configurationText(name) {
  if (!CONFIGURATIONS.includes(name)) return readFileSync(name, 'utf8');
  return ['provider', name].map((each) => readFileSync(join(FOLDER, `${each}.tf`), 'utf8')).join('\n');
}

/** The arguments of a configuration's resources in the engine's own; not in `input`, which the engine would keep twice. */
function dataText(name) {
  const resources = configurationText(name).matchAll(/^resource .* \{\n( +count .*)\n([^]*?)\n\}$/gm);
  const text = ([, count, body], index) =>
    `resource "terraform_data" "object${index}" {\n${count}\n  triggers_replace = {\n${body}\n  }\n}\n`;
  return [FLOOR_TEXT, ...[...resources].map(text)].join('\n');
}

const REGISTRIES = ['registry.terraform.io', 'registry.opentofu.org'];

/**
 * Creates the subjects below a folder. Each has its own emulator, so that none finds the objects of another.
 *
 * @param zones how many zones each emulator has, with ids from 1
 * @param states a server that keeps the states; without one, each is a file
 */
export async function prepareSubjects(folder, configurations, peers, zones, states) {
  const { placeProvider } = require('../dist/lib/provider/provider-package.js');
  const seed = join(folder, 'zones.json');
  writeFileSync(
    seed,
    JSON.stringify({ zones: Array.from({ length: zones }, (_zone, index) => zone(index)) }),
  );
  const subject = async (name, text, place = undefined) => {
    const cwd = join(folder, name);
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'main.tf'), text);
    if (states !== undefined) writeFileSync(join(cwd, 'backend.tf'), 'terraform {\n  backend "http" {}\n}\n');
    place?.(join(cwd, 'terraform.d', 'plugins'));
    const emulator = await startEmulator(['--seed', seed]);
    return {
      name,
      cwd,
      engineAlone: place === undefined,
      emulator,
      stateEnvironment: states?.environment(name),
    };
  };
  return Promise.all([
    subject(
      FLOOR,
      `${FLOOR_TEXT}resource "terraform_data" "object" {\n  count = var.objects\n  input = "object \${count.index}"\n}\n`,
    ),
    ...configurations.flatMap((name) => [
      subject(dataFloor(name), dataText(name)),
      subject(name, configurationText(name), placeProvider),
    ]),
    ...peers.map((peer) =>
      subject(peer.name, configurationText(peer.configuration), (plugins) => placePeer(plugins, peer)),
    ),
  ]);
}

function zone(index) {
  return { id: (index + 1).toString(16).padStart(32, '0'), name: `zone-${index + 1}.example` };
}

/** Puts a provider where the engine finds it without a registry: in the plugin folder beside the configuration. */
function placePeer(plugins, { name, binary, configuration }) {
  const { host, namespace, type } = sourceOf(name, binary, configurationText(configuration));
  const [, version = '0.0.1'] = /_v(\d+\.\d+\.\d+)/.exec(basename(binary)) ?? [];
  const platform = `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}`;
  for (const registry of host === undefined ? REGISTRIES : [host]) {
    const place = join(plugins, registry, namespace, type, version, platform);
    mkdirSync(place, { recursive: true });
    const file = join(place, `terraform-provider-${type}_v${version}`);
    copyFileSync(binary, file);
    chmodSync(file, 0o755);
    // A build of this provider consists of two files.
    const program = join(dirname(binary), 'zone-provider.cjs');
    if (existsSync(program)) copyFileSync(program, join(place, basename(program)));
  }
}

/** The provider's source address in the configuration; of several, the one that the program is named after. */
function sourceOf(name, binary, text) {
  const [, wanted] = /^terraform-provider-([a-z0-9-]+)/.exec(basename(binary)) ?? [];
  const sources = [...text.matchAll(/\bsource\s*=\s*"(?:([^"/]+)\/)?([^"/]+)\/([^"/]+)"/g)].map(
    ([, host, namespace, type]) => ({ host, namespace, type }),
  );
  const source = sources.length === 1 ? sources[0] : sources.find(({ type }) => type === wanted);
  if (source !== undefined) return source;
  throw new Error(
    `--peer ${name}: its configuration requires ${sources.length} providers, and none is called "${wanted}". ` +
      'Name the provider in required_providers, with its source.',
  );
}
