import { check, pointerTo } from '../checks/reader';
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
    const checked = check(document, is.object({ where: node(fields) }));
    if (!checked.ok)
      for (const { path, message } of checked.problems)
        reader.refuse(`of what it has at ${pointerTo(path) || 'its root'}: ${message}`);
    else if (checked.value.where > MAX_FILTER_OPERATORS)
      return `it must have at most ${MAX_FILTER_OPERATORS} operators, not ${checked.value.where}`;
    return undefined;
  });
}

/** The types that the fields of a type are filtered as. */
const FILTERED_AS: Readonly<Record<FieldType, readonly FilteredType[]>> = {
  string: ['string'],
  int: ['int'],
  bool: ['bool'],
  float: ['int'],
  'int or string': ['int', 'string'],
  object: [],
  'array[string]': ['array'],
  'array[int]': ['array'],
  'array[object]': ['array'],
};

const JOINS = ['and', 'or'] as const;
const OF_CONDITION = ['key', 'operator', 'value'] as const;

/** A condition, or several of them joined; read as the number of operators in it, including `and` and `or`. */
function node(fields: Fields | undefined): is.Shape<number> {
  const one = condition(fields);
  return (reader) => {
    if (!JOINS.some((name) => reader.has(name))) return one(reader);
    const nodes = is.optional(is.nonEmpty(is.list(node(fields))));
    const joined = is.also(is.object({ and: nodes, or: nodes, ...is.elsewhere(OF_CONDITION) }), (sent) => {
      if ([...JOINS, ...OF_CONDITION].filter((name) => sent.has(name)).length > 1)
        sent.refuse('it must have either and, or or, or key with operator and value');
    });
    return is.mapped(joined, ({ and, or }) =>
      [...(and ?? []), ...(or ?? [])].reduce((total, each) => total + each, 1),
    )(reader);
  };
}

const VALUE: is.Shape<unknown> = (reader) =>
  ['string', 'number', 'boolean'].includes(typeof reader.value)
    ? reader.value
    : reader.refuse('it must be a string, a number, true or false');

/** A field, what it is compared with, and how. */
function condition(fields: Fields | undefined): is.Shape<number> {
  const shape = is.dependent(({ key, operator: sent }) => {
    const operator = OPERATOR_NAMES.find((known) => known === sent);
    const type = fields?.get(String(key));
    const applying = is.refusedIf(is.oneOf(OPERATOR_NAMES), (name) => {
      const types: readonly FilteredType[] = FILTER_OPERATORS[name];
      return type === undefined || FILTERED_AS[type].some((each) => types.includes(each))
        ? undefined
        : `it is for fields of type ${types.join(', ')}, and ${String(key)} is of type ${type}`;
    });
    const takesList = operator === 'in' || operator === '!in';
    const value = takesList ? is.nonEmpty(is.list(VALUE)) : VALUE;
    return is.object({
      ...is.elsewhere(JOINS),
      key: knownField(fields),
      operator: applying,
      value: operator ? value : () => null,
    });
  });
  return is.mapped(shape, () => 1);
}
