import { extname } from 'node:path';
import { InventoryError, type IdentifiedZone } from '../../lib/fleet/fleet-zone';
import { UnreadableFileError } from '../../lib/fleet/text-file';
import { ZoneInventory } from '../../lib/fleet/zone-inventory';
import { isRecord, zoneId } from '../../schema';
import { CommandFailure, reasonOf } from '../terminal/failure';
import { readInputFile, unreadable, type InputFile } from '../files/input-file';
import { parseJson } from '../text/json';

/** The zones of an inventory: their names by id; a name is empty if the file has none. */
export type Inventory = ReadonlyMap<string, string>;

const INVENTORY_FILE: InputFile = {
  code: 'inventory',
  what: 'the inventory',
  option: '--inventory <file>',
  allowed: [
    'the inventory of a fleet: YAML or JSON, a list of zones with id and name, or CSV with these columns',
    'JSON as the service lists zones, a JSON list of ids, or lines of an id and a name (in files of other names)',
  ],
};

/** The formats that only a fleet's inventory has. */
const FLEET_FORMATS: ReadonlySet<string> = new Set(['.yaml', '.yml', '.csv']);

/**
 * Reads a file of zones: the inventory of a fleet (docs/guides/fleets.md) in YAML, CSV or JSON; JSON as the service lists zones,
 * or a list of ids; and otherwise lines of an id and a name.
 *
 * @throws CommandFailure
 */
export function readInventory(file: string): Inventory {
  const zones = readZones(file);
  if (zones.size === 0)
    throw refused(file, 'the inventory holds no zone', ['no id of 32 hexadecimal digits']);
  return zones;
}

/** Reads a file of zones in the same formats, which may hold none. @param option that names it @throws CommandFailure */
export function readZones(file: string, option = INVENTORY_FILE.option): Inventory {
  const input = { ...INVENTORY_FILE, option };
  return FLEET_FORMATS.has(extname(file).toLowerCase()) ? fromFleet(file, input) : fromText(file, input);
}

/**
 * Reads the inventory of a fleet with its labels: YAML, CSV or JSON, by the name of the file.
 *
 * @throws CommandFailure
 */
export function readFleetInventory(file: string): readonly IdentifiedZone[] {
  const zones = fleetZones(file, INVENTORY_FILE);
  if (zones.length === 0) throw refused(file, 'the inventory holds no zone', ['an empty list']);
  return zones;
}

function fromFleet(file: string, input: InputFile): Inventory {
  return new Map(fleetZones(file, input).map(({ id, name }) => [id, name]));
}

function fleetZones(file: string, input: InputFile): readonly IdentifiedZone[] {
  try {
    return ZoneInventory.fromFile(file).withIds();
  } catch (error) {
    if (error instanceof UnreadableFileError) throw unreadable(file, input, error);
    if (error instanceof InventoryError)
      throw refused(file, 'the inventory has mistakes', error.problems, error);
    throw error;
  }
}

function fromText(file: string, input: InputFile): Inventory {
  const text = readInputFile(file, input);
  return /^\s*[[{]/.test(text) ? fromJson(file, text) : fromLines(file, text);
}

function fromJson(file: string, text: string): Inventory {
  let document: unknown;
  try {
    document = parseJson(text);
  } catch (error) {
    throw refused(file, 'the inventory is not valid JSON', [reasonOf(error)], error);
  }
  // The service answers with the list in `result` (docs/internals/service.md 2.1).
  const list: unknown = isRecord(document) ? document['result'] : document;
  if (!Array.isArray(list)) throw refused(file, 'the inventory is not a list', [`a JSON ${typeof list}`]);
  return new Map(
    list.map((each: unknown, index) => {
      const { id, name } = isRecord(each) ? each : { id: each, name: '' };
      return [checkedId(file, id, `element ${index}`), typeof name === 'string' ? name : ''];
    }),
  );
}

/** Lines of an id and a name, separated by spaces, a tab or a comma; `#` begins a comment. */
function fromLines(file: string, text: string): Inventory {
  const lines = text.split(/\r?\n/).map((line, index) => ({ line: line.trim(), where: `line ${index + 1}` }));
  return new Map(
    lines
      .filter(({ line }) => line !== '' && !line.startsWith('#'))
      .map(({ line, where }) => {
        const [id, name = ''] = line.split(/[\s,]+/);
        return [checkedId(file, id, where), name];
      }),
  );
}

function checkedId(file: string, id: unknown, where: string): string {
  if (typeof id === 'string' && zoneId(id).length === 0) return id;
  throw refused(file, 'the inventory has something that is not the id of a zone', [
    `${where}: ${JSON.stringify(id ?? null)}`,
  ]);
}

function refused(file: string, message: string, seen: readonly string[], cause?: unknown): CommandFailure {
  return new CommandFailure(
    {
      code: 'inventory',
      message: `${message}: ${file}`,
      seen,
      allowed: INVENTORY_FILE.allowed,
      hints: ['correct the file'],
    },
    undefined,
    { cause },
  );
}
