import { blockText, Call, Expression, HCL, type HclValue } from '../../cli/adopt/hcl/language';
import type { DoneZone } from '../../cli/adopt/language';
import { TYPESCRIPT } from '../../cli/adopt/typescript/language';
import { CallCode, Code, SHORTHAND, valueText, type TsValue } from '../../cli/text/typescript-code';
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

recordedLines('programs', 'a program has the files of zones, and what these need', (json) => {
  const zones = JSON.parse(json) as readonly DoneZone[];
  const files = [HCL, TYPESCRIPT].flatMap((language) => language.projectFiles(zones, '1.2.3'));
  const lines = files.flatMap(({ path, text }) => [`== ${path}`, ...text.split('\n')]);
  return lines.filter((line) => line !== '');
});

test('the name of a zone is a comment, whatever is in it', () => {
  const zone = { zone: { id: 'z', name: 'a\n*/ b', plan: null }, label: 'a_b', declarations: [] };
  expect(HCL.zoneFile(zone).text).toContain('# a */ b (z)\n');
  expect(TYPESCRIPT.zoneFile(zone).text).toContain('/** a * / b (z) */\n');
});
