import { CASTS, FUNCTIONS, jsonMember, timePart } from './functions';
import type { TokenReader } from './token-reader';
import type { SqlRecord, SqlValue } from './values';
import { compare, isLike, sized, toNumber, toText, toTime } from './values';

/** Computes a value from a record. */
export type Expression = (record: SqlRecord) => SqlValue;

/** The binary operators, by how tightly they bind. A comparison with null is null. */
const LEVELS: readonly Readonly<Record<string, (one: SqlValue, other: SqlValue) => SqlValue>>[] = [
  { or: (one, other) => decided(one, other, true) },
  { and: (one, other) => decided(one, other, false) },
  {
    '=': comparing((order) => order === 0),
    '<>': comparing((order) => order !== 0),
    '!=': comparing((order) => order !== 0),
    '<': comparing((order) => order < 0),
    '<=': comparing((order) => order <= 0),
    '>': comparing((order) => order > 0),
    '>=': comparing((order) => order >= 0),
  },
  {
    '+': computing((one, other) => one + other),
    '-': computing((one, other) => one - other),
    '||': (one, other) => {
      const [left, right] = [toText(one), toText(other)];
      return left === null || right === null ? null : sized(left + right);
    },
  },
  {
    '*': computing((one, other) => one * other),
    '/': computing((one, other) => one / other),
    '%': computing((one, other) => one % other),
  },
  { '->': jsonMember, '->>': (value, key) => toText(jsonMember(value, key)) },
];

/** The level of `=`, and of `IN`, `LIKE`, `BETWEEN` and `IS NULL`. */
const COMPARISONS = 2;

/** `AND` and `OR` of three values: the deciding one decides; otherwise null makes the result null. */
function decided(one: SqlValue, other: SqlValue, deciding: boolean): boolean | null {
  if (one === deciding || other === deciding) return deciding;
  return one === !deciding && other === !deciding ? !deciding : null;
}

function comparing(holds: (order: number) => boolean) {
  return (one: SqlValue, other: SqlValue): boolean | null => {
    const order = compare(one, other);
    return order === null ? null : holds(order);
  };
}

function computing(apply: (one: number, other: number) => number) {
  return (one: SqlValue, other: SqlValue): number | null => {
    const [left, right] = [toNumber(one), toNumber(other)];
    const result = left === null || right === null ? Number.NaN : apply(left, right);
    return Number.isFinite(result) ? result : null;
  };
}

/** Reads an expression. @param column reads a field by its name, of which the last word was read. @throws SqlError */
export function readExpression(tokens: TokenReader): Expression {
  return tokens.nested(() => readLevel(tokens, 0));
}

function readLevel(tokens: TokenReader, level: number): Expression {
  const operators = LEVELS[level];
  if (operators === undefined) return readSign(tokens);
  if (level === COMPARISONS && tokens.take('not')) {
    const of = tokens.nested(() => readLevel(tokens, level));
    return (record) => negated(of(record));
  }
  let left = readLevel(tokens, level + 1);
  for (;;) {
    const test = level === COMPARISONS ? readTest(tokens, left) : undefined;
    const operator = test === undefined ? tokens.takeOneOf(Object.keys(operators)) : undefined;
    const apply = operator === undefined ? undefined : operators[operator];
    if (test === undefined && apply === undefined) return left;
    left = test ?? joined(left, apply, readLevel(tokens, level + 1));
  }
}

function joined(
  left: Expression,
  apply: ((one: SqlValue, other: SqlValue) => SqlValue) | undefined,
  right: Expression,
): Expression {
  return (record) => apply?.(left(record), right(record));
}

function negated(value: SqlValue): boolean | null {
  return typeof value === 'boolean' ? !value : null;
}

/** `IS [NOT] NULL`, `[NOT] IN (…)`, `[NOT] LIKE …`, `[NOT] BETWEEN … AND …`. */
function readTest(tokens: TokenReader, of: Expression): Expression | undefined {
  if (tokens.take('is')) {
    const isNot = tokens.take('not');
    tokens.expect('null');
    return (record) => ((of(record) ?? null) === null) !== isNot;
  }
  const isNot = tokens.isNext('not') && tokens.take('not');
  const test = readPlainTest(tokens, of);
  if (test === undefined && isNot) throw tokens.unexpected('IN, LIKE or BETWEEN');
  return isNot && test !== undefined ? (record) => negated(test(record)) : test;
}

