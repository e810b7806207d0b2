import { expected } from './describe';
import { noSuchAttribute } from './fold';
import type { Path, PathStep } from './path';
import { into, problem, ROOT, type Place } from './place';
import { attributeType, type Type } from './type';
import { isUnknown, Unknown } from './unknown';
import { Dynamic, isMembers, isSequence, record, type Value } from './value';

/**
 * The part of a value at a path: null when something on the way is null or not there, unknown when something on
 * the way is unknown.
 * @throws {ValueError} the type has no such path; the elements of a set have none
 */
export function getAt(type: Type, value: Value, path: Path): Value {
  let slot = type;
  let part = value;
  let at = ROOT;
  for (const step of path) {
    while (part instanceof Dynamic) [slot, part] = [part.type, part.value];
    if (slot.kind === 'dynamic') return isUnknown(part) ? Unknown.plain : null;
    slot = slotAt(slot, step, at);
    part = partAt(part, step);
    at = into(at, step);
  }
  return part;
}

/**
 * A copy of a value with another part at a path. What is null on the way is created: an object with its other
 * attributes null, a map or list with the one element. A list grows at its end only.
 * @throws {ValueError} the type has no such path, or something on the way is unknown
 */
export function setAt(type: Type, value: Value, path: Path, next: Value): Value {
  return replace(type, value, path, next, ROOT);
}

function replace(type: Type, value: Value, path: Path, next: Value, at: Place): Value {
  const [step, ...rest] = path;
  if (step === undefined) return next;
  if (isUnknown(value)) throw problem(at, 'expected a known value to set a part of; saw an unknown value');
  if (value instanceof Dynamic) {
    return new Dynamic(value.type, replace(value.type, value.value, path, next, into(at)));
  }
  const slot = slotAt(type, step, at);
  const part = replace(slot, partAt(value, step), rest, next, into(at, step));
  if ('index' in step) return withItem(type, value, step.index, part, at);
  const members = isMembers(value) ? Object.entries(value) : [];
  if ('key' in step) return record([...members, [step.key, part]]);
  const absent =
    type.kind === 'object' ? Object.keys(type.attributes).map((name) => [name, null] as const) : [];
  return record([...absent, ...members, [step.attribute, part]]);
}

function withItem(type: Type, value: Value, index: number, item: Value, at: Place): readonly Value[] {
  const absent = type.kind === 'tuple' ? type.elements.map(() => null) : [];
  const items = isSequence(value) ? [...value] : absent;
  if (index > items.length) throw problem(at, `expected an index up to ${items.length}; saw ${index}`);
  return [...items.slice(0, index), item, ...items.slice(index + 1)];
}

/** The type one step further in. */
function slotAt(type: Type, step: PathStep, at: Place): Type {
  if ('attribute' in step && type.kind === 'object') {
    const slot = attributeType(type, step.attribute);
    if (!slot) throw noSuchAttribute(type, step.attribute, at);
    return slot;
  }
  if ('key' in step && type.kind === 'map') return type.element;
  if ('index' in step && Number.isSafeInteger(step.index) && step.index >= 0) {
    if (type.kind === 'list') return type.element;
    const slot = type.kind === 'tuple' ? type.elements[step.index] : undefined;
    if (slot) return slot;
  }
  throw problem(at, `expected ${stepsOf(type)}; saw ${stepKind(step)}`);
}

function partAt(value: Value, step: PathStep): Value {
  if (isUnknown(value)) return Unknown.plain;
  if ('index' in step) return isSequence(value) ? (value[step.index] ?? null) : null;
  const name = 'key' in step ? step.key : step.attribute;
  return isMembers(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null;
}

/** The steps that lead into a type, for messages. */
function stepsOf(type: Type): string {
  switch (type.kind) {
    case 'object':
      return `an attribute (${Object.keys(type.attributes).sort().join(', ')})`;
    case 'map':
      return 'a key of the map';
    case 'list':
      return 'an index of the list';
    case 'tuple':
      return `an index below ${type.elements.length}`;
    case 'set':
      return 'the path to end, since elements of a set have no path of their own';
    default:
      return `the path to end at ${expected(type)}`;
  }
}

function stepKind(step: PathStep): string {
  if ('attribute' in step) return `the attribute ${step.attribute}`;
  if ('key' in step) return `the key ${JSON.stringify(step.key)}`;
  return `the index ${step.index}`;
}
