import fc from 'fast-check';
import type {
  Attribute,
  Attributes,
  AttributeType,
  MemberAttributes,
  NestedAttribute,
} from '../../../../schema';
import { knownMembers, knownValue } from './random-config';

/** Where an attribute stands, which decides what the engine lets it be. */
interface Place {
  readonly depth: number;
  /** In an element of a set: the engine finds no prior element by a set that the provider filled in. */
  readonly inSet: boolean;
  /** In an attribute that the provider may fill in: what it makes inside must be computed as well. */
  readonly inComputed: boolean;
  /** In an attribute with a default, or in a set within a set: what is left to the provider would never come to rest. */
  readonly onlyWritten: boolean;
}

type Flags = Pick<
  Attribute,
  'required' | 'optional' | 'computed' | 'replaceOnChange' | 'keepsPrior' | 'creationOnly'
>;

type Who = Pick<Attribute, 'required' | 'optional' | 'computed' | 'writeOnly'> & {
  readonly hasDefault?: true;
};

const REQUIRED: Who = { required: true };
const OPTIONAL: Who = { optional: true };
const COMPUTED: Who = { computed: true };
const BOTH: Who = { optional: true, computed: true };
const DEFAULT: Who = { optional: true, hasDefault: true };
const WRITE_ONLY: Who = { optional: true, writeOnly: true };
const REQUIRED_WRITE_ONLY: Who = { required: true, writeOnly: true };

const type: fc.Arbitrary<AttributeType> = fc.oneof(
  fc.constantFrom<AttributeType>('string', 'number', 'int', 'bool'),
  fc.constantFrom<AttributeType>(
    { list: 'string' },
    { set: 'string' },
    { set: 'number' },
    { map: 'string' },
    { object: { a: 'string', b: { list: 'bool' } } },
    { set: { object: { a: 'string' } } },
  ),
);

/** Schemas whose attributes have every flag that planning minds. */
export const attributes: fc.Arbitrary<Attributes> = attributesAt({
  depth: 0,
  inSet: false,
  inComputed: false,
  onlyWritten: false,
});

function attributesAt(place: Place): fc.Arbitrary<Attributes> {
  return fc
    .array(attribute(place), { minLength: 1, maxLength: place.depth === 0 ? 5 : 3 })
    .map((all) => Object.fromEntries(all.map((one, index) => [`a${index}`, one])));
}

function attribute(place: Place): fc.Arbitrary<Attribute> {
  const plain = type.chain((of) => {
    const isSet = typeof of === 'object' && 'set' in of;
    if (isSet && place.inSet && place.inComputed) return attribute({ ...place, depth: 2 });
    return who(place, !(isSet && place.inSet)).chain((by) =>
      flags(place, by).chain((more) =>
        withDefault({ type: of, description: '', ...more, ...taken(by) } as Attribute, by, knownValue(of)),
      ),
    );
  });
  return place.depth >= 2
    ? plain
    : fc.oneof({ weight: 3, arbitrary: plain }, { weight: 2, arbitrary: nested(place) });
}

function nested(place: Place): fc.Arbitrary<Attribute> {
  const nestings = [
    'single',
    'list',
    'map',
    ...(place.inSet && place.inComputed ? [] : (['set'] as const)),
  ] as const;
  return fc.constantFrom(...nestings).chain((nesting) =>
    who(place, nesting !== 'set' || !place.inSet).chain((by) => {
      const inside = attributesAt({
        depth: place.depth + 1,
        inSet: place.inSet || nesting === 'set',
        inComputed: place.inComputed || by.computed === true,
        onlyWritten: place.onlyWritten || by.hasDefault === true || (nesting === 'set' && place.inSet),
      });
      return fc.tuple(inside, flags(place, by)).chain(([members, more]) => {
        // Elements of a set are told apart by a key, so that no two of them turn out the same.
        // What is made inside of another attribute has no plan modifiers of its own (flags).
        const keyed =
          nesting === 'set'
            ? { ...members, key: { type: 'string', description: '', ...taken(keyIn(place, by)) } }
            : members;
        const made = {
          nested: nesting,
          attributes: keyed as MemberAttributes,
          description: '',
          ...more,
          ...taken(by),
        } as NestedAttribute & Attribute;
        return withDefault(made, by, knownMembers(made));
      });
    }),
  );
}

function keyIn(place: Place, by: Who): Who {
  return place.inComputed || by.computed === true ? BOTH : REQUIRED;
}

function who(place: Place, mayBeFilled: boolean): fc.Arbitrary<Who> {
  if (place.inComputed) return fc.constantFrom(...(mayBeFilled ? [COMPUTED, BOTH] : [COMPUTED]));
  if (place.onlyWritten || !mayBeFilled) return fc.constantFrom(REQUIRED, OPTIONAL);
  const kept = [REQUIRED, OPTIONAL, COMPUTED, BOTH, DEFAULT];
  return fc.constantFrom(...kept, ...(place.inSet ? [] : [WRITE_ONLY, REQUIRED_WRITE_ONLY]));
}

function flags(place: Place, by: Who): fc.Arbitrary<Flags> {
  if (place.depth > 0 || by.writeOnly) return fc.constant({});
  const maybe = (flag: Flags, allowed: boolean): fc.Arbitrary<Flags> =>
    allowed ? fc.constantFrom({}, {}, flag) : fc.constant({});
  return fc
    .tuple(
      maybe({ replaceOnChange: true }, true),
      maybe({ keepsPrior: true }, by.computed === true),
      maybe({ creationOnly: true }, by !== COMPUTED),
    )
    .map(([a, b, c]) => ({ ...a, ...b, ...c }));
}

function taken({ hasDefault: _hasDefault, ...by }: Who): Flags & Pick<Attribute, 'writeOnly'> {
  return by;
}

function withDefault(made: Attribute, by: Who, value: fc.Arbitrary<unknown>): fc.Arbitrary<Attribute> {
  const full = (standard: unknown): Attribute => ({ ...made, default: standard }) as Attribute;
  return by.hasDefault ? value.map(full) : fc.constant(made);
}
