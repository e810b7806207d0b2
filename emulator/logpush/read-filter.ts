import { type Members, type Reader, check, pointerTo } from '../checks/reader';
import * as is from '../checks/shape';
import type { Fields, FieldType } from './datasets';
import { knownField } from './output-options';

/** docs/internals/service.md 5.5. */
const MAX_FILTER_BYTES = 1000;
const MAX_FILTER_OPERATORS = 30;

/** The types by which operators apply. A time is `int` or `string`, whatever the job's timestamp format. */
type FilteredType = 'string' | 'int' | 'bool' | 'array';

const NUMBERS = ['int'] as const;
const TEXTS = ['string'] as const;

/** The operators, and the types of fields that each applies to (docs/internals/service.md 5.5). */
const FILTER_OPERATORS = {
  eq: ['string', 'int', 'bool'],
  '!eq': ['string', 'int', 'bool'],
  lt: NUMBERS,
  leq: NUMBERS,
  gt: NUMBERS,
  geq: NUMBERS,
  startsWith: TEXTS,
  endsWith: TEXTS,
  '!startsWith': TEXTS,
  '!endsWith': TEXTS,
  contains: ['string', 'array'],
  '!contains': ['string', 'array'],
  in: ['string', 'int'],
  '!in': ['string', 'int'],
} as const satisfies Readonly<Record<string, readonly FilteredType[]>>;

type FilterOperator = keyof typeof FILTER_OPERATORS;

const OPERATOR_NAMES = Object.keys(FILTER_OPERATORS) as readonly FilterOperator[];

/** A filter: JSON as text (docs/internals/service.md 5.5). Empty text means no filter. The text is kept as sent. */
export function filterText(fields: Fields | undefined): is.Shape<string> {
  return is.refusedIf(is.text(), (text, reader) => {
    if (text === '') return undefined;
    const bytes = Buffer.byteLength(text);
    if (bytes > MAX_FILTER_BYTES) return `it must have at most ${MAX_FILTER_BYTES} bytes, not ${bytes}`;
    let document: unknown;
    try {
      document = JSON.parse(text);
    } catch (error) {
      return `it must be JSON: ${(error as Error).message}`;
    }
    const checked = check(document, is.object({ where: (where) => readNode(where, fields) }));
    if (!checked.ok)
      for (const { path, message } of checked.problems)
        reader.refuse(`of what it has at ${pointerTo(path) || 'its root'}: ${message}`);
    else if (checked.value.where > MAX_FILTER_OPERATORS)
      return `it must have at most ${MAX_FILTER_OPERATORS} operators, not ${checked.value.where}`;
    return undefined;
  });
}

/** The number of operators in the node, including `and` and `or`. */
function readNode(reader: Reader, fields: Fields | undefined): number | undefined {
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

function readCondition(
  members: Members<'key' | 'operator' | 'value'>,
  fields: Fields | undefined,
): number | undefined {
  const sentKey = members.required('key');
  const key = sentKey && knownField(fields)(sentKey);
  const sentOperator = members.required('operator');
  const operator = sentOperator?.oneOf(OPERATOR_NAMES);
  const type = fields?.get(key ?? '')?.type;
  if (operator !== undefined && type !== undefined && !applies(operator, type))
    sentOperator?.refuse(
      `it is for fields of type ${FILTER_OPERATORS[operator].join(', ')}, and ${key} is of type ${type}`,
    );
  const value = members.required('value');
  if (operator === undefined || value === undefined) return undefined;
  readValue(value, operator);
  return 1;
}

function applies(operator: FilterOperator, type: FieldType): boolean {
  const types: readonly FilteredType[] = FILTER_OPERATORS[operator];
  return filteredTypes(type).some((each) => types.includes(each));
}

function filteredTypes(type: FieldType): readonly FilteredType[] {
  switch (type) {
    case 'string':
    case 'int':
    case 'bool':
      return [type];
    case 'float':
      return ['int'];
    case 'int or string':
      return ['int', 'string'];
    case 'object':
      return [];
    case 'array[string]':
    case 'array[int]':
    case 'array[object]':
      return ['array'];
  }
}

function readValue(reader: Reader, operator: FilterOperator): void {
  const takesList = operator === 'in' || operator === '!in';
  const values = takesList ? reader.items() : [reader];
  if (values?.length === 0) reader.refuse('it must have at least one item');
  for (const item of values ?? [])
    if (!['string', 'number', 'boolean'].includes(typeof item.value))
      item.refuse('it must be a string, a number, true or false');
}
