import { isRecord } from '../../../schema';

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
  return [`${head} {`, ...memberLines(members, INDENT), '}'].join('\n');
}

/** The longest line that a list stays on. */
const WIDTH = 100;

const INDENT = '  ';

/**
 * The lines of a block's or an object's members, exactly as `terraform fmt` leaves them: the equals signs of members
 * that follow each other on one line each are aligned.
 */
export function memberLines(members: HclMembers, indent: string): readonly string[] {
  const lines = members.map(([name, value]) => ({ name, value: valueLines(value, indent, name.length + 3) }));
  const columns = new Map<number, number>();
  let chain: number[] = [];
  const close = (): void => {
    const widest = Math.max(0, ...chain.map((at) => columnsOf(lines[at]?.name ?? '')));
    for (const at of chain) columns.set(at, widest);
    chain = [];
  };
  lines.forEach(({ value }, at) => {
    if (value.length === 1) chain.push(at);
    else close();
  });
  close();
  return lines.flatMap(({ name, value: [first = '', ...rest] }, at) => {
    const padding = ' '.repeat(Math.max(0, (columns.get(at) ?? 0) - columnsOf(name)));
    return [`${indent}${name}${padding} = ${first}`, ...rest];
  });
}

/** The lines of a value; the first one without its indentation. */
function valueLines(value: HclValue, indent: string, column: number): readonly string[] {
  if (value instanceof Expression) return [value.text];
  if (value instanceof Call)
    return wrapped(valueLines(value.argument, indent, column), `${value.name}(`, ')');
  if (Array.isArray(value)) return listLines(value as readonly HclValue[], indent, column);
  if (isRecord(value)) {
    const members = Object.entries(value).map(([name, each]) => [keyText(name), each as HclValue] as const);
    return members.length === 0 ? ['{}'] : ['{', ...memberLines(members, indent + INDENT), `${indent}}`];
  }
  return [typeof value === 'string' ? quoted(value) : String(value)];
}

function listLines(items: readonly HclValue[], indent: string, column: number): readonly string[] {
  const inside = indent + INDENT;
  const all = items.map((item) => valueLines(item, inside, 0));
  const line = `[${all.map(([only]) => only).join(', ')}]`;
  if (all.every(({ length }) => length === 1) && indent.length + column + line.length <= WIDTH) return [line];
  return [
    '[',
    ...all.flatMap(([first = '', ...rest]) => trailing([`${inside}${first}`, ...rest])),
    `${indent}]`,
  ];
}

function trailing(lines: readonly string[]): readonly string[] {
  return lines.map((line, at) => (at === lines.length - 1 ? `${line},` : line));
}

function wrapped(lines: readonly string[], before: string, after: string): readonly string[] {
  return lines.map((line, at) => `${at === 0 ? before : ''}${line}${at === lines.length - 1 ? after : ''}`);
}

/** A key of an object: quoted unless it is an identifier, which stands for itself. */
function keyText(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) && !KEYWORDS.has(name) ? name : quoted(name);
}

/** Words that a key cannot begin an object with. */
const KEYWORDS = new Set(['for', 'null', 'true', 'false', 'if', 'in']);

/** A quoted string that means exactly this text: no template, no escape sequence of its own. */
export function quoted(text: string): string {
  return `"${literal(text)}"`;
}

/** The text as it is written inside a quoted template. */
export function literal(text: string): string {
  return text
    .replace(/[\\"]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')
    .replace(/\t/g, '\\t')
    .replace(/([$%])(?=\{)/g, '$1$1')
    .replace(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, (character) => {
      const code = (character.codePointAt(0) ?? 0).toString(16);
      return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
    });
}

const graphemes = new Intl.Segmenter();

function columnsOf(name: string): number {
  return [...graphemes.segment(name)].length;
}
