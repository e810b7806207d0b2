import type { Reader } from '../checks/reader';
import { check } from '../checks/reader';
import type { Refusal } from '../errors/refusal';
import { refusedBody } from '../http/envelope';
import type { Call, Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { timeOfWrite } from '../service/service';
import type { PreviousWaf } from './previous-waf';

/** Items of one kind that clients create, change and delete. */
export interface StoredItems<T> {
  /** What the names of the operations begin with. */
  readonly name: string;
  /** Path of the list. */
  readonly path: string;
  /** The part of the path that names an item. */
  readonly parameter: string;
  readonly itemsOf: (waf: PreviousWaf) => Map<string, T>;
  /** The refusal when there is no such item. */
  readonly missing: () => Refusal;
  /** The item as it is answered. */
  readonly view: (item: T) => unknown;
}

/** An item as it becomes at this time, ISO 8601. */
export type Changed<T> = (time: string) => T;

export function getOperation<T>(kind: StoredItems<T>): Operation {
  return {
    ...pathOf(kind),
    name: `${kind.name}.get`,
    method: 'GET',
    permission: 'waf:read',
    body: 'none',
    run: (call) => {
      const stored = namedItem(kind, call);
      return stored === undefined ? refuse(kind.missing()) : { kind: 'result', result: kind.view(stored) };
    },
  };
}

/** @param read reads the body of the change */
export function changeOperation<T extends { readonly id: string }>(
  kind: StoredItems<T>,
  method: 'PUT' | 'PATCH',
  read: (reader: Reader, stored: T) => Changed<T> | undefined,
): Operation {
  return {
    ...pathOf(kind),
    name: `${kind.name}.update`,
    method,
    permission: 'waf:edit',
    body: 'json',
    run: (call) => {
      const stored = namedItem(kind, call);
      if (stored === undefined) return refuse(kind.missing());
      const sent = check(call.body, (reader) => read(reader, stored));
      if (!sent.ok) return refuse(refusedBody(sent.problems));
      if (call.dryRun) return { kind: 'result', result: null };
      const changed = sent.value(timeOfWrite(call.service));
      kind.itemsOf(call.zone.previousWaf).set(changed.id, changed);
      return { kind: 'result', result: kind.view(changed) };
    },
  };
}

/** Answers the id alone (docs/service.md 7.7). */
export function deleteOperation<T extends { readonly id: string }>(kind: StoredItems<T>): Operation {
  return {
    ...pathOf(kind),
    name: `${kind.name}.delete`,
    method: 'DELETE',
    permission: 'waf:edit',
    body: 'none',
    run: (call) => {
      const stored = namedItem(kind, call);
      if (stored === undefined) return refuse(kind.missing());
      if (call.dryRun) return { kind: 'result', result: null };
      timeOfWrite(call.service);
      kind.itemsOf(call.zone.previousWaf).delete(stored.id);
      return { kind: 'result', result: { id: stored.id } };
    },
  };
}

function pathOf<T>({ path, parameter }: StoredItems<T>): Pick<Operation, 'path' | 'identifiers'> {
  return { path: `${path}/:${parameter}`, identifiers: ['zone_id', parameter] };
}

function namedItem<T>({ itemsOf, parameter }: StoredItems<T>, { zone, parameters }: Call): T | undefined {
  return itemsOf(zone.previousWaf).get(parameters[parameter] ?? '');
}
