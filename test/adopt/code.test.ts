import { blockText, Call, Expression, HCL, type HclMembers } from '../../cli/adopt/hcl/language';
import type { DoneZone, Language } from '../../cli/adopt/language';
import { TYPESCRIPT } from '../../cli/adopt/typescript/language';
import { CallCode, Code, SHORTHAND, valueText, type TsValue } from '../../cli/text/typescript-code';
import { MAX_CUSTOM_FIELDS } from '../../schema';

/** What needs an escape: a quote, a backslash, what begins a template, ends of lines, and what nobody sees. */
const TEXT = 'a "b\\n" ${c} %{d} $ \n\r\t\u200b\u00a0\u2028\u{e0041}';
const [LONG, WIDE] = ['x'.repeat(76), 'y'.repeat(90)];

test.each<readonly [object, string]>([
  [
    { a: TEXT },
    String.raw`a = "a \"b\\n\" $` + String.raw`\${c} %%{d} $ \n\r\t\u200b\u00a0\u2028\U000e0041"`.slice(1),
  ],
  [{ a: null, long: true, ä: new Expression('var.a') }, 'a    = null\n  long = true\n  ä    = var.a'],
  [{ a: [1, 'b'], b: [WIDE] }, `a = [1, "b"]\n  b = ["${WIDE}"]`],
  [{ a: 1, b: [`${WIDE}y`], long: {} }, `a = 1\n  b = [\n    "${WIDE}y",\n  ]\n  long = {}`],
  [{ a: [{ b: [] }] }, 'a = [\n    {\n      b = []\n    },\n  ]'],
  [
    { a: new Call('f', { for: 1, 'a-b': 2, 'a b': 3, _: 4, '1': 5 }) },
    'a = f({\n    "1"   = 5\n    "for" = 1\n    a-b   = 2\n    "a b" = 3\n    _     = 4\n  })',
  ],
  [
    { a: Object.fromEntries(['for', 'if', 'in', 'null', 'true', 'false'].map((word) => [word, []])) },
    'a = {\n    "for"   = []\n    "if"    = []\n    "in"    = []\n    "null"  = []\n    "true"  = []\n    "false" = []\n  }',
  ],
])('a block of HCL is as `terraform fmt` leaves it: %j', (members, text) => {
  expect(blockText({ head: 'a', members: Object.entries(members) as HclMembers })).toBe(`a {\n  ${text}\n}`);
});

test.each<readonly [TsValue, string]>([
  [TEXT, String.raw`"a \"b\\n\" $` + String.raw`{c} %{d} $ \n\r\t\u200b\u00a0\u2028\u{e0041}"`],
  [{ zoneId: SHORTHAND, none: undefined, 'a-b': null }, '{\n  zoneId,\n  "a-b": null,\n}'],
  [{ $1: {}, _: 0, '1a': 1, '': [], $é: 2 }, '{\n  $1: {},\n  _: 0,\n  "1a": 1,\n  "": [],\n  "$é": 2,\n}'],
  [[1, LONG.slice(3)], `[1, "${LONG.slice(3)}"]`],
  [[`${LONG}x`, []], `[\n  "${LONG}x",\n  [],\n]`],
  [[{ b: true }], '[\n  {\n    b: true,\n  },\n]'],
  [new CallCode('f', [new Code('stack'), { a: 1 }]), 'f(stack, {\n  a: 1,\n})'],
  [new CallCode('f', [new Code('a'), new Code(LONG)]), `f(\n  a,\n  ${LONG},\n)`],
])('a value in TypeScript is on one line if that is short: %j', (value, text) => {
  expect(valueText(value, '')).toBe(text);
});

const ZONE = { label: 'a_b', imports: { 'zone_logpush_job.a': 'z/1' }, variables: [], customFields: 0 };
/** The beginnings of the lines. */
const MORE = {
  hcl: [
    ...['# The values of the variables are in s', '# TF_VAR_<name> for each plan and appl'],
    ...['  required_version = ">= 1.11"', 'provider "zone" {', '  max_custom_fields = 99'],
  ],
  ts: [
    ...[
      '// The values of the variables are in ',
      '// repository: elsewhere, set TF_VAR_<',
      'import { c } from "./zones/c";',
    ],
    ...['new ZoneProvider(stack, "zone", {', '  maxCustomFields: 99,', 'c(stack);'],
  ],
};

test.each<readonly [keyof typeof MORE, Language]>([
  ['hcl', HCL],
  ['ts', TYPESCRIPT],
])(
  'a program says that there are secrets, and many fields, and names the files of zones: %s',
  (as, language) => {
    const zone = { id: 'z', name: 'a\n*/ b', plan: null };
    const { text } = language.zoneFile({ zone, label: 'a_b', declarations: [] });
    expect(text).toContain({ hcl: '# a */ b (z)\n', ts: '/** a * / b (z) */\n' }[as]);
    expect(
      language
        .projectFiles([], '1.2.3')
        .map((file) => file.text)
        .join(''),
    ).toContain('1.2.3');
    const main = (...zones: readonly object[]): readonly string[] =>
      (language.projectFiles(zones as readonly DoneZone[], '1.2.3')[0]?.text ?? '').split('\n');
    const plain = main({ ...ZONE, customFields: MAX_CUSTOM_FIELDS });
    expect(main({ ...ZONE, imports: {} })).toEqual(plain.filter((line) => !/a-?b/i.test(line)));
    const all = main(ZONE, { ...ZONE, label: 'c', variables: ['a'], customFields: 99 });
    expect(all.filter((line) => !plain.includes(line)).map((line) => line.slice(0, 38))).toEqual(MORE[as]);
  },
);
