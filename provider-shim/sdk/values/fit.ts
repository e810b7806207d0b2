import { byName, isUnknown, unknown } from '../../../schema/description';
import { InexactNumber } from './number';
import { misfit, noSuchAttribute, type ObjectType, type Type } from './type';
import { isMembers, type Members, type Value } from './value';
import { deeper, within } from './value-error';

/** How values come that no type has been applied to: what each kind of them is. Undefined for an item of another kind. */
export interface Form {
  readonly string: (raw: unknown) => string | undefined;
  readonly number: (raw: unknown) => number | InexactNumber | undefined;
  readonly bool: (raw: unknown) => boolean | undefined;
  readonly key: (key: string) => string;
  /** @param items the elements of a set */
  readonly set: (items: readonly Value[]) => readonly Value[];
}

/**
 * The value of a type that something is, with all attributes of its objects: what is missing is null.
 * @throws {ValueError} it does not fit the type
 */
export function fit(type: Type, raw: unknown, form: Form, depth = 0): Value {
  if (raw === null || raw === undefined) return null;
  if (isUnknown(raw)) return unknown;
  const value = fitKnown(type, raw, form, depth);
  if (value === undefined) throw misfit(type, seen(raw));
  return value;
}

function fitKnown(type: Type, raw: unknown, form: Form, depth: number): Value | undefined {
  switch (type.kind) {
    case 'string':
    case 'number':
    case 'bool':
      return form[type.kind](raw);
    case 'list':
      return fitItems(type.element, raw, form, deeper(depth));
    case 'set': {
      const items = fitItems(type.element, raw, form, deeper(depth));
      return items && form.set(items);
    }
    case 'map':
      return isMembers(raw) ? fitMap(type.element, raw, form, deeper(depth)) : undefined;
    case 'object':
      return isMembers(raw) ? fitObject(type, raw, form, deeper(depth)) : undefined;
  }
}

function fitItems(element: Type, raw: unknown, form: Form, depth: number): readonly Value[] | undefined {
  if (!Array.isArray(raw)) return undefined;
  return raw.map((item: unknown, index) => {
    try {
      return fit(element, item, form, depth);
    } catch (error) {
      throw within({ index }, error);
    }
  });
}

function fitMap(element: Type, raw: Members, form: Form, depth: number): Members {
  const made = byName<Value>();
  const keys = Object.keys(raw).map((key) => [form.key(key), key] as const);
  for (const [key, written] of keys.sort(([a], [b]) => (a < b ? -1 : 1))) {
    try {
      made[key] = fit(element, raw[written], form, depth);
    } catch (error) {
      throw within({ key: written }, error);
    }
  }
  return made;
}

function fitObject(type: ObjectType, raw: Members, form: Form, depth: number): Members {
  refuseOthers(type, raw);
  const made: Record<string, Value> = { ...type.empty };
  let attribute = '';
  try {
    for (attribute in type.attributes)
      if (Object.hasOwn(raw, attribute))
        made[attribute] = fit(type.attributes[attribute] as Type, raw[attribute], form, depth);
  } catch (error) {
    throw within({ attribute }, error);
  }
  return made;
}

/** @throws {ValueError} an object has an attribute that its type does not have */
export function refuseOthers(type: ObjectType, object: Members): void {
  for (const name of Object.keys(object))
    if (!Object.hasOwn(type.attributes, name) && object[name] !== undefined)
      throw within({ attribute: name }, noSuchAttribute(type));
}

/** The kind of a value, for messages: never its content. */
export function seen(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (isUnknown(value)) return 'an unknown value';
  if (value instanceof InexactNumber) return 'a number';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'boolean' ? 'a bool' : `a ${typeof value}`;
}
