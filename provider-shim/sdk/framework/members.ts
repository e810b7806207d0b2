import {
  byName,
  isUnknown,
  type Attribute,
  type Attributes,
  type NestedAttribute,
} from '../../../schema/description';
import { equal, isMembers, type Members, type Value } from '../values';
import { attributeType, objectType } from './schema-type';

/**
 * What becomes of the value of an attribute, given what is written for it; null where nothing is.
 *
 * @param beside all that is written for the object that it is in
 */
export type Step = (attribute: Attribute, value: Value, written: Value, beside?: Members) => Value;

/** Takes a step for each attribute of an object. The very object that was given when it changes none, as in most plans. */
export function mapAttributes(attributes: Attributes, object: Members, written: Value, step: Step): Members {
  const config = isMembers(written) ? written : undefined;
  return mapMembers(
    object,
    (value, name) => step(attributes[name] as Attribute, value, config?.[name] ?? null, config),
    attributes,
  );
}

/**
 * Takes a step for the attributes of every object inside a nested attribute, each beside the object that was written for
 * it: lists pair by index, maps by key, sets by what an element can have come from.
 */
export function mapNested(attribute: NestedAttribute, value: Value, written: Value, step: Step): Value {
  const { attributes } = attribute;
  return mapObjects(attribute, value, written, (object, config) =>
    mapAttributes(attributes, object, config, step),
  );
}

/** The objects inside a nested attribute as `f` makes them. */
export function mapObjects(
  { nested, attributes }: NestedAttribute,
  value: Value,
  written: Value,
  f: (object: Members, written: Value) => Members,
): Value {
  if (value === null || isUnknown(value)) return value;
  const one = (object: Value, config: Value): Value => (isMembers(object) ? f(object, config) : object);
  switch (nested) {
    case 'single':
      return one(value, written);
    case 'list':
      return mapItems(elements(value), (object, index) => one(object, elements(written)[index] ?? null));
    case 'set': {
      const config = writtenElements(attributes, elements(value), elements(written));
      return mapItems(elements(value), (object, index) => one(object, config[index] ?? null));
    }
    case 'map':
      return isMembers(value)
        ? mapMembers(value, (object, key) => one(object, isMembers(written) ? (written[key] ?? null) : null))
        : value;
  }
}

/**
 * The members as `f` makes them; the very object that was given when it changes none.
 *
 * @param among what has the names of those that `f` may change
 */
export function mapMembers(
  members: Members,
  f: (value: Value, name: string) => Value,
  among: object = members,
): Members {
  let mapped: Record<string, Value> | undefined;
  for (const name in among) {
    const value = members[name];
    const made = value === undefined ? value : f(value, name);
    if (made === undefined || made === value) continue;
    mapped ??= Object.assign(byName<Value>(), members);
    mapped[name] = made;
  }
  return mapped ?? members;
}

/** Likewise for the items of a list. */
function mapItems(items: readonly Value[], f: (item: Value, index: number) => Value): readonly Value[] {
  const mapped = items.map(f);
  return mapped.every((item, index) => item === items[index]) ? items : mapped;
}

const withOuterSpace = attributesThat(({ ignoresOuterSpace }) => ignoresOuterSpace === true);

/** The object with the texts of the state where they differ in nothing but white space that means nothing. */
export function keepOuterSpace(attributes: Attributes, object: Value, before: Value): Value {
  return isMembers(object) ? mapAttributes(withOuterSpace(attributes), object, before, keepText) : object;
}

const keepText: Step = (attribute, value, before) => {
  if (attribute.nested) return mapNested(attribute, value, before, keepText);
  const isSame = typeof value === 'string' && typeof before === 'string' && value.trim() === before.trim();
  return isSame ? before : value;
};

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

/**
 * The attributes of a kind, each in the objects that it is in: what looks for them visits no others. They are found once.
 */
export function attributesThat(are: (attribute: Attribute) => boolean): (of: Attributes) => Attributes {
  const found = new WeakMap<Attributes, Attributes>();
  const find = (of: Attributes): Attributes => {
    const known = found.get(of);
    if (known) return known;
    const those = Object.entries(of).flatMap(([name, attribute]) => {
      const inside = attribute.nested ? find(attribute.attributes) : {};
      if (!are(attribute) && Object.keys(inside).length === 0) return [];
      return [[name, attribute.nested ? { ...attribute, attributes: inside } : attribute] as const];
    });
    const made = Object.fromEntries(those) as Attributes;
    found.set(of, made);
    return made;
  };
  return find;
}
