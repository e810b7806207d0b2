import { blockText, Call, Expression, HCL, type HclValue } from '../../cli/adopt/hcl/language';
import type { DoneZone } from '../../cli/adopt/language';
import { TYPESCRIPT } from '../../cli/adopt/typescript/language';
import { CallCode, Code, SHORTHAND, valueText, type TsValue } from '../../cli/text/typescript-code';
import { recordedLines } from '../support/printed';

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

recordedLines('code.txt', 'a value is as formatters leave it', (json) => {
  const members = Object.entries(JSON.parse(json, inHcl) as Readonly<Record<string, HclValue>>);
  const code = valueText(JSON.parse(json, inTypeScript) as TsValue, '');
  return [blockText({ head: 'a', members }), code].join('\n').split('\n');
});

recordedLines('programs.txt', 'a program has the files of zones, and what these need', (json) => {
  const zones = JSON.parse(json) as readonly DoneZone[];
  const files = [HCL, TYPESCRIPT].flatMap((language) => language.projectFiles(zones, '1.2.3'));
  const lines = files.flatMap(({ path, text }) => [`== ${path}`, ...text.split('\n')]);
  return lines.filter((line) => line !== '');
});

test('a zone has its name as a comment, whatever is in it, and what people look for first at its beginning', () => {
  const attributes = { filter: 'f', kind: 'edge', dataset: 'd', name: 'n' };
  const job = { type: 'zone_logpush_job', label: 'j', importId: 'z/1/2', attributes };
  const zone = { zone: { id: 'z', name: ' a\n*/ b\n', plan: null }, label: 'a_b', declarations: [job] };
  const [hcl, ts] = [HCL, TYPESCRIPT].map((language) => language.zoneFile(zone).text);
  expect(hcl).toMatch(/^# a \*\/ b \(z\)\n[^]* = "n"\n[^]* = "d"\n[^]* = "edge"\n[^]* = "f"\n}\n$/);
  expect(ts).toContain('/** a * / b (z) */\n');
  const members = 'name: "n",\n    enabled: false,\n    dataset: "d",\n    kind: "edge",\n    filter: "f",\n';
  expect(ts).toContain(`zoneId,\n    ${members}  }).importFrom(1);\n}\n`);
});
