import { isRecord } from '../../schema';

/** Code that is written as it is, on one line, such as a name or a template literal. */
export class Code {
  constructor(readonly text: string) {}
}

/** A call: `head(argument, …)`. */
export class CallCode {
  constructor(
    readonly head: string,
    readonly args: readonly TsValue[],
  ) {}
}

/** A value in TypeScript. An undefined member of an object is left out; `true` for the shorthand is {@link SHORTHAND}. */
export type TsValue =
  | string
  | number
  | boolean
  | null
  | Code
  | CallCode
  | readonly TsValue[]
  | { readonly [name: string]: TsValue | undefined };

/** The value of a member whose name is also that of the variable that holds it: `{ zoneId }`. */
export const SHORTHAND = new Code('');

/** The longest line of a list or a call, but for what stands before and after it. */
const WIDTH = 80;
const INDENT = '  ';

/**
 * The text of a value: objects on several lines, lists and calls on one line if that is short.
 *
 * @param indent of the line that it begins on
 */
export function valueText(value: TsValue, indent: string): string {
  if (value instanceof Code) return value.text;
  if (value instanceof CallCode) return callText(value, indent);
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return onOneLineIfShort('[', value as readonly TsValue[], ']', indent);
  if (isRecord(value)) return objectText(value as { readonly [name: string]: TsValue | undefined }, indent);
  return String(value);
}

function objectText(value: { readonly [name: string]: TsValue | undefined }, indent: string): string {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return '{}';
  const inside = indent + INDENT;
  const lines = members.map(([name, member]) => {
    const key = /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : quoted(name);
    const text = member === SHORTHAND ? '' : `: ${valueText(member as TsValue, inside)}`;
    return `${inside}${key}${text},\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

function callText({ head, args }: CallCode, indent: string): string {
  const last = args.at(-1);
  if (!isRecord(last)) return onOneLineIfShort(`${head}(`, args, ')', indent);
  return `${head}(${args.map((arg) => valueText(arg, indent)).join(', ')})`;
}

function onOneLineIfShort(open: string, items: readonly TsValue[], close: string, indent: string): string {
  const inside = indent + INDENT;
  const texts = items.map((item) => valueText(item, inside));
  const line = `${open}${texts.join(', ')}${close}`;
  if (line.length <= WIDTH && !line.includes('\n')) return line;
  return `${open}\n${texts.map((text) => `${inside}${text},\n`).join('')}${indent}${close}`;
}

/** A literal of exactly this text. */
function quoted(text: string): string {
  return `"${escaped(text).replaceAll('"', '\\"')}"`;
}

/** The text as it stands in a literal, but for its quotes. */
export function escaped(text: string): string {
  return withEscapes(text.replace(/\\/g, '\\\\'), (code) =>
    code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`,
  );
}

/** A text whose line ends, tabs and characters that nobody sees are escapes. @param escapeOf its hexadecimal number */
export function withEscapes(text: string, escapeOf: (code: string) => string): string {
  return text
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')
    .replace(/\t/g, '\\t')
    .replace(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, (character) =>
      escapeOf((character.codePointAt(0) ?? 0).toString(16)),
    );
}

/** A text of a synthesized stack that the engine takes as it is: there, every string is a template. */
export function forEngine(text: string): string {
  return text.replace(/([$%])(?=\{)/g, '$1$1');
}
