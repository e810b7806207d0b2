import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRecord } from '../../schema';
import { zoneProviders, type SynthesizedStack } from './synthesized-stacks';

/** What the engine needs to reach a stack's state and its objects. */
const KEPT = ['terraform', 'provider', 'variable'];

/**
 * Writes a stack that is no longer synthesized without what it declared, so that a plan of it shows everything that its
 * state still holds as destroyed.
 *
 * @param outdir the output folder of the app
 * @param others the stacks of now, one of which has the provider
 */
export function writeVanished(
  outdir: string,
  { folder, configuration }: SynthesizedStack,
  others: readonly SynthesizedStack[],
): void {
  const path = join(outdir, folder);
  mkdirSync(path, { recursive: true });
  const kept = Object.entries(withProviderOf(others, configuration)).filter(([block]) =>
    KEPT.includes(block),
  );
  writeFileSync(join(path, 'cdk.tf.json'), `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
  const plugins = others.map((other) => join(outdir, other.folder, PLUGINS)).find(existsSync);
  if (plugins === undefined) return;
  mkdirSync(dirname(join(path, PLUGINS)), { recursive: true });
  // Mostly a relative link, which leads to the same place from a folder beside the other stacks.
  cpSync(plugins, join(path, PLUGINS), { recursive: true, verbatimSymlinks: true });
}

/** With the version of the zone provider that the stacks of now have, since no other is beside them. */
function withProviderOf(
  others: readonly SynthesizedStack[],
  configuration: SynthesizedStack['configuration'],
): SynthesizedStack['configuration'] {
  const ofNow = others.flatMap(({ configuration: other }) => zoneProviders(other));
  const version = ofNow.find((provider) => 'version' in provider)?.['version'];
  const copy = structuredClone(configuration);
  if (version !== undefined) for (const provider of zoneProviders(copy)) provider['version'] = version;
  return copy;
}

const PLUGINS = join('terraform.d', 'plugins');

/** Whether the state of a stack is in a place that its configuration names, and not in the engine's working folder. */
export function hasBackend({ configuration }: SynthesizedStack): boolean {
  const { terraform } = configuration;
  return isRecord(terraform) && (isRecord(terraform['backend']) || isRecord(terraform['cloud']));
}
