import { type Checked, type Reader, check } from '../checks/reader';
import { type Refusal, accepted } from '../service/refusal';
import type { Answer, ZoneCall, ZoneOperation } from '../service/operation';
import { timeOfWrite } from '../service/service';
import type { Zone } from '../service/zone';
import type { PreviousWaf } from './previous-waf';
import { readOperation, writeOperation } from './waf-operation';

/** Items of one kind that clients create, change and delete. */
export interface StoredItems<T> {
  /** The prefix of the operations' names. */
  readonly name: string;
  /** Path of the list. */
  readonly path: string;
  /** The path parameter that names an item. */
  readonly parameter: string;
  readonly itemsOf: (waf: PreviousWaf) => Map<string, T>;
  /** The refusal if there is no such item. */
  readonly missing: () => Refusal;
  /** The item as it is returned. */
  readonly view: (item: T, waf: PreviousWaf) => unknown;
}

/** The new or changed item at this time, ISO 8601. */
export type Changed<T> = (time: string) => T;

export function getOperation<T>(kind: StoredItems<T>): ZoneOperation {
  return readOperation(`${kind.name}.get`, `${kind.path}/:${kind.parameter}`, (call) => ({
    kind: 'result',
    result: kind.view(namedItem(kind, call), call.zone.previousWaf),
  }));
}

/** @param read reads the body: the new item, but for its id and the time of its creation, ISO 8601 */
export function createOperation<T extends { readonly id: string }>(
  kind: StoredItems<T>,
  read: (reader: Reader, zone: Zone) => ((id: string, time: string) => T) | undefined,
): ZoneOperation {
  return writeOperation(`${kind.name}.create`, 'POST', kind.path, ({ service, zone, body, dryRun }) => {
    const create = accepted(check(body, (reader) => read(reader, zone)));
    if (dryRun) return { kind: 'result', result: null };
    const time = timeOfWrite(service);
    const item = create(service.identifiers.next(), time);
    kind.itemsOf(zone.previousWaf).set(item.id, item);
    return { kind: 'result', result: kind.view(item, zone.previousWaf) };
  });
}

/** @param read reads the body of the change; a refusal may also be thrown */
export function changeOperation<T extends { readonly id: string }>(
  kind: StoredItems<T>,
  method: 'PUT' | 'PATCH',
  read: (reader: Reader, stored: T, zone: Zone) => Changed<T> | undefined,
): ZoneOperation {
  return writeOperation(`${kind.name}.update`, method, `${kind.path}/:${kind.parameter}`, (call) => {
    const waf = call.zone.previousWaf;
    const stored = namedItem(kind, call);
    const change = accepted(check(call.body, (reader) => read(reader, stored, call.zone)));
    if (call.dryRun) return { kind: 'result', result: null };
    const changed = change(timeOfWrite(call.service));
    kind.itemsOf(waf).set(changed.id, changed);
    return { kind: 'result', result: kind.view(changed, waf) };
  });
}

/**
 * Returns only the id (docs/internals/service.md 7.7).
 *
 * @param checkDeletable throws a Refusal if the item cannot be deleted
 */
export function deleteOperation<T extends { readonly id: string }>(
  kind: StoredItems<T>,
  checkDeletable: (item: T, waf: PreviousWaf) => void = () => undefined,
): ZoneOperation {
  return {
    of: 'zone',
    path: `${kind.path}/:${kind.parameter}`,
    name: `${kind.name}.delete`,
    method: 'DELETE',
    permission: 'waf:edit',
    run: (call) => {
      const stored = namedItem(kind, call);
      checkDeletable(stored, call.zone.previousWaf);
      if (call.dryRun) return { kind: 'result', result: null };
      timeOfWrite(call.service);
      kind.itemsOf(call.zone.previousWaf).delete(stored.id);
      return { kind: 'result', result: { id: stored.id } };
    },
  };
}

/** Reads an array of items, or one item; there is at least one. @param most items of an array */
export function readSeveral<T>(
  body: unknown,
  read: (item: Reader) => T | undefined,
  most: number = Infinity,
): Checked<readonly T[]> {
  return check(body, (reader) => {
    const items = Array.isArray(reader.value) ? reader.items() : [reader];
    if (items?.length === 0) return reader.refuse('it must have at least one item');
    if (items !== undefined && items.length > most)
      return reader.refuse(`it must have at most ${most} items`);
    return items?.flatMap((item) => read(item) ?? []);
  });
}

/**
 * Writes several items that are there, all or none (docs/internals/service.md 7.8).
 *
 * @param read reads what becomes of one of them; `undefined` if it has a problem
 * @param most items of an array
 * @param checkTogether throws a Refusal if they cannot be written together
 */
export function writeSeveral<T extends { readonly id: string }>(
  kind: StoredItems<T>,
  { service, zone, body, dryRun }: ZoneCall,
  read: (item: Reader, zone: Zone) => T | undefined,
  most: number = Infinity,
  checkTogether: (items: readonly T[], waf: PreviousWaf) => void = () => undefined,
): Answer {
  const waf = zone.previousWaf;
  const stored = kind.itemsOf(waf);
  const written = accepted(readSeveral(body, (item) => read(item, zone), most));
  if (!written.every(({ id }) => stored.has(id))) throw kind.missing();
  checkTogether(written, waf);
  if (dryRun) return { kind: 'result', result: null };
  timeOfWrite(service);
  for (const item of written) stored.set(item.id, item);
  return { kind: 'result', result: written.map((item) => kind.view(item, waf)) };
}

/** The item that the path names. @throws Refusal */
export function namedItem<T>(
  { itemsOf, parameter, missing }: StoredItems<T>,
  { zone, parameters }: ZoneCall,
): T {
  const item = itemsOf(zone.previousWaf).get(parameters[parameter] ?? '');
  if (item === undefined) throw missing();
  return item;
}
