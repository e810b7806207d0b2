/** A piece of a query. A word and a quoted name are both names; only a word can be a keyword. */
export interface Token {
  readonly kind: 'word' | 'quoted name' | 'text' | 'number' | 'mark' | 'end';
  /** Without quotes; an empty text at the end. */
  readonly text: string;
  /** Where it begins in the query, counted from 0, and where it ends. */
  readonly start: number;
  readonly end: number;
}

/** The query cannot be read or run; the message says why and, if it is in the query, where. */
export class SqlError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SqlError';
  }
}

const FORMS = [
  ['space', /(?:\s+|--[^\n]*|\/\*[^]*?\*\/)+/y],
  ['word', /[A-Za-z_][A-Za-z0-9_]*/y],
  ['quoted name', /"(?:[^"]|"")*"/y],
  ['text', /'(?:[^']|'')*'/y],
  ['number', /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['mark', /->>|->|<=|>=|<>|!=|\|\||::|[-+*/%=<>(),.;[\]]/y],
] as const;

/** The tokens of a query, ending with one of kind `end`. @throws SqlError */
export function tokensOf(query: string): readonly Token[] {
  const tokens: Token[] = [];
  let start = 0;
  while (start < query.length) {
    const found = tokenAt(query, start);
    if (found === undefined) throw errorAt(query, start, `'${query[start]}' is not expected here`);
    if (found.kind !== 'space') tokens.push({ ...found, kind: found.kind });
    start = found.end;
  }
  return [...tokens, { kind: 'end', text: '', start, end: start }];
}

function tokenAt(query: string, start: number) {
  for (const [kind, form] of FORMS) {
    form.lastIndex = start;
    const [source] = form.exec(query) ?? [];
    if (source !== undefined)
      return { kind, text: withoutQuotes(kind, source), start, end: start + source.length };
  }
  return undefined;
}

function withoutQuotes(kind: string, source: string): string {
  if (kind === 'text') return source.slice(1, -1).replaceAll("''", "'");
  return kind === 'quoted name' ? source.slice(1, -1).replaceAll('""', '"') : source;
}

/** An error with its line and column, both counted from 1. */
export function errorAt(query: string, position: number, message: string): SqlError {
  const before = query.slice(0, position).split('\n');
  return new SqlError(`line ${before.length}, column ${(before.at(-1) ?? '').length + 1}: ${message}`);
}
