import type { ListedZone, ZoneContent } from '../../provider-shim/zone-reader';
import type { JsonObject } from '../../schema';
import { secretsIn, splitDestination, type SplitDestination } from './destination';
import { labelled, objectKey } from './names';

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

/**
 * Names what was read. A destination with secrets is write-only, so that no state gets them.
 *
 * @param labels of all zones
 * @param before the addresses that an earlier run gave, with the ids of their import blocks: an object keeps its address
 */
export function declaredZone(
  { zone, objects }: ZoneContent,
  label: string,
  labels: ReadonlySet<string>,
  before: Readonly<Record<string, string>> = {},
): DeclaredZone {
  const all = labelled(objects, label, labels, labelsBefore(before));
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

/** By type and import id, without the version of a destination. */
function labelsBefore(imports: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(imports).map(([address, importId]) => {
      const [type = '', label = ''] = address.split('.');
      return [objectKey({ type, importId: importId.split('/').slice(0, 2).join('/') }), label];
    }),
  );
}
