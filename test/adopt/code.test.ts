import { blockText, Call, Expression } from '../../cli/adopt/hcl/language';
import { CallCode, Code, SHORTHAND, valueText } from '../../cli/text/typescript-code';

/** What needs an escape: a quote, a backslash, what begins a template, ends of lines, and what nobody sees. */
const TEXT = 'a "b\\n" ${c} %{d} $ \n\r\t\u200b\u00a0\u2028\u{e0041}';
const [LONG, WIDE, WIDER] = ['x'.repeat(76), 'y'.repeat(86), 'y'.repeat(85)];

test('a block of HCL is as `terraform fmt` leaves it', () => {
  const members = {
    ...{
      a: TEXT,
      long_name: null,
      ä: true,
      list: [1, 'b'],
      wide: [WIDE],
      wider: [WIDER, 1],
    },
    ...{ none: [], empty: {}, objects: [{ b: 1 }], expression: new Expression('var.a') },
    call: new Call('jsonencode', { for: 1, 'a-b': 2, 'a b': 3, inner: { x: [], longer: {} } }),
    last: 0,
  };
  expect(blockText({ head: 'resource "a" "b"', members: Object.entries(members) })).toBe(`resource "a" "b" {
  a         = ${String.raw`"a \"b\\n\" $`}\${c} %%{d} $ ${String.raw`\n\r\t\u200b\u00a0\u2028\U000e0041"`}
  long_name = null
  ä         = true
  list      = [1, "b"]
  wide      = ["${WIDE}"]
  wider = [
    "${WIDER}",
    1,
  ]
  none  = []
  empty = {}
  objects = [
    {
      b = 1
    },
  ]
  expression = var.a
  call = jsonencode({
    "for" = 1
    a-b   = 2
    "a b" = 3
    inner = {
      x      = []
      longer = {}
    }
  })
  last = 0
}`);
});

test('a value in TypeScript is on one line if that is short', () => {
  const value = {
    ...{ zoneId: SHORTHAND, none: undefined, text: TEXT, 'a-b': null, $1: true, empty: {}, no: [] },
    ...{ list: [1, 'b'], wide: [LONG], wider: [`${LONG}x`], objects: [{ b: 1 }] },
    code: new CallCode('f', [new Code('stack'), new Code(LONG)]),
    call: new CallCode('f', [new CallCode('g', [LONG])]),
    object: new CallCode('f', [new Code('stack'), { a: 1 }]),
  };
  expect(valueText(value, '')).toBe(`{
  zoneId,
  text: ${String.raw`"a \"b\\n\" $`}{c} %{d} $ ${String.raw`\n\r\t\u200b\u00a0\u2028\u{e0041}"`},
  "a-b": null,
  $1: true,
  empty: {},
  no: [],
  list: [1, "b"],
  wide: ["${LONG}"],
  wider: [
    "${LONG}x",
  ],
  objects: [
    {
      b: 1,
    },
  ],
  code: f(
    stack,
    ${LONG},
  ),
  call: f(
    g(
      "${LONG}",
    ),
  ),
  object: f(stack, {
    a: 1,
  }),
}`);
});
