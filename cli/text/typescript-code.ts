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

/** The width and the indentation of Prettier's defaults. */
const WIDTH = 80;
const INDENT = '  ';

/**
 * The text of a value as Prettier leaves it with its defaults: objects on several lines, everything else on one line if it
 * fits.
 *
 * @param indent of the line that it is on
 * @param column where it begins
 * @param after the number of characters that follow on its last line
 */
export function valueText(value: TsValue, indent: string, column: number, after: number): string {
  if (value instanceof Code) return value.text;
  if (value instanceof CallCode) return callText(value, indent, column, after);
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return listText(value as readonly TsValue[], indent, column, after);
  if (isRecord(value)) return objectText(value as { readonly [name: string]: TsValue | undefined }, indent);
  return String(value);
}

/** A statement that begins at this indentation. @param suffix what follows the call, such as `.importFrom();` */
export function callStatement(call: CallCode, indent: string, suffix: string): string {
  return `${indent}${callText(call, indent, indent.length, suffix.length)}${suffix}`;
}

function objectText(value: { readonly [name: string]: TsValue | undefined }, indent: string): string {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return '{}';
  const inside = indent + INDENT;
  const lines = members.map(([name, member]) => memberText(name, member as TsValue, inside));
  return `{\n${lines.join('')}${indent}}`;
}

function memberText(name: string, value: TsValue, indent: string): string {
  const key = isPlainKey(name) ? name : quoted(name);
  if (value === SHORTHAND) return `${indent}${key},\n`;
  const column = indent.length + key.length + 2;
  if (typeof value === 'string' && key.length > INDENT.length && column + width(quoted(value)) + 1 > WIDTH)
    return `${indent}${key}:\n${indent}${INDENT}${quoted(value)},\n`;
  return `${indent}${key}: ${valueText(value, indent, column, 1)},\n`;
}

function listText(items: readonly TsValue[], indent: string, column: number, after: number): string {
  const line = flat(items);
  if (line !== undefined && column + width(line) + after <= WIDTH) return line;
  const inside = indent + INDENT;
  if (items.length > 1 && items.every((item) => typeof item === 'number')) return filled(items, indent);
  return `[\n${items.map((item) => `${inside}${valueText(item, inside, inside.length, 1)},\n`).join('')}${indent}]`;
}

/** Numbers, as many in a line as fit. */
function filled(items: readonly number[], indent: string): string {
  const inside = indent + INDENT;
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    const more = `${last ?? ''} ${item},`;
    if (last !== undefined && more.length <= WIDTH) lines[lines.length - 1] = more;
    else lines.push(`${inside}${item},`);
  }
  return `[\n${lines.join('\n')}\n${indent}]`;
}

function callText({ head, args }: CallCode, indent: string, column: number, after: number): string {
  const flatArgs = args.map(flatText);
  const isFlat = flatArgs.every((text) => text !== undefined);
  if (isFlat) {
    const line = `${head}(${flatArgs.join(', ')})`;
    if (column + width(line) + after <= WIDTH) return line;
  }
  const last = args.at(-1);
  const before = flatArgs.slice(0, -1);
  if (isRecord(last) && !(last instanceof Code) && before.every((text) => text !== undefined)) {
    const opening = `${head}(${before.map((text) => `${text}, `).join('')}`;
    const object = valueText(last as TsValue, indent, 0, 0);
    if (column + width(opening) + 1 <= WIDTH) return `${opening}${object})`;
  }
  const inside = indent + INDENT;
  return `${head}(\n${args.map((arg) => `${inside}${valueText(arg, inside, inside.length, 1)},\n`).join('')}${indent})`;
}

/** A value on one line; undefined if Prettier never leaves it there. */
function flatText(value: TsValue): string | undefined {
  if (value instanceof Code) return value.text;
  if (value instanceof CallCode) {
    const args = value.args.map(flatText);
    return args.some((text) => text === undefined) ? undefined : `${value.head}(${args.join(', ')})`;
  }
  if (Array.isArray(value)) return flat(value as readonly TsValue[]);
  if (isRecord(value)) return Object.keys(value).length === 0 ? '{}' : undefined;
  return typeof value === 'string' ? quoted(value) : String(value);
}

/** @returns undefined for a list of lists with several items each, too */
function flat(items: readonly TsValue[]): string | undefined {
  if (items.length > 1 && items.every((item) => Array.isArray(item) && item.length > 1)) return undefined;
  const texts = items.map(flatText);
  return texts.some((text) => text === undefined) ? undefined : `[${texts.join(', ')}]`;
}

/** A name that Prettier writes without quotes. */
function isPlainKey(name: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name);
}

/** A literal of exactly this text, with the quotes that need fewer escapes, as Prettier prefers. */
export function quoted(text: string): string {
  const doubles = text.split('"').length;
  const singles = text.split("'").length;
  const quote = doubles > singles ? "'" : '"';
  return `${quote}${escaped(text).replaceAll(quote, `\\${quote}`)}${quote}`;
}

/** The text as it stands in a literal, but for its quotes. */
export function escaped(text: string): string {
  return text
    .replace(/\\/g, '\\\\')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')
    .replace(/\t/g, '\\t')
    .replace(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, (character) => {
      const code = (character.codePointAt(0) ?? 0).toString(16);
      return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
    });
}

/** Columns in a terminal, as Prettier counts: wide characters take two. */
function width(text: string): number {
  let columns = 0;
  for (const character of text.split('\n').at(-1) ?? '') columns += WIDE.test(character) ? 2 : 1;
  return columns;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** A text of a synthesized stack that the engine takes as it is: there, every string is a template. */
export function forEngine(text: string): string {
  return text.replace(/([$%])(?=\{)/g, '$1$1');
}
