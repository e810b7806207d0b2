import fc from 'fast-check';

/** JSON numbers that JavaScript cannot write, by the texts that stand for them until the body is written. */
const WRITTEN_NUMBERS: Readonly<Record<string, string>> = {
  '#beyond-doubles#': '1e400',
  '#below-doubles#': '-1e400',
  '#beyond-whole-numbers#': '9007199254740993',
  '#tiny#': '1e-400',
  '#minus-zero#': '-0.0',
};

const LONG_TEXT = 'long '.repeat(4000);

/** Texts at the edges of what JSON, Unicode and JavaScript take. */
const oddText = fc.constantFrom(
  '',
  ' ',
  '\ud800',
  'half \udfff of a pair',
  '\0',
  '\u2028\r\n\t',
  'ß → 💾',
  '$&$1${{.RayID}}',
  '__proto__',
  'constructor',
  'toString',
  '0',
  '-1',
  'null',
  '2025-13-45T99:99:99Z',
  '9999-12-31T23:59:59.999Z',
  '../../../etc/passwd',
  '0'.repeat(32),
  'A'.repeat(32),
  '9'.repeat(400),
  LONG_TEXT,
  ...Object.keys(WRITTEN_NUMBERS),
);

const oddNumber = fc.constantFrom(
  0,
  -1,
  0.5,
  1e21,
  -1e308,
  204,
  304,
  4_294_967_296,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_VALUE,
);

/** Nested up to the limit of the service and beyond. */
const nested = fc.record({ levels: fc.constantFrom(3, 40, 60, 70, 3000), inArrays: fc.boolean() });

function nest(levels: number, inArrays: boolean): unknown {
  let value: unknown = null;
  for (let level = 0; level < levels; level += 1) value = inArrays ? [value] : { a: value };
  return value;
}

/** Any JSON value, the odd ones first. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { a: 1 }) },
  { weight: 4, arbitrary: oddText },
  { weight: 3, arbitrary: oddNumber },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      Object.fromEntries([['__proto__', { enabled: true }]]),
      Object.fromEntries([['constructor', null]]),
    ),
  },
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: nested.map(({ levels, inArrays }) => nest(levels, inArrays)) },
);

/** Names that a member may get: known ones in places where they are not, and ones that trip programs up. */
export const memberName = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'hasOwnProperty', 'toJSON', '', '0', 'length'),
  fc.constantFrom('id', 'name', 'kind', 'phase', 'rules', 'version', 'ref', 'enabled', 'logging', 'position'),
  fc.constantFrom('overrides', 'categories', 'action_parameters', 'filter', 'targets', 'dataset', 'products'),
  fc.string({ maxLength: 5 }),
);

/** The document as JSON text, with the numbers that only texts can write. */
export function jsonText(document: unknown): string {
  const text = JSON.stringify(document);
  return Object.entries(WRITTEN_NUMBERS).reduce(
    (written, [mark, number]) => written.replaceAll(`"${mark}"`, number),
    text,
  );
}
