import { readFileSync } from 'node:fs';
import { isRecord } from '../../schema';
import { codeOf, CommandFailure, EXIT_OK, reasonOf } from '../failure';
import type { CommandContext, ForgetPreviousWafOptions } from '../program';

/** The resources of the vendor's provider 3.x that configure the previous managed rules; 4.0 removed them. */
const TYPES = [
  'cloudflare_waf_package',
  'cloudflare_waf_group',
  'cloudflare_waf_rule',
  'cloudflare_waf_override',
];

/** The format of state files since Terraform 0.12. */
const STATE_VERSION = 4;

/** One of these resources in a state, with all of its instances. */
interface StateResource {
  /** As `terraform state rm` takes it, such as `module.shop["a"].cloudflare_waf_group.all`. */
  readonly address: string;
  readonly zones: readonly string[];
}

/** `zonewright forget-previous-waf`: prints how a state forgets the resources of the previous managed rules. */
export async function forgetPreviousWafCommand(
  { terminal }: CommandContext,
  { state, as }: ForgetPreviousWafOptions,
): Promise<number> {
  const found = resourcesIn(readState(state), state);
  if (found.length === 0) {
    terminal.err(`The state has none of ${TYPES.join(', ')}: there is nothing to forget.`);
    return EXIT_OK;
  }
  for (const line of as === 'removed' ? removedBlocks(found) : commands(found)) terminal.out(line);
  const zones = [...new Set(found.flatMap((one) => one.zones))].sort();
  const resources = found.length === 1 ? '1 resource' : `${found.length} resources`;
  const ofZones = zones.length === 0 ? '' : `, of the zones ${zones.join(', ')}`;
  terminal.err(`${resources} of the previous managed rules${ofZones}.`);
  terminal.err(
    'Delete their resource blocks from the configuration as well. Nothing changes at the service.',
  );
  return EXIT_OK;
}

function commands(found: readonly StateResource[]): readonly string[] {
  return found.map(({ address }) => `terraform state rm '${address.replaceAll("'", `'\\''`)}'`);
}

/** A `removed` block forgets all instances, of the resource and of its modules, so its address has no keys. */
function removedBlocks(found: readonly StateResource[]): readonly string[] {
  const addresses = new Set(
    found.map(({ address }) => address.replace(/\[(?:"(?:[^"\\]|\\.)*"|\d+)\]/g, '')),
  );
  return [...addresses].flatMap((address) => [
    'removed {',
    `  from = ${address}`,
    '  lifecycle {',
    '    destroy = false',
    '  }',
    '}',
    '',
  ]);
}

function readState(file: string): unknown {
  try {
    // The descriptor of standard input: `terraform state pull` writes there.
    return JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
  } catch (error) {
    const isMissing = codeOf(error) === 'ENOENT';
    throw new CommandFailure({
      code: 'state_unreadable',
      message: isMissing ? `there is no file ${file}` : `${named(file)} cannot be read as a state`,
      ...(isMissing ? {} : { seen: [reasonOf(error)] }),
      hints: ['pass the state on: terraform state pull | zonewright forget-previous-waf'],
    });
  }
}

function resourcesIn(state: unknown, file: string): readonly StateResource[] {
  if (!isRecord(state) || state['version'] !== STATE_VERSION || !Array.isArray(state['resources']))
    throw new CommandFailure({
      code: 'state_of_unknown_version',
      message: `${named(file)} is not a state file of version ${STATE_VERSION}`,
      seen: [isRecord(state) ? `version ${JSON.stringify(state['version'] ?? null)}` : 'no JSON object'],
      allowed: ['what terraform state pull of Terraform 0.12 or newer writes'],
      hints: ['run terraform state pull with a current engine, and pass that on'],
    });
  return state['resources'].filter(isRecord).flatMap(({ mode, module, type, name, instances }) => {
    if (mode !== 'managed' || typeof type !== 'string' || !TYPES.includes(type)) return [];
    const path = typeof module === 'string' ? `${module}.` : '';
    const zones = (Array.isArray(instances) ? instances : []).flatMap((instance: unknown) => {
      const attributes = isRecord(instance) ? instance['attributes'] : undefined;
      const zone = isRecord(attributes) ? attributes['zone_id'] : undefined;
      return typeof zone === 'string' ? [zone] : [];
    });
    return [{ address: `${path}${type}.${String(name)}`, zones }];
  });
}

function named(file: string): string {
  return file === '-' ? 'standard input' : file;
}
