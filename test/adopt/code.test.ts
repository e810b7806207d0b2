import { blockText, Call, Expression, HCL, type HclValue } from '../../cli/adopt/hcl/language';
import type { DoneZone, Language } from '../../cli/adopt/language';
import { TYPESCRIPT } from '../../cli/adopt/typescript/language';
import { CallCode, Code, SHORTHAND, valueText, type TsValue } from '../../cli/text/typescript-code';
import { MAX_CUSTOM_FIELDS } from '../../schema';
import { recordedLines } from '../support/recorded-lines';

/** What stands for code and for a call in a value as JSON. */
type Marked = { readonly code?: string; readonly call?: string; readonly of: never } | null;
const inHcl = (_key: string, value: Marked): unknown =>
  value?.code === undefined
    ? value?.call
      ? new Call(value.call, value.of)
      : value
    : new Expression(value.code);
const inTypeScript = (_key: string, value: Marked): unknown => {
  if (value?.call) return new CallCode(value.call, [new Code('stack'), value.of]);
  return value?.code === undefined ? value : value.code === '' ? SHORTHAND : new Code(value.code);
};

recordedLines(
  'code',
  'a value is written in HCL, as `terraform fmt` leaves it, and in TypeScript',
  (json) => {
    const members = Object.entries(JSON.parse(json, inHcl) as Readonly<Record<string, HclValue>>);
    const code = valueText(JSON.parse(json, inTypeScript) as TsValue, '');
    return [blockText({ head: 'a', members }), code].join('\n').split('\n');
  },
);

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
