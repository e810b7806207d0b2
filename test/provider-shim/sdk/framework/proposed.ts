import { attributeType } from '../../../../provider-shim/sdk/framework/schema-type';
import {
  isMembers,
  isUnknown,
  type Members,
  type Type,
  type Value,
} from '../../../../provider-shim/sdk/values';
import type { Attribute, Attributes, NestedAttribute } from '../../../../schema';

/**
 * What the engine proposes before it asks for a plan: the configuration, and where that leaves a computed attribute
 * open, the prior value. Written from what is known of the engine, not from the framework.
 */
export function proposed(attributes: Attributes, prior: Value, config: Value): Value {
  return config === null ? null : proposedMembers(attributes, prior, config);
}

function proposedMembers(attributes: Attributes, prior: Value, config: Value): Members {
  return mapAttributes(attributes, (attribute, name) => {
    const before = member(prior, name);
    const written = member(config, name);
    if (written === null && isComputed(attribute)) return wasWritten(attribute, before) ? null : before;
    return attribute.nested && written !== null && !isUnknown(written)
      ? proposedNested(attribute, before, written)
      : written;
  });
}

function proposedNested({ nested, attributes }: NestedAttribute, prior: Value, config: Value): Value {
  switch (nested) {
    case 'single':
      return proposedMembers(attributes, prior, config);
    case 'list':
      return items(config).map((element, index) => beside(attributes, items(prior)[index], element));
    case 'map':
      return Object.fromEntries(
        entries(config).map(([key, element]) => [key, beside(attributes, member(prior, key), element)]),
      );
    case 'set': {
      const free = [...items(prior)];
      return items(config).map((element) => {
        const at = free.findIndex((candidate) => canComeFrom(attributes, candidate, element));
        return beside(attributes, at === -1 ? undefined : free.splice(at, 1)[0], element);
      });
    }
  }
}

function beside(attributes: Attributes, prior: Value | undefined, config: Value): Value {
  return prior === undefined || prior === null ? config : proposedMembers(attributes, prior, config);
}

/** An optional and computed attribute with something inside that only a user can have written. */
function wasWritten(attribute: Attribute, prior: Value): boolean {
  return attribute.optional === true && attribute.nested !== undefined && holdsWritten(attribute, prior);
}

function holdsWritten(attribute: NestedAttribute, value: Value): boolean {
  const objects =
    attribute.nested === 'single'
      ? [value]
      : attribute.nested === 'map'
        ? entries(value).map(([, object]) => object)
        : items(value);
  return objects.some((object) =>
    Object.entries(attribute.attributes).some(([name, inner]) => {
      const part = member(object, name);
      if (part === null) return false;
      return !isComputed(inner) || (inner.nested !== undefined && holdsWritten(inner, part));
    }),
  );
}

/** Whether a prior element of a set is what was written, with computed parts filled in. */
function canComeFrom(attributes: Attributes, prior: Value, config: Value): boolean {
  return Object.entries(attributes).every(([name, attribute]) => {
    const before = member(prior, name);
    const written = member(config, name);
    if (same(attribute, before, written)) return true;
    if (attribute.nested === 'set' || isSet(attribute)) return false;
    if (written === null) return isComputed(attribute);
    if (!attribute.nested || before === null || isUnknown(written)) return false;
    if (attribute.nested === 'single') return canComeFrom(attribute.attributes, before, written);
    const pairs =
      attribute.nested === 'list'
        ? items(before).map((object, index) => [object, items(written)[index]] as const)
        : entries(before).map(([key, object]) => [object, member(written, key)] as const);
    return pairs.every(
      ([object, other]) => other !== undefined && canComeFrom(attribute.attributes, object, other),
    );
  });
}

function isSet(attribute: Attribute): boolean {
  return typeof attribute.type === 'object' && 'set' in attribute.type;
}

/** A text that two values of a type share exactly when the engine takes them for equal. */
function normal(type: Type, value: Value): string {
  if (value === null) return 'null';
  if (isUnknown(value)) return '?';
  switch (type.kind) {
    case 'string':
      return JSON.stringify(String(value).normalize('NFC'));
    case 'number':
    case 'bool':
      return String(value);
    case 'list':
      return `[${items(value).map((item) => normal(type.element, item))}]`;
    case 'set':
      return `{${[...new Set(items(value).map((item) => normal(type.element, item)))].sort()}}`;
    case 'map':
      return `{${entries(value).map(([key, item]) => `${JSON.stringify(key)}:${normal(type.element, item)}`)}}`;
    case 'object':
      return `{${Object.entries(type.attributes).map(([name, of]) => `${name}:${normal(of, member(value, name))}`)}}`;
  }
}

function same(attribute: Attribute, a: Value, b: Value): boolean {
  const type = attributeType(attribute);
  return normal(type, a) === normal(type, b);
}

/** What the engine's schema calls computed: a default makes an attribute so. */
function isComputed(attribute: Attribute): boolean {
  return attribute.computed === true || attribute.default !== undefined;
}

function items(value: Value): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]) : [];
}

function entries(value: Value): readonly (readonly [string, Value])[] {
  return isMembers(value) ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : [];
}

/** A member of an object; of an unknown object, it is unknown too. */
function member(object: Value | undefined, name: string): Value {
  if (isUnknown(object)) return object;
  return isMembers(object) ? (object[name] ?? null) : null;
}

function mapAttributes(attributes: Attributes, f: (attribute: Attribute, name: string) => Value): Members {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [name, f(attribute, name)]),
  );
}
