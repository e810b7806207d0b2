import type { Expression } from './expression';
import { readExpression } from './expression';
import { TokenReader } from './token-reader';
import { SqlError } from './tokens';
import type { SqlRecord, SqlValue } from './values';
import { toJson } from './values';

/** A query on log records: reshapes a record, or drops it. */
export interface Query {
  /** The dataset that it reads from. */
  readonly dataset: string;
  /** The new record; null if the query drops it. */
  readonly run: (record: SqlRecord) => SqlRecord | null;
}

type ReadQuery =
  { readonly ok: true; readonly query: Query } | { readonly ok: false; readonly message: string };

/** The names of fields; `any` if they are not known, so that every name is accepted. */
type FieldNames = ReadonlySet<string> | 'any';

/** The names of the fields of a dataset; `undefined` if there is no such dataset. */
type FieldsOf = (dataset: string) => FieldNames | undefined;

/** The record that the query makes, as JSON; null if it drops it, an error if it makes too much of it. */
export function runQuery(query: Query, record: SqlRecord): string | null | SqlError {
  try {
    const made = query.run(record);
    return made === null ? null : toJson(made);
  } catch (error) {
    if (error instanceof SqlError) return error;
    throw error;
  }
}

/** A query with the names of the fields that it returns. */
interface Selection extends Query {
  readonly fields: FieldNames;
}

/** Reads one `SELECT`, with `WITH` before it or not (docs/service.md 5.9). */
export function readQuery(text: string, fieldsOf: FieldsOf): ReadQuery {
  try {
    const tokens = new TokenReader(text);
    const tables = new Map<string, Selection>();
    if (tokens.take('with'))
      do {
        const name = tokens.name();
        tokens.expect('as');
        tokens.expect('(');
        tables.set(name, readSelect(tokens, tables, fieldsOf));
        tokens.expect(')');
      } while (tokens.take(','));
    const query = readSelect(tokens, tables, fieldsOf);
    tokens.take(';');
    if (!tokens.isAtEnd) throw tokens.refused(afterQuery(tokens));
    return { ok: true, query };
  } catch (error) {
    if (error instanceof SqlError) return { ok: false, message: error.message };
    throw error;
  }
}

/** What the service does not support either, by its first words (docs/service.md 5.9). */
const NOT_SUPPORTED: readonly (readonly [words: readonly string[], name: string])[] = [
  [['join', 'inner', 'left', 'right', 'full', 'cross', ','], 'joins are'],
  [['group', 'having'], 'aggregation is'],
  [['order'], 'ORDER BY is'],
  [['limit', 'offset'], 'LIMIT is'],
  [['union', 'intersect', 'except'], 'more than one SELECT is'],
];

function afterQuery(tokens: TokenReader): string {
  const found = NOT_SUPPORTED.find(([words]) => words.some((word) => tokens.isNext(word)));
  return found === undefined
    ? 'a query ends before this: one statement is allowed'
    : `${found[1]} not supported`;
}

type Field = readonly [name: string, value: Expression] | '*';

function readSelect(
  tokens: TokenReader,
  tables: ReadonlyMap<string, Selection>,
  fieldsOf: FieldsOf,
): Selection {
  tokens.uses = [];
  tokens.expect('select');
  const fields: Field[] = [];
  do fields.push(readField(tokens));
  while (tokens.take(','));
  tokens.expect('from');
  const start = tokens.start;
  const name = tokens.name();
  const table = tables.get(name);
  const known = table?.fields ?? fieldsOf(name);
  if (known === undefined) throw tokens.refused(`there is no dataset ${name}`, start);
  const names = new Set([
    name,
    readAlias(tokens, ['where', 'join', 'inner', 'left', 'right', 'full', 'cross']) ?? name,
  ]);
  const where = tokens.take('where') ? readExpression(tokens) : () => true;
  for (const { table: of, name: field, position } of tokens.uses) {
    if (of !== undefined && !names.has(of)) throw tokens.refused(`there is no table ${of}`, position);
    if (known !== 'any' && !known.has(field)) throw tokens.refused(`${name} has no field ${field}`, position);
  }
  return {
    dataset: table?.dataset ?? name,
    fields: fieldNames(fields, known),
    run: (record) => {
      const input = table === undefined ? record : table.run(record);
      if (input === null || where(input) !== true) return null;
      return Object.fromEntries(fields.flatMap((field) => valuesOf(field, input)));
    },
  };
}

/** The names of what a query returns, of a table with these fields. */
function fieldNames(fields: readonly Field[], known: FieldNames): FieldNames {
  if (known === 'any' && fields.includes('*')) return 'any';
  return new Set(fields.flatMap((field) => (field === '*' ? [...known] : [field[0]])));
}

function valuesOf(field: Field, record: SqlRecord): readonly (readonly [string, SqlValue])[] {
  return field === '*' ? Object.entries(record) : [[field[0], field[1](record)]];
}

/** An expression with its name: the alias, the name of the field, or its own text. */
function readField(tokens: TokenReader): Field {
  if (tokens.take('*')) return '*';
  if (tokens.isNext('distinct')) throw tokens.refused('DISTINCT is not supported');
  const { start } = tokens;
  const before = tokens.uses.length;
  const value = readExpression(tokens);
  const text = tokens.textFrom(start);
  const field = FIELD.test(text) ? tokens.uses[before]?.name : undefined;
  return [readAlias(tokens, ['from']) ?? field ?? text, value];
}

/** The name of a field, alone or after that of its table. */
const FIELD = /^(?:(?:\w+|"[^"]*")\s*\.\s*)?(?:[A-Za-z_]\w*|"[^"]*")$/;

/** A name after `AS` or alone, unless it is one of the words that come next. */
function readAlias(tokens: TokenReader, next: readonly string[]): string | undefined {
  if (tokens.take('as')) return tokens.name();
  const isOver = tokens.isAtEnd || [...next, ...CLAUSES].some((word) => tokens.isNext(word));
  return isOver ? undefined : tokens.name();
}

/** What may follow a name without an alias. */
const CLAUSES = [',', ')', ';', ...NOT_SUPPORTED.flatMap(([words]) => words)] as const;
