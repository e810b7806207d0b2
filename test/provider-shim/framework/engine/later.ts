import { isMembers, isUnknown, type Type, type Value } from '../../../../provider-shim/values';

/** What becomes of a value when everything unknown in it turns out: always the same for a type. */
export function later(type: Type, value: Value): Value {
  if (value === null) return null;
  if (isUnknown(value)) return made(type);
  switch (type.kind) {
    case 'list':
    case 'set':
      return (value as readonly Value[]).map((item) => later(type.element, item));
    case 'map':
      return mapped(value, () => type.element);
    case 'object':
      return mapped(value, (name) => type.attributes[name]);
    default:
      return value;
  }
}

function mapped(value: Value, typeAt: (name: string) => Type | undefined): Value {
  if (!isMembers(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const type = typeAt(name);
      return [name, type ? later(type, part) : part];
    }),
  );
}

function made(type: Type): Value {
  switch (type.kind) {
    case 'string':
      return 'later';
    case 'number':
      return 7;
    case 'bool':
      return true;
    case 'list':
    case 'set':
      return [made(type.element)];
    case 'map':
      return { later: made(type.element) };
    case 'object':
      return Object.fromEntries(Object.entries(type.attributes).map(([name, of]) => [name, made(of)]));
    case 'tuple':
    case 'dynamic':
      throw new Error(`${type.kind} is not modelled here`);
  }
}
