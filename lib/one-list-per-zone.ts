import type { IConstruct } from 'constructs';
import type { Problem } from '../schema';
import type { CustomLogField } from './logpush/custom-log-fields';
import { oncePerZone, type OfZone } from './once-per-zone';
import { register, registered } from './registry';

const ZONE_LISTS = Symbol.for('zonewright/LogCustomFields');

/** What declares the custom log fields of a zone. */
export interface ZoneList extends OfZone {
  /** The log fields that hold what it configures. */
  readonly logFields: readonly CustomLogField[];
}

/** Makes a list known to all others in the app. */
export function registerZoneList(list: ZoneList): void {
  register(list.node.root, ZONE_LISTS, list);
}

/** All lists in the construct's app, in the order of their making. */
export function zoneLists(construct: IConstruct): readonly ZoneList[] {
  return registered(construct.node.root, ZONE_LISTS) as readonly ZoneList[];
}

/** A zone has one list of custom log fields. */
export function oneListPerZone(list: ZoneList): readonly Problem[] {
  return oncePerZone(list, zoneLists(list), {
    subject: 'The custom log fields',
    verb: 'are',
    hint: 'A zone has one list of them. Keep one LogCustomFields and contribute to it, e.g. with addRequestHeader.',
  });
}
