import type { ListedZone, ZoneContent } from '../../provider-shim/adoption';
import type { JsonObject } from '../../schema';
import { secretsIn, splitDestination, type SplitDestination } from './destination';
import { labelled } from './names';

/** A resource to write, in whichever language. */
export interface Declaration {
  readonly type: string;
  /** Its name in its address. */
  readonly label: string;
  readonly importId: string;
  /** By the names of the schema, without the zone and the destination. */
  readonly attributes: JsonObject;
  /** Where a log push job delivers to. */
  readonly destination?: SplitDestination;
}

/** A zone to write. */
export interface DeclaredZone {
  readonly zone: ListedZone;
  readonly label: string;
  readonly declarations: readonly Declaration[];
}

/** The version of every destination that is not stored; increased by people when they change one. */
export const DESTINATION_VERSION = 1;

/** Names what was read. A destination with secrets is write-only, so that no state gets them. @param labels of all zones */
export function declaredZone(
  { zone, objects }: ZoneContent,
  label: string,
  labels: ReadonlySet<string>,
): DeclaredZone {
  const all = labelled(objects, label, labels);
  const taken = new Set(all.map((one) => one.label));
  const declarations = all.map((named): Declaration => {
    const { type, importId, attributes, destination: text } = named.object;
    const known = { type, label: named.label, attributes };
    if (text === undefined) return { ...known, importId };
    const destination = splitDestination(text, named.label, taken);
    const isWriteOnly = secretsIn(destination.pieces).length > 0;
    return { ...known, importId: isWriteOnly ? `${importId}/${DESTINATION_VERSION}` : importId, destination };
  });
  return { zone, label, declarations };
}
