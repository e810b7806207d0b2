import fc from 'fast-check';
import { messages } from '../../../../provider-shim/sdk/protocol';
import { codePoint } from '../../../support/code-point';

type Field = readonly [number: number, type: string, label?: string];
type Table = Readonly<Record<string, Readonly<Record<string, Field>>>>;

const scalars: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: fc.string({ unit: codePoint, maxLength: 12 }),
  bytes: fc.uint8Array({ maxLength: 12 }).map((bytes) => Uint8Array.from(bytes)),
  bool: fc.boolean(),
  int32: fc.integer(),
  int64: fc.oneof(fc.integer(), fc.maxSafeInteger()),
  enum: fc.nat({ max: 300 }),
};

const key = fc.string({ unit: codePoint, maxLength: 6 }).filter((text) => text !== '__proto__');

/** Complete messages of the named kind, as the codec would decode them. Below `depth` levels no message nests. */
export function randomMessage(name: string, depth = 3): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries((messages as Table)[name] as Readonly<Record<string, Field>>);
  const choices = fields.filter(([, [, , label]]) => label === 'choice').map(([field]) => field);
  const record = fc.record(
    Object.fromEntries(fields.map(([field, description]) => [field, randomField(description, depth)])),
  );
  // Of a oneof, at most one is set.
  return fc.tuple(record, fc.nat({ max: choices.length })).map(([message, chosen]) => {
    const cleared = choices.filter((_, index) => index !== chosen);
    return { ...message, ...Object.fromEntries(cleared.map((field) => [field, undefined])) };
  });
}

function randomField([, type, label]: Field, depth: number): fc.Arbitrary<unknown> {
  const scalar = scalars[type];
  if (scalar === undefined && depth === 0) {
    if (label === 'repeated') return fc.constant([]);
    return fc.constant(label === 'map' ? {} : undefined);
  }
  const value = scalar ?? randomMessage(type, depth - 1);
  switch (label) {
    case 'repeated':
      return fc.array(value, { maxLength: 2 });
    case 'map':
      return fc.dictionary(key, value, { maxKeys: 2 });
    case 'optional':
      return fc.option(value, { nil: undefined });
    default:
      return scalar ?? fc.option(value, { nil: undefined });
  }
}

export const messageNames = Object.keys(messages) as (keyof typeof messages)[];
