/** The built provider as a plugin (docs/plugin-protocol.md 1). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './machine.mjs';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** The built provider, as the engine starts it. */
export const PROVIDER = join(ROOT, 'dist', 'provider', `terraform-provider-zone_v${version}`);

/** How an engine identifies itself, and which protocols it speaks. */
export const PLUGIN_ENV = {
  TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
  PLUGIN_PROTOCOL_VERSIONS: '5,6',
};
