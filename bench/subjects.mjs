/** The subjects of the commands: the engine alone, this provider and each peer, each in its own folder. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { startEmulator } from './emulator-process.mjs';
import { ROOT } from './machine.mjs';

const require = createRequire(import.meta.url);

const CONFIGURATIONS = join(ROOT, 'bench', 'configurations');

/** The engine with its built-in provider and a short text in each object: the floor of every other subject. */
export const FLOOR = 'terraform_data';

/** The engine with its built-in provider and the same arguments in each object: the second floor of a configuration. */
export function dataFloor(name) {
  return `${name}-data`;
}

const REGISTRIES = ['registry.terraform.io', 'registry.opentofu.org'];

/**
 * Creates the subjects below a folder. Each has its own emulator, so that none finds the objects of another.
 *
 * @param zones how many zones each emulator has, with ids from 1
 */
export async function prepareSubjects(folder, configurations, peers, zones) {
  const { placeProvider } = require('../dist/lib/provider/provider-package.js');
  const seed = join(folder, 'zones.json');
  writeFileSync(
    seed,
    JSON.stringify({ zones: Array.from({ length: zones }, (_zone, index) => zone(index)) }),
  );
  const subject = async (name, configuration, place = undefined) => {
    const cwd = join(folder, name);
    mkdirSync(cwd);
    copyFileSync(configuration, join(cwd, 'main.tf'));
    place?.(join(cwd, 'terraform.d', 'plugins'));
    return { name, cwd, engineAlone: place === undefined, emulator: await startEmulator(['--seed', seed]) };
  };
  return Promise.all([
    subject(FLOOR, join(CONFIGURATIONS, 'terraform-data.tf')),
    ...configurations.flatMap((name) => [
      subject(dataFloor(name), join(CONFIGURATIONS, `${dataFloor(name)}.tf`)),
      subject(name, join(CONFIGURATIONS, `${name}.tf`), placeProvider),
    ]),
    ...peers.map((peer) => subject(peer.name, peer.configuration, (plugins) => placePeer(plugins, peer))),
  ]);
}

function zone(index) {
  return { id: (index + 1).toString(16).padStart(32, '0'), name: `zone-${index + 1}.example` };
}

/** Puts a provider where the engine finds it without a registry: in the plugin folder beside the configuration. */
function placePeer(plugins, { name, binary, configuration }) {
  const { host, namespace, type } = sourceOf(name, binary, readFileSync(configuration, 'utf8'));
  const [, version = '0.0.1'] = /_v(\d+\.\d+\.\d+)/.exec(basename(binary)) ?? [];
  const platform = `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}`;
  for (const registry of host === undefined ? REGISTRIES : [host]) {
    const place = join(plugins, registry, namespace, type, version, platform);
    mkdirSync(place, { recursive: true });
    const file = join(place, `terraform-provider-${type}_v${version}`);
    copyFileSync(binary, file);
    chmodSync(file, 0o755);
    // An earlier build of this provider consists of two files.
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