function readPlainTest(tokens: TokenReader, of: Expression): Expression | undefined {
  if (tokens.take('in')) {
    tokens.expect('(');
    if (tokens.isNext('select')) throw tokens.refused('subqueries are not supported');
    const items = readList(tokens, ')');
    return (record) =>
      isIn(
        of(record),
        items.map((item) => item(record)),
      );
  }
  const like = tokens.takeOneOf(['like', 'ilike']);
  if (like !== undefined) {
    const pattern = readLevel(tokens, COMPARISONS + 1);
    const form = (text: string): string => (like === 'ilike' ? text.toLowerCase() : text);
    return (record) => {
      const [text, sought] = [toText(of(record)), toText(pattern(record))];
      return text === null || sought === null ? null : isLike(form(text), form(sought));
    };
  }
  if (!tokens.take('between')) return undefined;
  const least = readLevel(tokens, COMPARISONS + 1);
  tokens.expect('and');
  const most = readLevel(tokens, COMPARISONS + 1);
  return (record) => {
    const [low, high] = [compare(of(record), least(record)), compare(of(record), most(record))];
    return decided(low === null ? null : low >= 0, high === null ? null : high <= 0, false);
  };
}

function isIn(value: SqlValue, items: readonly SqlValue[]): boolean | null {
  const orders = items.map((item) => compare(value, item));
  if (orders.includes(0)) return true;
  return orders.includes(null) ? null : false;
}

function readSign(tokens: TokenReader): Expression {
  if (!tokens.take('-')) return readCasts(tokens, readPrimary(tokens));
  const of = tokens.nested(() => readSign(tokens));
  return (record) => {
    const number = toNumber(of(record));
    return number === null ? null : -number;
  };
}

/** `…::type`, any number of times. */
function readCasts(tokens: TokenReader, of: Expression): Expression {
  if (!tokens.take('::')) return of;
  const cast = readType(tokens);
  return readCasts(tokens, (record) => cast(of(record)));
}

function readType(tokens: TokenReader): (value: SqlValue) => SqlValue {
  const name = tokens.name().toLowerCase();
  const cast = Object.hasOwn(CASTS, name) ? CASTS[name] : undefined;
  if (cast === undefined)
    throw tokens.refused(`there is no type ${name}; known here: ${Object.keys(CASTS).join(', ')}`);
  return cast;
}

function readPrimary(tokens: TokenReader): Expression {
  const literal = tokens.takeLiteral();
  if (literal !== undefined) return () => literal.value;
  if (tokens.take('(')) {
    if (tokens.isNext('select')) throw tokens.refused('subqueries are not supported');
    const inner = readExpression(tokens);
    tokens.expect(')');
    return inner;
  }
  if (tokens.take('[')) {
    const items = readList(tokens, ']');
    return (record) => items.map((item) => item(record));
  }
  if (tokens.take('case')) return readCase(tokens);
  if (tokens.isCall()) return readCall(tokens);
  return tokens.column();
}

function readCase(tokens: TokenReader): Expression {
  const subject = tokens.isNext('when') ? undefined : readExpression(tokens);
  const branches: { readonly when: Expression; readonly then: Expression }[] = [];
  while (tokens.take('when')) {
    const when = readExpression(tokens);
    tokens.expect('then');
    branches.push({ when, then: readExpression(tokens) });
  }
  if (branches.length === 0) throw tokens.unexpected('WHEN');
  const otherwise = tokens.take('else') ? readExpression(tokens) : () => null;
  tokens.expect('end');
  return (record) => {
    const holds = ({ when }: (typeof branches)[number]): boolean =>
      subject === undefined ? when(record) === true : compare(subject(record), when(record)) === 0;
    return (branches.find(holds)?.then ?? otherwise)(record);
  };
}

function readCall(tokens: TokenReader): Expression {
  const name = tokens.name().toLowerCase();
  tokens.expect('(');
  if (name === 'cast') {
    const of = readExpression(tokens);
    tokens.expect('as');
    const cast = readType(tokens);
    tokens.expect(')');
    return (record) => cast(of(record));
  }
  if (name === 'extract') {
    const part = tokens.name();
    tokens.expect('from');
    const of = readExpression(tokens);
    tokens.expect(')');
    return (record) => timePart(part, toTime(of(record)));
  }
  const called = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (called === undefined)
    throw tokens.refused(`there is no function ${name}; known here: ${Object.keys(FUNCTIONS).join(', ')}`);
  const values = readList(tokens, ')');
  if (values.length < called.least || values.length > called.most)
    throw tokens.refused(`${name} does not take ${values.length} arguments`);
  return (record) => called.apply(values.map((value) => value(record)));
}

/** Expressions between commas, up to the closing mark. */
function readList(tokens: TokenReader, end: string): readonly Expression[] {
  const items: Expression[] = [];
  if (tokens.take(end)) return items;
  do items.push(readExpression(tokens));
  while (tokens.take(','));
  tokens.expect(end);
  return items;
}
