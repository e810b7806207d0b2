import { isRecord } from '../../../schema';
import { withEscapes } from '../../text/typescript-code';

/** An expression that is written as it is, on one line. */
export class Expression {
  constructor(readonly text: string) {}
}

/** A call of a function with one argument, such as `jsonencode({ … })`. */
export class Call {
  constructor(
    readonly name: string,
    readonly argument: HclValue,
  ) {}
}

/** A value of the configuration language; objects are JSON objects. */
export type HclValue =
  | string
  | number
  | boolean
  | null
  | Expression
  | Call
  | readonly HclValue[]
  | { readonly [name: string]: HclValue };

/** The names and values of a block or an object, in order. */
export type HclMembers = readonly (readonly [name: string, value: HclValue])[];

/** A block of the configuration language: `resource "type" "name" { … }`. */
export interface Block {
  readonly head: string;
  readonly members: HclMembers;
}

/** The text of a block, without a line end. */
export function blockText({ head, members }: Block): string {
  return `${head} {\n${membersText(members, INDENT)}}`;
}

/** The longest line that a list stays on. */
const WIDTH = 100;

const INDENT = '  ';

/**
 * The lines of a block's or an object's members, exactly as `terraform fmt` leaves them: the equals signs of members
 * that follow each other on one line each are aligned.
 */
function membersText(members: HclMembers, indent: string): string {
  const texts = members.map(([name, value]) => valueText(value, indent, name.length + 3));
  const widths = members.map(([name]) => [...graphemes.segment(name)].length);
  const isShort = (at: number): boolean => texts[at]?.includes('\n') === false;
  let widest = 0;
  const lines = members.map(([name], at) => {
    if (!isShort(at)) return `${indent}${name} = ${texts[at]}\n`;
    if (!isShort(at - 1)) {
      widest = 0;
      for (let next = at; isShort(next); next += 1) widest = Math.max(widest, widths[next] ?? 0);
    }
    return `${indent}${name}${' '.repeat(widest - (widths[at] ?? 0))} = ${texts[at]}\n`;
  });
  return lines.join('');
}

const graphemes = new Intl.Segmenter();

/** The text of a value; its first line without its indentation. @param column where that begins after it */
function valueText(value: HclValue, indent: string, column: number): string {
  if (value instanceof Expression) return value.text;
  if (value instanceof Call) return `${value.name}(${valueText(value.argument, indent, column)})`;
  if (Array.isArray(value)) {
    const inside = indent + INDENT;
    const items = (value as readonly HclValue[]).map((item) => valueText(item, inside, 0));
    const line = `[${items.join(', ')}]`;
    if (!line.includes('\n') && indent.length + column + line.length <= WIDTH) return line;
    return `[\n${items.map((item) => `${inside}${item},\n`).join('')}${indent}]`;
  }
  if (isRecord(value)) {
    const members = Object.entries(value).map(([name, each]): readonly [string, HclValue] => {
      // An identifier stands for itself.
      const isPlain = /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) && !KEYWORDS.has(name);
      return [isPlain ? name : quoted(name), each as HclValue];
    });
    return members.length === 0 ? '{}' : `{\n${membersText(members, indent + INDENT)}${indent}}`;
  }
  return typeof value === 'string' ? quoted(value) : String(value);
}

/** Words that a key cannot begin an object with. */
const KEYWORDS = new Set(['for', 'null', 'true', 'false', 'if', 'in']);

/** A quoted string that means exactly this text: no template, no escape sequence of its own. */
export function quoted(text: string): string {
  return `"${literal(text)}"`;
}

/** The text as it is written inside a quoted template. */
export function literal(text: string): string {
  const plain = text.replace(/[\\"]/g, '\\$&').replace(/([$%])(?=\{)/g, '$1$1');
  return withEscapes(plain, (code) =>
    code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`,
  );
}
