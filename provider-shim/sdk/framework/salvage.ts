import type { ObjectSchema, StateOf } from '../../../schema';
import { canonical, Dynamic, isMembers, isUnknown, isWhollyKnown, type Value } from '../values';
import { fromAuthor } from './author-values';
import { attributeType } from './schema-type';
import { withoutWriteOnly } from './write-only';

/**
 * As much of a state as can be stored, so that an object that exists at the service is never lost because of a bug:
 * an attribute that does not fit the schema, or is not known, stays as it was before, or else is null.
 *
 * @param prior the object before; null when there was none
 */
export function salvaged(schema: ObjectSchema, state: StateOf<ObjectSchema>, prior: Value): Value {
  const members = Object.entries(schema.attributes).map(([name, attribute]) => {
    const before = isMembers(prior) ? (prior[name] ?? null) : null;
    try {
      const value = canonical(attributeType(attribute), fromAuthor(state[name]));
      if (isWhollyKnown(value)) return [name, value] as const;
      return [name, before ?? withoutUnknown(value)] as const;
    } catch {
      return [name, before] as const;
    }
  });
  return withoutWriteOnly(schema, Object.fromEntries(members));
}

function withoutUnknown(value: Value): Value {
  if (isUnknown(value)) return null;
  if (value instanceof Dynamic) return new Dynamic(value.type, withoutUnknown(value.value));
  if (Array.isArray(value)) return value.map(withoutUnknown);
  if (!isMembers(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutUnknown(part)]));
}
