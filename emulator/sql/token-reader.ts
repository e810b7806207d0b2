import type { Expression } from './expression';
import type { SqlError, Token } from './tokens';
import { errorAt, tokensOf } from './tokens';

/** A name of a field in a query, with its place. */
interface ColumnUse {
  /** The table before the dot; `undefined` if the name stands alone. */
  readonly table: string | undefined;
  readonly name: string;
  readonly position: number;
}

/** How deep a query may nest, because reading it is recursive. */
const MAX_DEPTH = 64;

/** Reads the tokens of a query one after the other. Keywords may be in any case. */
export class TokenReader {
  /** The fields that were read since this was last emptied. */
  uses: ColumnUse[] = [];
  private position = 0;
  private depth = 0;
  private readonly tokens: readonly Token[];

  /** @throws SqlError */
  constructor(private readonly query: string) {
    this.tokens = tokensOf(query);
  }

  isNext(keyword: string): boolean {
    const { kind, text } = this.next;
    return (kind === 'word' || kind === 'mark') && text.toLowerCase() === keyword;
  }

  /** Takes the token if it is this keyword or mark. */
  take(keyword: string): boolean {
    const isNext = this.isNext(keyword);
    if (isNext) this.position += 1;
    return isNext;
  }

  takeOneOf(keywords: readonly string[]): string | undefined {
    return keywords.find((keyword) => this.take(keyword));
  }

  /** @throws SqlError */
  expect(keyword: string): void {
    if (!this.take(keyword)) throw this.unexpected(keyword.toUpperCase());
  }

  /** Takes a name. @throws SqlError */
  name(): string {
    const { kind, text } = this.next;
    if (kind !== 'word' && kind !== 'quoted name') throw this.unexpected('a name');
    this.position += 1;
    return text;
  }

  /** Whether a name and an opening parenthesis follow. */
  isCall(): boolean {
    return this.next.kind === 'word' && this.tokens[this.position + 1]?.text === '(';
  }

  /** Takes a text, a number, `TRUE`, `FALSE` or `NULL`. */
  takeLiteral(): { readonly value: string | number | boolean | null } | undefined {
    const { kind, text } = this.next;
    if (kind === 'text' || kind === 'number') {
      this.position += 1;
      return { value: kind === 'text' ? text : Number(text) };
    }
    switch (this.takeOneOf(['true', 'false', 'null'])) {
      case 'true':
        return { value: true };
      case 'false':
        return { value: false };
      case 'null':
        return { value: null };
      default:
        return undefined;
    }
  }

  /** Takes the name of a field, alone or after that of its table. @throws SqlError */
  column(): Expression {
    const { start } = this.next;
    if (this.next.kind === 'word' && RESERVED.has(this.next.text.toLowerCase()))
      throw this.unexpected('an expression');
    const first = this.name();
    const second = this.take('.') ? this.name() : undefined;
    const name = second ?? first;
    this.uses.push({ table: second === undefined ? undefined : first, name, position: start });
    return (record) => (Object.hasOwn(record, name) ? record[name] : null);
  }

  /** Where the next token begins. */
  get start(): number {
    return this.next.start;
  }

  /** The text of the query from a place to the end of the last token taken. */
  textFrom(start: number): string {
    return this.query.slice(start, this.tokens[this.position - 1]?.end);
  }

  get isAtEnd(): boolean {
    return this.next.kind === 'end';
  }

  /** @throws SqlError if the query nests too deep */
  nested<T>(read: () => T): T {
    if (this.depth >= MAX_DEPTH) throw this.refused(`more than ${MAX_DEPTH} levels of nesting`);
    this.depth += 1;
    const value = read();
    this.depth -= 1;
    return value;
  }

  unexpected(expected: string): SqlError {
    const { kind, text } = this.next;
    return this.refused(`${expected} is expected, not ${kind === 'end' ? 'the end' : `'${text}'`}`);
  }

  refused(message: string, position: number = this.next.start): SqlError {
    return errorAt(this.query, position, message);
  }

  private get next(): Token {
    const last = this.tokens.length - 1;
    return this.tokens[Math.min(this.position, last)] as Token;
  }
}

/** Words that cannot be the name of a field unless it is in quotes. */
const RESERVED: ReadonlySet<string> = new Set(
  'select from where and or not in is like ilike between case when then else end as with group order having'.split(
    ' ',
  ),
);
