import type { Problem } from '../../schema';
import type { CustomLogField } from './custom-log-fields';
import {
  certainlyOfZone,
  oncePerZone,
  perhapsOfZone,
  registerOfZone,
  type OfZone,
} from '../elements/once-per-zone';

const ZONE_LISTS = Symbol.for('zonewright/LogCustomFields');

/** What declares the custom log fields of a zone. */
export interface ZoneList extends OfZone {
  /** The log fields that hold what it configures. */
  readonly logFields: readonly CustomLogField[];
}

/** Registers a list in the app. */
export function registerZoneList(list: ZoneList): void {
  registerOfZone(ZONE_LISTS, list);
}

/** The lists that belong, or may belong, to the zone of something. */
export function zoneLists(ofZone: OfZone): readonly ZoneList[] {
  return perhapsOfZone(ofZone, ZONE_LISTS, ofZone.zoneId) as readonly ZoneList[];
}

/** Those that certainly do, by the id of the zone. */
export function certainZoneLists(ofZone: OfZone): readonly ZoneList[] {
  return certainlyOfZone(ofZone, ZONE_LISTS, ofZone.zoneId) as readonly ZoneList[];
}

/** A zone has one list of custom log fields. */
export function oneListPerZone(list: ZoneList): readonly Problem[] {
  return oncePerZone(list, ZONE_LISTS, {
    subject: 'The custom log fields',
    verb: 'are',
    hint: 'A zone has one list of them. Keep one LogCustomFields and add to it, e.g. with addRequestHeader.',
  });
}
