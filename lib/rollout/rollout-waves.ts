import { createHash } from 'node:crypto';
import { stackNameProblems } from '../fleet/fleet-stacks';
import { InventoryError, placed, type IdentifiedZone } from '../fleet/fleet-zone';

/** A wave of a rollout: zones that migrate together. */
export interface RolloutWave {
  /** The name, which is part of the name of the wave's stack: `1`, `canary`. */
  readonly name: string;
  /** Its zones, in the order of the inventory. */
  readonly zones: readonly IdentifiedZone[];
}

/**
 * The rule by which the zones of a rollout are spread over waves, which follow each other. Every rule is stable: adding,
 * removing and reordering zones moves no other zone to another wave.
 */
export class RolloutWaves {
  private constructor(
    /** The waves with zones, in their order. @throws InventoryError for zones that the rule cannot place */
    readonly assign: (zones: readonly IdentifiedZone[]) => readonly RolloutWave[],
  ) {}

  /**
   * A wave for each value of a label. Without `order`, the waves follow each other by their names, with numbers by their
   * value: 2 before 10.
   *
   * @param order the names of all waves, the first one first
   */
  static byLabel(label: string, order?: readonly string[]): RolloutWaves {
    const twice = order?.find((name, index) => order.indexOf(name) < index);
    if (twice !== undefined)
      throw new RangeError(`RolloutWaves.byLabel(${label}): the order names the wave ${twice} twice.`);
    return new RolloutWaves((zones) => {
      const waves = groupedBy(zones, ({ labels }) => labels?.[label]);
      const problems = [
        ...(waves.get(undefined) ?? []).map(
          (zone) => `${placed(zone)} has no label ${label}, which says its wave.`,
        ),
        ...[...waves].flatMap(([name, [first]]) =>
          name === undefined || first === undefined ? [] : stackNameProblems(first, name),
        ),
        ...[...waves.keys()]
          .filter((name) => name !== undefined && order?.includes(name) === false)
          .map((name) => `The wave ${name} of the label ${label} is not in the order ${order?.join(', ')}.`),
      ];
      if (problems.length > 0) throw new InventoryError(problems);
      return inOrder(waves as Waves, order ?? ([...waves.keys()] as string[]).sort(byNameAndNumber));
    });
  }

  /**
   * Waves by their share of the zones, named 1, 2 and so on. The id of a zone alone decides its wave, so the sizes are
   * near these shares, not equal to them.
   *
   * @param percents of each wave, 100 together: `[5, 20, 75]`
   */
  static byShare(percents: readonly number[]): RolloutWaves {
    const sum = percents.reduce((one, other) => one + other, 0);
    if (percents.some((percent) => !(percent > 0)) || Math.abs(sum - 100) > 1e-9)
      throw new RangeError(
        `RolloutWaves.byShare([${percents.join(', ')}]): each share is a percentage above 0, and together they are 100.`,
      );
    const names = percents.map((_, index) => String(index + 1));
    return new RolloutWaves((zones) =>
      inOrder(
        groupedBy(zones, ({ id }) => names[waveAt(placeOf(id) * 100, percents)] as string),
        names,
      ),
    );
  }
}

type Waves = ReadonlyMap<string, readonly IdentifiedZone[]>;

function groupedBy<Key>(
  zones: readonly IdentifiedZone[],
  keyOf: (zone: IdentifiedZone) => Key,
): ReadonlyMap<Key, readonly IdentifiedZone[]> {
  const groups = new Map<Key, IdentifiedZone[]>();
  for (const zone of zones) {
    const key = keyOf(zone);
    const group = groups.get(key);
    if (group) group.push(zone);
    else groups.set(key, [zone]);
  }
  return groups;
}

function inOrder(waves: Waves, names: readonly string[]): readonly RolloutWave[] {
  return names.flatMap((name) => {
    const zones = waves.get(name);
    return zones === undefined ? [] : [{ name, zones }];
  });
}

function byNameAndNumber(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true }) || (one < other ? -1 : 1);
}

/** Where a zone is among all possible ids, from 0 to below 1. */
function placeOf(zoneId: string): number {
  const digest = createHash('sha256').update(zoneId).digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}

/** The first wave whose end is beyond a place, both in percent. */
function waveAt(place: number, percents: readonly number[]): number {
  let end = 0;
  const found = percents.findIndex((percent) => (end += percent) > place);
  return found === -1 ? percents.length - 1 : found;
}
