import fc from 'fast-check';

/** A choice among arbitraries, each with how often it is taken. */
export function weighted<T>(...choices: readonly (readonly [number, fc.Arbitrary<T>])[]): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** JSON numbers that JavaScript cannot write, by the texts that stand for them until the body is written. */
const WRITTEN_NUMBERS: Readonly<Record<string, string>> = {
  '#beyond-doubles#': '1e400',
  '#below-doubles#': '-1e400',
  '#beyond-whole-numbers#': '9007199254740993',
  '#tiny#': '1e-400',
  '#minus-zero#': '-0.0',
};

/** The document as JSON text, with the numbers that only texts can write. */
export function jsonText(document: unknown): string {
  return Object.entries(WRITTEN_NUMBERS).reduce(
    (written, [mark, number]) => written.replaceAll(`"${mark}"`, number),
    JSON.stringify(document),
  );
}

/** Texts at the edges of what JSON, Unicode and JavaScript take. */
const oddText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\ud800',
    'half \udfff of a pair',
    '\0',
    '\u2028\r\n\t',
    'ß → 💾',
    '$&$1${{.RayID}}',
  ),
  fc.constantFrom('__proto__', 'constructor', 'toString', '0', '-1', 'null', '../../../etc/passwd'),
  fc.constantFrom('2025-13-45T99:99:99Z', '9999-12-31T23:59:59.999Z', '0'.repeat(32), 'A'.repeat(32)),
  fc.constantFrom('9'.repeat(400), 'long '.repeat(4000), ...Object.keys(WRITTEN_NUMBERS)),
);

const oddNumber = fc.oneof(
  fc.constantFrom(0, -1, 0.5, 1e21, -1e308, 204, 304),
  fc.constantFrom(4_294_967_296, Number.MAX_SAFE_INTEGER, Number.MIN_VALUE),
);

/** Nested up to the limit of the service and beyond. */
const nested = fc
  .tuple(fc.constantFrom(3, 40, 60, 70, 3000), fc.boolean())
  .map(([levels, inArrays]) =>
    Array.from({ length: levels }).reduce((value) => (inArrays ? [value] : { a: value }), null),
  );

/** Any JSON value, the odd ones first. */
const oddValue: fc.Arbitrary<unknown> = weighted<unknown>(
  [4, fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { a: 1 })],
  [4, oddText],
  [3, oddNumber],
  [1, fc.constant(Object.fromEntries([['__proto__', { enabled: true }]]))],
  [1, fc.constant(Object.fromEntries([['constructor', null]]))],
  [3, fc.jsonValue({ maxDepth: 2 })],
  [1, nested],
);

/** Names that a member may get: known ones in places where they are not, and ones that trip programs up. */
const memberName = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'hasOwnProperty', 'toJSON', '', '0', 'length'),
  fc.constantFrom('id', 'name', 'kind', 'phase', 'rules', 'version', 'ref', 'enabled', 'logging', 'position'),
  fc.constantFrom('overrides', 'categories', 'action_parameters', 'filter', 'targets', 'dataset', 'products'),
  fc.string({ maxLength: 5 }),
);

/** A change at one of the places that a document has, after which none, one or two values stand there. */
export interface Mutation {
  readonly at: number;
  readonly change: (value: unknown) => readonly unknown[];
}

const added = (value: unknown, name: string, more: unknown): unknown => {
  if (Array.isArray(value)) return [...(value as unknown[]), more];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries([...Object.entries(value), [name, more]]);
};

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(999),
  change: weighted<Mutation['change']>(
    [4, oddValue.map((value) => () => [value])],
    [1, fc.constant(() => [])],
    [1, fc.tuple(memberName, oddValue).map(([name, more]) => (value) => [added(value, name, more)])],
    [
      1,
      fc.constantFrom<Mutation['change']>(
        (value) => [[value]],
        (value) => [value, value],
      ),
    ],
  ),
});

/** The document with the changes, one after the other. */
export function mutated(document: unknown, mutations: readonly Mutation[]): unknown {
  return mutations.reduce((changed, { at, change }) => {
    const places = placesIn(changed, []);
    return changedAt(changed, places[at % places.length] ?? [], change)[0] ?? null;
  }, document);
}

type Path = readonly (string | number)[];

/** Deeper than any document that an operation takes; what odd values hold below is left alone. */
const DEEPEST = 12;

function placesIn(value: unknown, path: Path): readonly Path[] {
  if (typeof value !== 'object' || value === null || path.length === DEEPEST) return [path];
  const steps = Array.isArray(value) ? value.keys() : Object.keys(value);
  const members = value as Readonly<Record<string | number, unknown>>;
  return [path, ...[...steps].flatMap((step) => placesIn(members[step], [...path, step]))];
}

function changedAt(value: unknown, [step, ...rest]: Path, change: Mutation['change']): readonly unknown[] {
  if (step === undefined) return change(value);
  if (Array.isArray(value))
    return [
      value.flatMap((item: unknown, index) => (index === step ? changedAt(item, rest, change) : [item])),
    ];
  // Not a literal: `__proto__` is to become a member.
  const members = Object.entries(value as object).flatMap(([name, member]) =>
    (name === step ? changedAt(member, rest, change) : [member])
      .slice(0, 1)
      .map((each) => [name, each] as const),
  );
  return [Object.fromEntries(members)];
}
