import type { Attribute, Attributes } from '../../../../schema';
import { equal, isMembers, type Value } from '../../values';
import { attributeType, objectType } from '../schema-type';

/**
 * Finds the configured element for each planned element of a set of objects. Elements of a set have no address, so it
 * is the one from which filling in missing values can have made the planned one. Null when there is none.
 */
export function writtenElements(
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
