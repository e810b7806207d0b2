import { createHash } from 'node:crypto';
import { type FleetZone, InventoryError, keyOf, placed } from './fleet-zone';
import { recordedStacks, type RecordOptions } from './stack-record';

/** The stack of each zone, by the zone's id, or its name if it has none. A stack is named by a short text, the key of its state. */
export type StackOfZone = ReadonlyMap<string, string>;

/**
 * The rule by which a fleet's zones are spread over stacks. Every rule is stable: adding, removing or reordering zones
 * moves no other zone to another stack, which would destroy its resources in one state and create them in another.
 */
export class FleetStacks {
  private constructor(
    /** Assigns stacks. @throws InventoryError for zones that the rule cannot place */
    readonly assign: (zones: readonly FleetZone[]) => StackOfZone,
  ) {}

  /** A stack for each zone, named after it. */
  static perZone(): FleetStacks {
    return new FleetStacks((zones) => {
      const problems = zones.flatMap((zone) => stackNameProblems(zone, zone.name));
      if (problems.length > 0) throw new InventoryError(problems);
      return new Map(zones.map((zone) => [keyOf(zone), zone.name]));
    });
  }

  /**
   * A stack for each value of a label, such as the team. Changing the label of a zone moves it to another stack.
   *
   * @param otherwise the stack of zones without the label. @default none: such a zone is an error
   */
  static byLabel(label: string, otherwise?: string): FleetStacks {
    return new FleetStacks((zones) => {
      const stacks = zones.map(({ labels }) => labels?.[label] ?? otherwise);
      const problems = zones.flatMap((zone, index) => {
        const stack = stacks[index];
        return stack === undefined
          ? [`${placed(zone)} has no label ${label}, by which the fleet chooses its stack.`]
          : stackNameProblems(zone, stack);
      });
      if (problems.length > 0) throw new InventoryError(problems);
      return new Map(zones.map((zone, index) => [keyOf(zone), stacks[index] as string]));
    });
  }

  /**
   * A fixed number of stacks, of about the same size; which one, follows from the id of the zone alone. Another number
   * moves as few zones as possible: those of a new stack, or of a removed one.
   *
   * @param count at least 1
   */
  static into(count: number): FleetStacks {
    if (!Number.isInteger(count) || count < 1)
      throw new RangeError(`FleetStacks.into(${count}): the number of stacks is a whole number from 1 on.`);
    const stacks = Array.from({ length: count }, (_, index) => String(index + 1));
    return new FleetStacks(
      (zones) => new Map(zones.map((zone) => [keyOf(zone), highest(keyOf(zone), stacks)])),
    );
  }

  /**
   * Stacks of at most so many zones, numbered from 1. A new zone goes to the first stack with room; a file that belongs
   * into the repository records who is where.
   *
   * @param most at least 1
   */
  static ofAtMost(most: number, options: RecordOptions): FleetStacks {
    if (!Number.isInteger(most) || most < 1)
      throw new RangeError(`FleetStacks.ofAtMost(${most}): the number of zones is a whole number from 1 on.`);
    return new FleetStacks((zones) => recordedStacks(zones, most, options));
  }
}

/** Why a zone cannot be in a stack with this name, which cdktf would refuse without saying of which zone it is. */
export function stackNameProblems(zone: FleetZone, name: string): readonly string[] {
  if (/^[^\s*?[\]{}!]+$/.test(name)) return [];
  return [
    `${placed(zone)} would be in the stack ${JSON.stringify(name)}. No space and none of * ? [ ] { } ! may be in the ` +
      'name of a stack, and it may not be empty.',
  ];
}

/** Rendezvous hashing (Thaler and Ravishankar, 1998): the stack whose digest with the zone is the highest. */
function highest(zoneId: string, stacks: readonly string[]): string {
  const rated = stacks.map((stack) => [digest(`${zoneId} ${stack}`), stack] as const);
  return rated.reduce((best, one) => (one[0] > best[0] ? one : best))[1];
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
