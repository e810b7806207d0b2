import type { Members, Reader } from '../checks/reader';
import { check, pointerTo } from '../checks/reader';
import type { DatasetField } from './datasets';

/** docs/service.md 5.5. */
const MAX_FILTER_BYTES = 1000;
const MAX_FILTER_OPERATORS = 30;

const FILTER_OPERATORS = [
  'eq',
  '!eq',
  'lt',
  'leq',
  'gt',
  'geq',
  'startsWith',
  'endsWith',
  '!startsWith',
  '!endsWith',
  'contains',
  '!contains',
  'in',
  '!in',
] as const;

type FilterOperator = (typeof FILTER_OPERATORS)[number];

type Fields = ReadonlyMap<string, DatasetField> | undefined;

/** Reads a filter: JSON as text (docs/service.md 5.5). Empty text means no filter. The text is kept as sent. */
export function readFilter(reader: Reader, fields: Fields): string | undefined {
  const text = reader.string();
  if (text === undefined || text === '') return text;
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_FILTER_BYTES)
    return reader.refuse(`it must have at most ${MAX_FILTER_BYTES} bytes, not ${bytes}`);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return reader.refuse(`it must be JSON: ${(error as Error).message}`);
  }
  const checked = check(document, (root) => {
    const where = root.members(['where'])?.required('where');
    return where && readNode(where, fields);
  });
  if (!checked.ok) {
    for (const { path, message } of checked.problems)
      reader.refuse(`of what it has at ${pointerTo(path) || 'its root'}: ${message}`);
    return undefined;
  }
  if (checked.value > MAX_FILTER_OPERATORS)
    return reader.refuse(`it must have at most ${MAX_FILTER_OPERATORS} operators, not ${checked.value}`);
  return text;
}

/** The number of operators in the node, including `and` and `or`. */
function readNode(reader: Reader, fields: Fields): number | undefined {
  const members = reader.members(['and', 'or', 'key', 'operator', 'value']);
  if (members === undefined) return undefined;
  const joined = (['and', 'or'] as const).filter((name) => members.optional(name) !== undefined);
  const [join] = joined;
  if (join === undefined) return readCondition(members, fields);
  const isCondition = (['key', 'operator', 'value'] as const).some((name) => members.optional(name));
  if (joined.length > 1 || isCondition)
    return reader.refuse('it must have either and, or or, or key with operator and value');
  const sent = members.optional(join);
  const items = sent?.items();
  if (items === undefined) return undefined;
  if (items.length === 0) return sent?.refuse('it must have at least one item');
  return items.reduce((total, item) => total + (readNode(item, fields) ?? 0), 1);
}

function readCondition(members: Members<'key' | 'operator' | 'value'>, fields: Fields): number | undefined {
  const sentKey = members.required('key');
  const key = sentKey?.string();
  if (key !== undefined && fields !== undefined && !fields.has(key))
    sentKey?.refuse('the dataset has no such field');
  const operator = members.required('operator')?.oneOf(FILTER_OPERATORS);
  const value = members.required('value');
  if (operator === undefined || value === undefined) return undefined;
  readValue(value, operator);
  return 1;
}

function readValue(reader: Reader, operator: FilterOperator): void {
  const takesList = operator === 'in' || operator === '!in';
  const values = takesList ? reader.items() : [reader];
  if (values?.length === 0) reader.refuse('it must have at least one item');
  for (const item of values ?? [])
    if (!['string', 'number', 'boolean'].includes(typeof item.value))
      item.refuse('it must be a string, a number, true or false');
}
