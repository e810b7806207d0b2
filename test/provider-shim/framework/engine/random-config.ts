import fc from 'fast-check';
import {
  unknown,
  type Attribute,
  type Attributes,
  type AttributeType,
  type NestedAttribute,
} from '../../../../schema';

interface Kinds {
  readonly unknowns: boolean;
}

const text = fc.constantFrom('', 'a', 'b', 'caf\u00e9', 'x y');

/** A configuration of these attributes; parts of it may be unknown. */
export function config(attributes: Attributes): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return members(attributes, { unknowns: true });
}

/** A value of a type, all known. */
export function knownValue(type: AttributeType): fc.Arbitrary<unknown> {
  return present(type, { unknowns: false });
}

/** The value of a nested attribute that is written, all known. */
export function knownMembers(attribute: NestedAttribute): fc.Arbitrary<unknown> {
  return objects(attribute, { unknowns: false });
}

function members(attributes: Attributes, kinds: Kinds): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return fc.record(
    Object.fromEntries(
      Object.entries(attributes).map(([name, attribute]) => [name, written(attribute, kinds)]),
    ),
  );
}

function written(attribute: Attribute, kinds: Kinds): fc.Arbitrary<unknown> {
  if (!attribute.required && !attribute.optional) return fc.constant(null);
  const value = attribute.nested ? objects(attribute, kinds) : present(attribute.type, kinds);
  return fc.oneof(
    { weight: 6, arbitrary: value },
    { weight: attribute.required ? 0 : 3, arbitrary: fc.constant(null) },
    { weight: kinds.unknowns ? 1 : 0, arbitrary: fc.constant(unknown) },
  );
}

function objects(attribute: NestedAttribute, kinds: Kinds): fc.Arbitrary<unknown> {
  const one = members(attribute.attributes, kinds);
  switch (attribute.nested) {
    case 'single':
      return one;
    case 'list':
      return fc.array(one, { maxLength: 2 });
    case 'map':
      return fc.dictionary(fc.constantFrom('k', 'a0', 'x y'), one, { maxKeys: 2 });
    case 'set':
      return fc
        .array(one, { maxLength: 2 })
        .map((all) => all.map((object, index) => ({ ...object, key: `key${index}` })));
  }
}

function present(type: AttributeType, kinds: Kinds): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return text;
    case 'bool':
      return fc.boolean();
    case 'int':
      return fc.integer({ min: -2, max: 2 });
    case 'number':
      return fc.constantFrom(0, 1, 0.5, -1.25);
    case 'dynamic':
      throw new Error('dynamic is not modelled here');
  }
  const inside = (of: AttributeType): fc.Arbitrary<unknown> =>
    fc.oneof(
      { weight: 8, arbitrary: present(of, kinds) },
      { weight: kinds.unknowns ? 1 : 0, arbitrary: fc.constant(unknown) },
    );
  if ('list' in type) return fc.array(inside(type.list), { maxLength: 2 });
  if ('set' in type) return fc.array(inside(type.set), { maxLength: 2 });
  if ('map' in type) return fc.dictionary(fc.constantFrom('k', 'l'), inside(type.map), { maxKeys: 2 });
  return fc.record(Object.fromEntries(Object.entries(type.object).map(([name, of]) => [name, inside(of)])));
}
