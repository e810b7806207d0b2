import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settled } from '../program/edit';
import { TYPES, type Block, type Program } from '../program/program';
import { laterProvider, renderProgram, type Place } from '../program/render';
import type { StateName } from '../scenario/scenario';
import { programsIn } from '../../e2e/running-programs';

const STATE = 'terraform.tfstate';

/** A root module of a round: its program, its folder, and what is known of its last runs. */
export interface RootModule {
  readonly name: StateName;
  readonly folder: string;
  program: Program;
  /** Whether a run failed or was hindered since everything was applied. */
  isDisturbed: boolean;
  /** Whether the program is not yet applied as a whole. */
  isPending: boolean;
  /** What the provider's address came out of when everything was applied. */
  laterProvider: number | undefined;
}

/** Whether the next plan is made without a look at the service: then it cannot show what others changed. */
export function plansBlindly({ program, laterProvider: applied }: RootModule): boolean {
  const later = laterProvider(program);
  return later !== undefined && later !== applied;
}

export function writeProgram({ folder, program }: RootModule, place: Place): void {
  for (const [path, text] of Object.entries(renderProgram(program, place))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Everything has been applied: what tells of one run goes from the program. */
export function applied(module: RootModule): void {
  module.program = settled(module.program);
  module.isDisturbed = false;
  module.isPending = false;
  module.laterProvider = laterProvider(module.program);
}

/** What the engine writes into its state file, as far as it is read here. */
export interface StateFile {
  readonly resources: readonly {
    readonly module?: string;
    readonly mode: string;
    readonly type: string;
    readonly name: string;
    /** The address of its provider's configuration; the other one ends in its alias. */
    readonly provider: string;
    readonly instances: readonly {
      readonly index_key?: string | number;
      readonly status?: string;
      readonly deposed?: string;
      readonly attributes: Readonly<Record<string, unknown>>;
    }[];
  }[];
}

export function stateText({ folder }: RootModule): string | undefined {
  const path = join(folder, STATE);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

export function stateOf(module: RootModule): StateFile {
  const text = stateText(module);
  return text === undefined ? { resources: [] } : (JSON.parse(text) as StateFile);
}

/** The objects of the state, or those of one type, each with its address. */
export function instancesOf(module: RootModule, wanted?: string) {
  const found = stateOf(module).resources.filter(({ type }) => wanted === undefined || type === wanted);
  return found.flatMap(({ module: inside, type, name, instances }) =>
    instances.map(({ index_key: key, attributes }) => ({
      type,
      attributes,
      address: `${inside === undefined ? '' : `${inside}.`}${type}.${name}${key === undefined ? '' : `[${JSON.stringify(key)}]`}`,
    })),
  );
}

/** The jobs of the state, by zone and number. */
export function jobKeys(module: RootModule): readonly string[] {
  return instancesOf(module, TYPES.job).map(
    ({ attributes: { zone_id: zone, job_id: job } }) => `${String(zone)}/${String(job)}`,
  );
}

/**
 * Whether the program and the state together use both configurations of the provider. Those need two processes: one that the
 * engine reattaches to serves the configuration that it was given last.
 */
export function usesBothConfigurations(module: RootModule): boolean {
  const { blocks, readsToo } = module.program;
  const isOther = [
    ...blocks.map(({ aliased }) => aliased),
    ...(readsToo ? [false] : []),
    ...stateOf(module)
      .resources.filter(({ provider }) => provider.includes('zonewright/zone'))
      .map(({ provider }) => provider.endsWith('.other')),
  ];
  return isOther.includes(true) && isOther.includes(false);
}

/** What the first object of the block is imported by; undefined when it is not in the state. */
export function importIdOf(module: RootModule, block: Block, zoneId: string): string | undefined {
  const found = stateOf(module).resources.find(
    ({ type, name, module: inside }) =>
      type === TYPES[block.kind] && name === block.label && (inside !== undefined) === block.inModule,
  );
  const number = found?.instances[0]?.attributes['job_id'];
  if (found === undefined || block.kind !== 'job') return found && zoneId;
  const version =
    'destination_conf_wo_version' in block.settings ? `/${(block.members[0]?.revision ?? 0) + 1}` : '';
  return `${zoneId}/${String(number)}${version}`;
}

/**
 * The engine writes its state in place: one that it was killed over is put back, as its user would do.
 *
 * @returns whether it was
 */
export function mendState(module: RootModule, before: string | undefined): boolean {
  const text = stateText(module);
  if (text === undefined) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    if (before === undefined) rmSync(join(module.folder, STATE));
    else writeFileSync(join(module.folder, STATE), before);
    return true;
  }
}

/** The providers that run in the folder of the module: those that its engine started, and one that was started for it. */
export function providersOf({ folder }: RootModule): readonly number[] {
  return programsIn((cwd) => cwd === folder)
    .filter(({ command }) => command.includes('terraform-provider-zone'))
    .map(({ pid }) => pid);
}
