import { isUnknown, type Attribute, type Attributes, type NestedAttribute } from '../../../../schema';
import { isMembers, type Members, type Value } from '../../../../provider-shim/sdk/values';

/**
 * What the engine proposes before it asks for a plan: the configuration, and where that leaves a computed attribute
 * open, the prior value. Written from what is known of the engine, not from the framework. It takes elements of a set
 * for those at their place, which the tests keep to.
 */
export function proposed(attributes: Attributes, prior: Value, config: Value): Value {
  return config === null ? null : proposedMembers(attributes, prior, config);
}

function proposedMembers(attributes: Attributes, prior: Value, config: Value): Members {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]): readonly [string, Value] => {
      const before = member(prior, name);
      const written = member(config, name);
      if (written === null && isComputed(attribute)) return [name, before];
      const isOpen = !attribute.nested || written === null || isUnknown(written);
      return [name, isOpen ? written : proposedNested(attribute, before, written)];
    }),
  );
}

function proposedNested({ nested, attributes }: NestedAttribute, prior: Value, config: Value): Value {
  const beside = (before: Value, written: Value): Value =>
    before === null ? written : proposedMembers(attributes, before, written);
  if (nested === 'single') return proposedMembers(attributes, prior, config);
  if (Array.isArray(config)) {
    const before: readonly Value[] = Array.isArray(prior) ? prior : [];
    return config.map((element: Value, index) => beside(before[index] ?? null, element));
  }
  return Object.fromEntries(
    Object.entries(config as Members).map(([key, element]) => [key, beside(member(prior, key), element)]),
  );
}

/** What the engine's schema calls computed: a default makes an attribute so. */
function isComputed(attribute: Attribute): boolean {
  return attribute.computed === true || attribute.default !== undefined;
}

/** A member of an object; of an unknown object, it is unknown too. */
function member(object: Value, name: string): Value {
  if (isUnknown(object)) return object;
  return isMembers(object) ? (object[name] ?? null) : null;
}
