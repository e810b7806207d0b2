import { ExactNumber } from './exact-number';
import type { Type } from './type';
import { Unknown } from './value';

/** What a type expects, for messages. */
export function expected(type: Type): string {
  switch (type.kind) {
    case 'string':
    case 'number':
    case 'bool':
    case 'list':
    case 'set':
    case 'map':
      return `a ${type.kind}`;
    case 'object':
      return 'an object';
  }
}

/** The kind of a value that was seen, for messages: never its content. */
export function seen(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (value instanceof Unknown) return 'an unknown value';
  if (value instanceof ExactNumber) return 'a number';
  if (value instanceof Uint8Array) return 'bytes';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
