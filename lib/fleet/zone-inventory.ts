import { basename, extname } from 'node:path';
import { nearest } from '../../schema';
import {
  checkedZones,
  type IdentifiedZone,
  InventoryError,
  placed,
  type FleetZone,
  type PlacedEntry,
} from './fleet-zone';
import type * as InventoryText from './inventory-text';
import { textOfFile } from './text-file';

/**
 * The zones that an app looks after: from code, or from a file that other tools write as well.
 *
 * @example
 * ZoneInventory.fromFile('zones.yaml');
 * ZoneInventory.of([{ id: '023e105f4ecef8ad9ca31a8372d0c353', name: 'example.com', labels: { team: 'shop' } }]);
 */
export class ZoneInventory {
  private constructor(
    /** The zones, in the order of the inventory. */
    readonly zones: readonly FleetZone[],
  ) {}

  /**
   * An inventory from code.
   *
   * @throws InventoryError
   */
  static of(zones: readonly FleetZone[]): ZoneInventory {
    return ZoneInventory.from(zones.map((entry, index) => ({ entry, place: `zone ${index + 1}` })));
  }

  /**
   * An inventory from a file. YAML and JSON hold a list of zones with `id`, `name`, `labels` and `settings`. CSV has a
   * header with `id` and `name`; every other column is a label, and an empty cell is none. Without an id, the zone is
   * looked up by its name.
   *
   * @param path ends with `.yaml`, `.yml`, `.json` or `.csv`
   * @param labels the labels, or columns, that the app reads: one that is spelled nearly like them is an error. @default any
   * @throws InventoryError also if the file does not exist or is not UTF-8
   */
  static fromFile(path: string, { labels }: { readonly labels?: readonly string[] } = {}): ZoneInventory {
    const read = READERS[extname(path).toLowerCase()];
    if (!read)
      throw new InventoryError([
        `${path}: the name of the file says no format that is known. Use .yaml, .yml, .json or .csv.`,
      ]);
    const inventory = ZoneInventory.from(read(textOfFile(path), basename(path)));
    if (labels) inventory.checkLabels(labels, basename(path));
    return inventory;
  }

  private static from(entries: readonly PlacedEntry[]): ZoneInventory {
    return new ZoneInventory(checkedZones(entries));
  }

  /**
   * The zones with all of these labels, as an inventory.
   *
   * @throws InventoryError for a label that no zone has, if one has a label that is spelled nearly like it: no zone would
   * be selected, and what is declared for them would be destroyed
   */
  where(labels: Readonly<Record<string, string>>): ZoneInventory {
    const missing = Object.keys(labels).filter((label) => !this.labels().has(label));
    this.checkLabels(missing, 'where()');
    return new ZoneInventory(this.zones.filter((zone) => hasLabels(zone, labels)));
  }

  /**
   * The zones, each with its id.
   *
   * @throws InventoryError for a zone of which only the name is known
   */
  withIds(): readonly IdentifiedZone[] {
    const problems = this.zones.flatMap((zone) =>
      zone.id === undefined ? [`${placed(zone)} has no id, by which approvals and surveys know it.`] : [],
    );
    if (problems.length > 0) throw new InventoryError(problems);
    return this.zones as readonly IdentifiedZone[];
  }

  private labels(): ReadonlySet<string> {
    return new Set(this.zones.flatMap(({ labels = {} }) => Object.keys(labels)));
  }

  /** @param known the labels that are read */
  private checkLabels(known: readonly string[], place: string): void {
    const problems = [...this.labels()].flatMap((label) => {
      const meant = known.includes(label) ? undefined : nearest(label, known);
      return meant === undefined
        ? []
        : [
            `${place}: zones have the label ${label}, and what is read is ${meant}. Correct the one or the other.`,
          ];
    });
    if (problems.length > 0) throw new InventoryError(problems);
  }
}

/** The parsers are loaded when a file is read: most programs that import this package read none. */
function parsers(): typeof InventoryText {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- constructs are made synchronously
  return require('./inventory-text') as typeof InventoryText;
}

const readYaml: Reader = (text, file) => parsers().entriesOfYaml(text, file);
const readCsv: Reader = (text, file) => parsers().entriesOfCsv(text, file);

type Reader = (text: string, file: string) => readonly PlacedEntry[];

const READERS: Readonly<Record<string, Reader>> = {
  '.yaml': readYaml,
  '.yml': readYaml,
  '.json': readYaml,
  '.csv': readCsv,
};

/** Whether a zone has all of these labels. */
export function hasLabels(
  { labels = {} }: Pick<FleetZone, 'labels'>,
  wanted: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(wanted).every(([name, value]) => labels[name] === value);
}
