import { expected } from './describe';
import type { ExactNumber } from './exact-number';
import { noSuchAttribute } from './fold';
import { into, problem, type Place } from './place';
import { attributeType, type ObjectType, type Type } from './type';
import { type Unknown, emptyRecord, record, type Value } from './value';

/** How one wire form represents each kind of value. A reader returns undefined for an item of another kind. */
export interface Reading {
  unknown(raw: unknown): Unknown | undefined;
  string(raw: unknown): string | undefined;
  number(raw: unknown): number | ExactNumber | undefined;
  bool(raw: unknown): boolean | undefined;
  items(raw: unknown): readonly unknown[] | undefined;
  members(raw: unknown): Readonly<Record<string, unknown>> | undefined;
  /** The kind of an item, for messages. */
  seen(raw: unknown): string;
  /** Whether a missing attribute means null. */
  readonly missingIsNull: boolean;
}

/**
 * Builds a value of a type from the output of a wire form's parser.
 * @throws {ValueError} it does not fit the type
 */
export function assemble(type: Type, raw: unknown, reading: Reading, at: Place): Value {
  if (raw === null) return null;
  return reading.unknown(raw) ?? assembleKnown(type, raw, reading, at) ?? misfit(type, raw, reading, at);
}

function assembleKnown(type: Type, raw: unknown, reading: Reading, at: Place): Value | undefined {
  switch (type.kind) {
    case 'string':
      return reading.string(raw);
    case 'number':
      return reading.number(raw);
    case 'bool':
      return reading.bool(raw);
    case 'list':
    case 'set':
      return reading
        .items(raw)
        ?.map((item, index) => assemble(type.element, item, reading, into(at, { index })));
    case 'map': {
      const members = reading.members(raw);
      if (!members) return undefined;
      return record(
        Object.keys(members).map((key) => [
          key,
          assemble(type.element, members[key], reading, into(at, { key })),
        ]),
      );
    }
    case 'object': {
      const members = reading.members(raw);
      return members && assembleObject(type, members, reading, at);
    }
  }
}

function assembleObject(
  type: ObjectType,
  members: Readonly<Record<string, unknown>>,
  reading: Reading,
  at: Place,
): Value {
  for (const name of Object.keys(members)) {
    if (!attributeType(type, name)) throw noSuchAttribute(type, name, at);
  }
  const made = emptyRecord<Value>();
  for (const name of Object.keys(type.attributes)) {
    const raw = Object.hasOwn(members, name) ? members[name] : reading.missingIsNull ? null : undefined;
    if (raw === null) {
      // Most attributes of an object are null, which needs no place.
      made[name] = null;
      continue;
    }
    const within = into(at, { attribute: name });
    if (raw === undefined)
      throw problem(within, 'expected every attribute of the object; this one is missing');
    made[name] = assemble(type.attributes[name] as Type, raw, reading, within);
  }
  return made;
}

function misfit(type: Type, raw: unknown, reading: Reading, at: Place): never {
  throw problem(at, `expected ${expected(type)}; saw ${reading.seen(raw)}`);
}
