import type { Problem } from '../../schema';
import { waysToForget } from '../sdk/framework';

/** What a zone has one list of: the custom log fields, or the managed rules. */
interface ZoneList {
  /** With its article left out, such as `managed rules`. */
  readonly what: string;
  /** What the list consists of, such as `rules`. */
  readonly part: string;
  readonly type: string;
}

/** Refuses to destroy one of two objects of the state that have the list of one zone: both would lose it. */
export function heldTwice(zone: string, { what, part, type }: ZoneList): Problem {
  return {
    code: 'zone_held_twice',
    path: ['zone_id'],
    message: `The ${what} of zone ${zone} are in the state twice, and this plan destroys one of the two.`,
    hint:
      `Destroying one would delete the ${part} of the other. If the resource was renamed, use a moved block (moveFromId of the construct) instead of ` +
      `an import. Otherwise, remove the one that goes from the state: ${waysToForget(type)}`,
  };
}
