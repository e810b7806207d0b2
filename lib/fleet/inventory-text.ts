import { type Info, parse } from 'csv-parse/sync';
import { isNode, isSeq, LineCounter, parseDocument } from 'yaml';
import { InventoryError, type PlacedEntry } from './fleet-zone';

/**
 * The entries of a list in YAML 1.2, of which JSON is a part.
 *
 * @throws InventoryError when the text is malformed, or not a list
 */
export function entriesOfYaml(text: string, file: string): readonly PlacedEntry[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const placeAt = (offset: number): string => `${file}, line ${lines.linePos(offset).line}`;
  if (document.errors.length > 0)
    throw new InventoryError(document.errors.map(({ message, pos: [at] }) => `${placeAt(at)}: ${message}`));
  const { contents } = document;
  if (!isSeq(contents)) throw new InventoryError([`${file}: the inventory is a list of zones.`]);
  return contents.items.map((item, index) => ({
    entry: isNode(item) ? item.toJS(document) : item,
    place: isNode(item) && item.range ? placeAt(item.range[0]) : `${file}, zone ${index + 1}`,
  }));
}

/** The column that there must be; with `id`, those that are no labels. */
const NAMED = ['name'];

/**
 * The entries of a table in CSV (RFC 4180), with a header.
 *
 * @throws InventoryError when the text is malformed, or has no column `name`
 */
export function entriesOfCsv(text: string, file: string): readonly PlacedEntry[] {
  const [header, ...rows] = rowsOf(text, file);
  if (!header) return [];
  const columns = header.record;
  const inHeader = problemsOfHeader(columns);
  const place = ({ info }: Row): string => `${file}, line ${info.lines}`;
  if (NAMED.some((column) => !columns.includes(column)))
    throw new InventoryError(inHeader.map((problem) => `${place(header)}: ${problem}`));
  return [
    ...(inHeader.length > 0 ? [{ entry: undefined, place: place(header), mistakes: inHeader }] : []),
    ...rows.map((row) => ({ ...entryOf(columns, row.record), place: place(row) })),
  ];
}

interface Row {
  readonly record: readonly string[];
  readonly info: Info;
}

/** The rows, of any number of cells: a row with too few or too many is one mistake of several. */
function rowsOf(text: string, file: string): readonly Row[] {
  const options = {
    info: true,
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
  } as const;
  try {
    return parse(text, options) as unknown as readonly Row[];
  } catch (error) {
    throw new InventoryError([`${file}: ${(error as Error).message}.`]);
  }
}

function problemsOfHeader(columns: readonly string[]): readonly string[] {
  const repeated = columns.filter((column, index) => column !== '' && columns.indexOf(column) < index);
  return [
    ...NAMED.filter((column) => !columns.includes(column)).map(
      (column) => `the header has no column ${column}.`,
    ),
    ...[...new Set(repeated)].map((column) => `the header has the column ${column} more than once.`),
  ];
}

function entryOf(columns: readonly string[], cells: readonly string[]): Omit<PlacedEntry, 'place'> {
  if (cells.length !== columns.length) return { entry: undefined, mistakes: [wrongLength(columns, cells)] };
  const named = columns.map((column, index) => [column, cells[index] ?? ''] as const);
  const unnamed = named.filter(([column, cell]) => column === '' && cell !== '');
  const mistakes = unnamed.map(([, cell]) => `${JSON.stringify(cell)} is in a column without a name.`);
  const { id, name, ...labels } = Object.fromEntries(named.filter(([column]) => column !== ''));
  const given = Object.entries(labels).filter(([, cell]) => cell !== '');
  const entry = { ...(id !== undefined && id !== '' && { id }), name, labels: Object.fromEntries(given) };
  return mistakes.length > 0 ? { entry, mistakes } : { entry };
}

function wrongLength({ length }: readonly string[], cells: readonly string[]): string {
  return `the row has ${cells.length} cells, and the header has ${length} columns. Quote a cell that has a comma in it.`;
}
