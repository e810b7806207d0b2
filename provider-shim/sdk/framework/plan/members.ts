import type { Attributes, NestedAttribute } from '../../../../schema';
import { isMembers, isUnknown, type Members, type Value } from '../../values';
import { writtenElements } from './set-elements';

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
