import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { isRecord } from '../../schema';
import { InventoryError, keyOf, placed, type FleetZone } from './fleet-zone';
import { textOfFile } from './text-file';

/** Where it is recorded which zone is in which stack. */
export interface RecordOptions {
  /** The JSON file, from the working directory: the stack's number by the id of the zone. Commit it. */
  readonly recordIn: string;
  /**
   * Whether a changed record is written. A pipeline must not: what it wrote would be lost, and the next run might place
   * a zone elsewhere.
   * @default unless the environment variable `CI` is set
   */
  readonly write?: boolean;
}

/**
 * The stack of each zone: the recorded one, or for a new zone the first with room. Nobody leaves the record by leaving the
 * list: the same file may serve another fleet, or a part of the zones. Delete a zone's line to make room.
 *
 * @throws InventoryError when the record is malformed, or would change and may not be written
 */
export function recordedStacks(
  zones: readonly FleetZone[],
  most: number,
  { recordIn, write = !process.env['CI'] }: RecordOptions,
): ReadonlyMap<string, string> {
  const record = existsSync(recordIn)
    ? recordOf(textOfFile(recordIn, 'The record of stacks'), recordIn)
    : new Map<string, number>();
  const sizes = new Map<number, number>();
  for (const stack of record.values()) sizes.set(stack, (sizes.get(stack) ?? 0) + 1);
  let room = 1;
  const stackOf = (zone: FleetZone): number | undefined => record.get(keyOf(zone)) ?? record.get(zone.name);
  const added = zones.filter((zone) => stackOf(zone) === undefined);
  for (const zone of added) {
    while ((sizes.get(room) ?? 0) >= most) room += 1;
    record.set(keyOf(zone), room);
    sizes.set(room, (sizes.get(room) ?? 0) + 1);
  }
  if (added.length > 0 && !write)
    throw new InventoryError(added.map((zone) => notRecorded(placed(zone), recordIn)));
  if (added.length > 0) replaceFile(recordIn, recordText(record));
  return new Map(zones.map((zone) => [keyOf(zone), String(stackOf(zone))]));
}

/** A run that is killed leaves the whole old file or the whole new one. */
function replaceFile(file: string, text: string): void {
  const next = `${file}.${process.pid}.new`;
  writeFileSync(next, text);
  renameSync(next, file);
}

function notRecorded(name: string, file: string): string {
  return `${name} has no stack yet: synthesize where CI is not set, and commit ${file}.`;
}

function recordOf(text: string, file: string): Map<string, number> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InventoryError([`${file} is not JSON: ${(error as Error).message}`]);
  }
  const entries = isRecord(value) ? Object.entries(value) : undefined;
  if (!entries?.every(([, stack]) => Number.isInteger(stack) && Number(stack) > 0))
    throw new InventoryError([`${file} does not hold numbers of stacks by the ids of zones. Restore it.`]);
  return new Map(entries as readonly (readonly [string, number])[]);
}

/** One line to a zone, sorted, so that two branches that add zones seldom conflict. */
function recordText(stacks: ReadonlyMap<string, number>): string {
  const sorted = [...stacks].sort(([one], [other]) => (one < other ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}
