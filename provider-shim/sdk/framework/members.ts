import type { Attributes, NestedAttribute, Attribute } from '../../../schema/description';
import { isMembers, isUnknown, type Members, type Value, equal } from '../values';
import { attributeType, objectType } from './schema-type';

/** What is done with the attributes of one object, given the same object as planned and as written. */
export type MembersTransform = (attributes: Attributes, planned: Members, config: Members | null) => Members;

/**
 * Applies a transform to every object inside a nested attribute, each beside the object that was written for it:
 * lists pair by index, maps by key, sets by what an element can have come from.
 */
export function transformNested(
  attribute: NestedAttribute,
  planned: Value,
  config: Value,
  transform: MembersTransform,
): Value {
  if (planned === null || isUnknown(planned)) return planned;
  const one = (object: Value, written: Value): Value =>
    isMembers(object) ? transform(attribute.attributes, object, isMembers(written) ? written : null) : object;
  switch (attribute.nested) {
    case 'single':
      return one(planned, config);
    case 'list':
      return mapItems(elements(planned), (object, index) => one(object, elements(config)[index] ?? null));
    case 'set': {
      const written = writtenElements(attribute.attributes, elements(planned), elements(config));
      return mapItems(elements(planned), (object, index) => one(object, written[index] ?? null));
    }
    case 'map':
      return isMembers(planned)
        ? mapMembers(planned, (object, key) => one(object, isMembers(config) ? (config[key] ?? null) : null))
        : planned;
  }
}

/** The members as `f` makes them; the very object that was given when it changes none, as in most plans. */
export function mapMembers(members: Members, f: (value: Value, name: string) => Value): Members {
  let mapped: Record<string, Value> | undefined;
  for (const name in members) {
    const value = members[name] as Value;
    const made = f(value, name);
    if (made === value) continue;
    mapped ??= Object.assign(Object.create(null) as Record<string, Value>, members);
    mapped[name] = made;
  }
  return mapped ?? members;
}

/** Likewise for the items of a list. */
function mapItems(items: readonly Value[], f: (item: Value, index: number) => Value): readonly Value[] {
  const mapped = items.map(f);
  return mapped.every((item, index) => item === items[index]) ? items : mapped;
}

function elements(value: Value): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]) : [];
}

/**
 * Finds the configured element for each planned element of a set of objects. Elements of a set have no address, so it
 * is the one from which filling in missing values can have made the planned one. Null when there is none.
 */
function writtenElements(
  attributes: Attributes,
  planned: readonly Value[],
  config: readonly Value[],
): readonly Value[] {
  const type = objectType(attributes);
  const free = new Set(config.keys());
  const take = (fits: (written: Value) => boolean): Value => {
    for (const index of free) {
      const written = config[index] ?? null;
      if (!fits(written)) continue;
      free.delete(index);
      return written;
    }
    return null;
  };
  // An element that was written in full is taken by its equal before a less exact one can take it.
  const same = planned.map((element) => take((written) => equal(type, element, written)));
  return planned.map(
    (element, index) => same[index] ?? take((written) => fills(attributes, element, written)),
  );
}

function fills(attributes: Attributes, planned: Value, written: Value): boolean {
  if (!isMembers(planned) || !isMembers(written)) return false;
  return Object.entries(attributes).every(([name, attribute]) =>
    fillsAttribute(attribute, planned[name] ?? null, written[name] ?? null),
  );
}

function fillsAttribute(attribute: Attribute, planned: Value, written: Value): boolean {
  if (written === null && (attribute.computed || attribute.default !== undefined)) return true;
  if (equal(attributeType(attribute), planned, written)) return true;
  if (!attribute.nested || attribute.nested === 'set' || planned === null || written === null) return false;
  if (attribute.nested === 'single') return fills(attribute.attributes, planned, written);
  const keys = Object.keys(written);
  const [those, these] = [planned, written] as readonly Readonly<Record<string, Value>>[];
  return (
    Object.keys(planned).length === keys.length &&
    keys.every((key) => fills(attribute.attributes, those?.[key] ?? null, these?.[key] ?? null))
  );
}
