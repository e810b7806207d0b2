import type { Finding, ListedZone, ZoneContent } from '../../provider-shim/zone-reader';
import type { JsonObject } from '../../schema';
import { secretsIn, splitDestination, type SplitDestination, type Secret } from './destination';
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

/** A file of the generated project, with a path relative to its folder and `/` as separator. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/** A zone that is done. */
export interface DoneZone {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  /** Its file in the folder; null if it has nothing to declare. */
  readonly file: string | null;
  /** By address: the id of its import block. */
  readonly imports: Readonly<Record<string, string>>;
  readonly variables: readonly string[];
  /** Variables whose values the service did not show. */
  readonly withoutValue: readonly string[];
  /** The number of custom log fields. */
  readonly customFields: number;
  /** What is not adopted. */
  readonly findings: readonly Finding[];
}

/** A way to write a project. */
export interface Language {
  /** The file for the values of secrets. */
  readonly secretsFile: string;
  /** What `.gitignore` names: written first, so that it is there before there are secrets. */
  readonly ignored: readonly string[];
  /** The file of one zone, and the secrets whose variables are in it. */
  readonly zoneFile: (zone: DeclaredZone) => OutputFile & { readonly secrets: readonly Secret[] };
  /** Everything else, once all zones are written. @param version of this package */
  readonly projectFiles: (zones: readonly DoneZone[], version: string) => readonly OutputFile[];
  /**
   * The commands to run next in the folder where the adoption ran, one in each line.
   *
   * @param folder of the project, as a word of a command line
   * @param install the commands that install its packages, if it has any
   */
  readonly nextSteps: (folder: string, hasSecrets: boolean, install: readonly string[]) => readonly string[];
  /** How to undo the adoption after the first apply, in one or two lines. */
  readonly undoing: readonly string[];
}
