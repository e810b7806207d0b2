import { isRecord, zoneId as checkZoneId } from '../../schema';
import { AppError } from '../binding/app-error';

/** A zone of an inventory. */
export interface FleetZone<Settings extends object = Record<string, unknown>> {
  /**
   * The id of the zone, 32 hexadecimal digits. It stays when the zone is renamed. A rollout needs it, and
   * `FleetStacks.into` chooses the stack by it.
   * @default looked up by name in every plan
   */
  readonly id?: string;
  /**
   * A name that is unique in the inventory, usually the domain; the domain for a zone without an id. It is part of the
   * addresses of the zone's resources, so renaming it moves them.
   */
  readonly name: string;
  /**
   * What the zone can be selected by: `{ team: 'shop', wave: '2' }`.
   * @default none
   */
  readonly labels?: Readonly<Record<string, string>>;
  /**
   * How the zone differs from the other zones of its fleet.
   * @default none
   */
  readonly settings?: Partial<Settings>;
}

/** A zone whose id is known. */
export type IdentifiedZone = FleetZone & { readonly id: string };

/** What a zone is known by: its id, or the name for a zone without one. */
export function keyOf({ id, name }: FleetZone): string {
  return id ?? name;
}

/** Where an entry of an inventory is, for messages: `zones.yaml, line 12` or `zone 3`. */
export interface PlacedEntry {
  readonly entry: unknown;
  readonly place: string;
  /** Mistakes of the text, because of which there is no entry. @default none */
  readonly mistakes?: readonly string[];
}

/** Where the zones of inventories are written. */
const PLACES = new WeakMap<FleetZone, string>();

/** The name of a zone for messages, after its place: `zones.csv, line 12: shop.example`. */
export function placed(zone: FleetZone): string {
  const place = PLACES.get(zone);
  return place === undefined ? zone.name : `${place}: ${zone.name}`;
}

/** An inventory, or a file that belongs to it, with mistakes: all of them, one to a line. */
export class InventoryError extends AppError {
  /** What is wrong, each with its place. */
  declare readonly problems: readonly string[];

  /**
   * Lists the mistakes.
   *
   * @param problems what is wrong, each with its place
   * @param subject what has the mistakes
   */
  constructor(problems: readonly string[], subject = 'The inventory') {
    super(
      `${subject} has ${problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`}:\n` +
        problems.map((problem) => `- ${problem}`).join('\n'),
    );
    // Node prints what can be enumerated of an error that nobody catches, and the message has the problems.
    Object.defineProperty(this, 'problems', { value: problems });
  }
}

/**
 * The zones of these entries.
 *
 * @throws InventoryError with everything that is wrong: ids, names, labels, members of another name, zones that are
 * listed twice
 */
export function checkedZones(entries: readonly PlacedEntry[]): readonly FleetZone[] {
  const problems = entries.flatMap(({ entry, place, mistakes = problemsOf(entry) }) =>
    mistakes.map((problem) => `${place}: ${problem}`),
  );
  for (const member of ['id', 'name'] as const) problems.push(...repeated(entries, member));
  if (problems.length > 0) throw new InventoryError(problems);
  return entries.map(({ entry, place }) => {
    const zone = entry as FleetZone;
    PLACES.set(zone, place);
    return zone;
  });
}

const MEMBERS = ['id', 'name', 'labels', 'settings'];

function problemsOf(entry: unknown): readonly string[] {
  if (!isRecord(entry)) return [`a zone is an object with id and name, not ${JSON.stringify(entry)}.`];
  const { id, name, labels = {}, settings = {} } = entry;
  const others = Object.keys(entry).filter((member) => !MEMBERS.includes(member));
  return [
    ...(id === undefined
      ? []
      : typeof id === 'string'
        ? checkZoneId(id).map(({ message, hint }) => `${message} ${hint ?? ''}`.trim())
        : [`id is ${shown(id)}: write the id of the zone, 32 hexadecimal digits.`]),
    ...(typeof name === 'string' && name !== ''
      ? []
      : [`name is ${shown(name)}: write a name for the zone, such as its domain.`]),
    ...(isRecord(labels) && Object.values(labels).every((value) => typeof value === 'string')
      ? []
      : [`labels is ${shown(labels)}: write texts by their names, such as { team: 'shop' }.`]),
    ...(isRecord(settings) ? [] : [`settings is ${shown(settings)}: write an object.`]),
    ...others.map((member) => `there is no member ${member}. A zone has ${MEMBERS.join(', ')}.`),
  ];
}

function repeated(entries: readonly PlacedEntry[], member: 'id' | 'name'): readonly string[] {
  const first = new Map<unknown, string>();
  return entries.flatMap(({ entry, place }) => {
    const value = isRecord(entry) ? entry[member] : undefined;
    if (typeof value !== 'string') return [];
    const before = first.get(value);
    if (before === undefined) first.set(value, place);
    return before === undefined ? [] : [`${place}: the ${member} ${value} is that of ${before} already.`];
  });
}

function shown(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value);
}
