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

/** The columns that are no labels. */
const NAMED = ['id', 'name'];

/**
 * The entries of a table in CSV (RFC 4180), with a header.
 *
 * @throws InventoryError when the text is malformed, or has no column `id` or `name`
 */
export function entriesOfCsv(text: string, file: string): readonly PlacedEntry[] {
  const options = { columns: true, info: true, bom: true, trim: true, skip_empty_lines: true } as const;
  let rows: readonly Row[];
  try {
    rows = parse(text, options) as unknown as readonly Row[];
  } catch (error) {
    throw new InventoryError([`${file}: ${(error as Error).message}.`]);
  }
  const [first] = rows;
  const missing = first ? NAMED.filter((column) => !(column in first.record)) : [];
  if (missing.length > 0)
    throw new InventoryError([`${file}: the header has no column ${missing.join(' and no column ')}.`]);
  return rows.map(({ record, info }) => ({
    entry: { id: record['id'], name: record['name'], labels: labelsOf(record) },
    place: `${file}, line ${info.lines}`,
  }));
}

interface Row {
  readonly record: Readonly<Record<string, string>>;
  readonly info: Info;
}

function labelsOf(record: Row['record']): Readonly<Record<string, string>> {
  const labels = Object.entries(record).filter(([column, cell]) => !NAMED.includes(column) && cell !== '');
  return Object.fromEntries(labels);
}
