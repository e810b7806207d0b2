import fc from 'fast-check';
import { InexactNumber, types, type Type, type Value } from '../../../../provider-shim/sdk/values';
import { unknown } from '../../../../schema';

/** A type and a value of it. */
export interface TypedValue {
  readonly type: Type;
  readonly value: Value;
}

interface Kinds {
  readonly unknowns: boolean;
}

const name = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '0', '10', 'a b', 'é'),
  fc.string({ maxLength: 4, unit: 'grapheme' }),
);

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('', '\uFEFFmark', `\uFEFF${'x'.repeat(300)}`, 'e\u0301', '\u0000', '😀', '"\\'),
);

const digits = fc
  .array(fc.constantFrom(...'0123456789'), { minLength: 18, maxLength: 160 })
  .map((all) => all.join(''));

/** Numbers in the form that a decoder gives them. */
const number: fc.Arbitrary<number | InexactNumber> = fc.oneof(
  fc.maxSafeInteger(),
  fc.constantFrom(0, 1, -1, -32, -33, 127, 128, 255, 256, 65535, 65536, 2 ** 32 - 1, 2 ** 32),
  fc.constantFrom(0.1, 2.5, 1e-7, 5e-324),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value)),
  fc
    .bigInt({ min: 2n ** 53n, max: 2n ** 70n })
    .chain((big) => fc.constantFrom(big, -big))
    .map((big) => new InexactNumber(String(big))),
  fc
    .tuple(digits, fc.integer({ min: -420, max: 420 }))
    .map(([all, power]) => new InexactNumber(`7${all}.${all}1e${power}`)),
);

const type: fc.Arbitrary<Type> = fc.letrec<{ readonly type: Type }>((tie) => ({
  type: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    fc.constantFrom(types.string, types.number, types.bool),
    tie('type').map(types.list),
    tie('type').map(types.set),
    tie('type').map(types.map),
    fc.array(fc.tuple(name, tie('type')), { maxLength: 4 }).map((entries) => types.object(bare(entries))),
  ),
})).type;

/** A type and a value of it, wholly known or not. */
export function typedValue(kinds: Kinds): fc.Arbitrary<TypedValue> {
  return type.chain((of) => valueOf(of, kinds).map((value) => ({ type: of, value })));
}

function valueOf(of: Type, kinds: Kinds): fc.Arbitrary<Value> {
  const present = presentValueOf(of, kinds);
  const unknowns = { weight: kinds.unknowns ? 1 : 0, arbitrary: fc.constant(unknown) };
  return fc.oneof({ weight: 8, arbitrary: present }, { weight: 1, arbitrary: fc.constant(null) }, unknowns);
}

function presentValueOf(of: Type, kinds: Kinds): fc.Arbitrary<Value> {
  switch (of.kind) {
    case 'string':
      return text;
    case 'number':
      return number;
    case 'bool':
      return fc.boolean();
    case 'list':
    case 'set':
      return fc.array(valueOf(of.element, kinds), { maxLength: 3 });
    case 'map':
      return fc.array(fc.tuple(name, valueOf(of.element, kinds)), { maxLength: 3 }).map(bare);
    case 'object':
      return fc
        .tuple(
          ...Object.entries(of.attributes).map(([key, member]) =>
            valueOf(member, kinds).map((value) => [key, value] as const),
          ),
        )
        .map(bare);
  }
}

/** A record without prototype, so that `__proto__` is a key like any other. */
export function bare<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const made = Object.create(null) as Record<string, T>;
  for (const [key, value] of entries) made[key] = value;
  return made;
}
