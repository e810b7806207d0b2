import { readFileSync } from 'node:fs';
import { CommandFailure, reasonOf } from './failure';

const ZONE_ID = /^[0-9a-f]{32}$/;

/** The zones of an inventory: their names by id; a name is empty if the file has none. */
export type Inventory = ReadonlyMap<string, string>;

/**
 * Reads a file of zones: lines of an id and a name, separated by a comma, a tab or spaces; CSV with the columns `id` or
 * `zone_id`, and `name`; or JSON, a list of ids or of objects with these members (also as the service answers, in
 * `result`).
 *
 * @throws CommandFailure
 */
export function readInventory(file: string): Inventory {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    throw refused(file, 'the inventory cannot be read', reasonOf(error), error);
  }
  const zones = /^\s*[[{]/.test(text) ? fromJson(file, text) : fromLines(file, text);
  if (zones.size === 0) throw refused(file, 'the inventory holds no zone', 'no id of 32 hexadecimal digits');
  return zones;
}

function fromJson(file: string, text: string): Inventory {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw refused(file, 'the inventory is not valid JSON', reasonOf(error), error);
  }
  const list: unknown = isRecord(document) ? (document['result'] ?? document['zones']) : document;
  if (!Array.isArray(list)) throw refused(file, 'the inventory is not a list', `a JSON ${typeof list}`);
  return new Map(
    list.map((each: unknown, index) => {
      const id = isRecord(each) ? (each['id'] ?? each['zone_id']) : each;
      const name = isRecord(each) ? each['name'] : undefined;
      return [checkedId(file, id, `element ${index}`), typeof name === 'string' ? name : ''];
    }),
  );
}

function fromLines(file: string, text: string): Inventory {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const cells = (line: string): readonly string[] =>
    line.split(line.includes(',') ? ',' : /\s+/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const first = cells(lines.find((line) => line !== '') ?? '');
  const header = first.findIndex((cell) => cell === 'id' || cell === 'zone_id');
  const nameColumn = first.indexOf('name');
  const [idAt, nameAt] = header === -1 ? [0, 1] : [header, nameColumn];
  const rows = lines.flatMap((line, index) =>
    line === '' || line.startsWith('#') ? [] : [{ row: cells(line), where: `line ${index + 1}` }],
  );
  return new Map(
    rows
      .slice(header === -1 ? 0 : 1)
      .map(({ row, where }) => [
        checkedId(file, row[idAt], where),
        (nameAt === -1 ? undefined : row[nameAt]) ?? '',
      ]),
  );
}

function checkedId(file: string, id: unknown, where: string): string {
  if (typeof id === 'string' && ZONE_ID.test(id)) return id;
  throw refused(
    file,
    'the inventory has something that is not the id of a zone',
    `${where}: ${JSON.stringify(id ?? null)}`,
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refused(file: string, message: string, seen: string, cause?: unknown): CommandFailure {
  return new CommandFailure(
    {
      code: 'inventory',
      message: `${message}: ${file}`,
      seen: [seen],
      allowed: ['lines or CSV of zone id and name, or a JSON list of ids or of objects with id and name'],
      hints: ['correct the file'],
    },
    undefined,
    { cause },
  );
}
