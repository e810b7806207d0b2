import { existsSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderProgram } from '../program/render';
import { runningPrograms } from '../../e2e/running-programs';
import type { Round } from './round';

const statePath = ({ place }: Round): string => join(place.folder, 'terraform.tfstate');

export function writeProgram({ place, program, service }: Round): void {
  writeFileSync(join(place.folder, 'main.tf.json'), renderProgram(program, service.zoneIds));
}

/** What the engine writes into its state file, as far as it is read here. */
interface StateFile {
  readonly resources: readonly {
    readonly type: string;
    readonly name: string;
    readonly instances: readonly {
      readonly index_key?: string | number;
      readonly status?: string;
      readonly deposed?: string;
      readonly attributes: Readonly<Record<string, unknown>>;
    }[];
  }[];
}

export function stateText(round: Round): string | undefined {
  return existsSync(statePath(round)) ? readFileSync(statePath(round), 'utf8') : undefined;
}

/** The objects of the state, each with its address. */
export function instancesOf(round: Round) {
  const { resources } = JSON.parse(stateText(round) ?? '{ "resources": [] }') as StateFile;
  return resources.flatMap(({ type, name, instances }) =>
    instances.map(({ index_key: key, ...instance }) => ({
      ...instance,
      type,
      address: `${type}.${name}${key === undefined ? '' : `[${JSON.stringify(key)}]`}`,
    })),
  );
}

/** The jobs of the state by zone and number. */
export function jobsInState(round: Round) {
  return instancesOf(round)
    .filter(({ type }) => type === 'zone_logpush_job')
    .map(({ address, attributes: { zone_id, job_id } }) => {
      const [zone, job] = [String(zone_id), Number(job_id)];
      return { address, zone, job, key: `${zone}/${job}` };
    });
}

/**
 * The engine writes its state in place: one that it was killed over is put back, as its user would do.
 *
 * @returns whether it was
 */
export function mendState(round: Round, before: string | undefined): boolean {
  const text = stateText(round);
  if (text === undefined) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    if (before === undefined) rmSync(statePath(round));
    else writeFileSync(statePath(round), before);
    return true;
  }
}

/** The providers that its engine started for the root module. */
export function providersOf({ place }: Round): readonly number[] {
  return runningPrograms().flatMap(({ pid, command }) => {
    if (!command.includes('terraform-provider-zone') || place.ownProviders.has(pid)) return [];
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === place.folder ? [pid] : [];
    } catch {
      return [];
    }
  });
}
