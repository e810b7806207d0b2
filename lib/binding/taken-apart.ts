import { type IResolvable, type IResolveContext, Token, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isRecord, type PathStep, type Problem } from '../../schema';
import { AppError } from './app-error';

const MESSAGE =
  'This is a part of a list or map that only the engine knows, so TypeScript cannot take it apart.';
const HINT =
  'Pass the whole list, or write Fn.element(list, 0) for list[0], Fn.concat([list, ["…"]]) for [...list, "…"], and ' +
  'Fn.lookup(map, key) for map[key]. For list.map, repeat the construct: forEach: TerraformIterator.fromList(list).';

/** What the encodings have in common, to look closer at few texts. */
const ENCODED = /[#&]\{|Map Token Value/;

/**
 * Whether a text or a number has the element of a list token in it, or comes out of a map token: cdktf encodes either as
 * a list or an object of one element, which stands for the whole.
 */
export function isTakenApart(value: unknown): boolean {
  if (typeof value === 'number')
    return (
      value === Token.NUMBER_MAP_TOKEN_VALUE || (Token.isUnresolved([value]) && !Token.isUnresolved(value))
    );
  if (typeof value !== 'string' || !ENCODED.test(value)) return false;
  const isOfMap = [Token.STRING_MAP_TOKEN_VALUE, Token.ANY_MAP_TOKEN_VALUE].some((each) =>
    value.includes(each),
  );
  return isOfMap || Token.isUnresolved([value]) || Token.isUnresolved({ [value]: '' });
}

/** Whether a value is a list or a map that only the engine knows, as a whole. */
function isWhole(value: object): boolean {
  if (!Array.isArray(value)) return Tokenization.reverseMap(value) !== undefined;
  if (value.length !== 1 || !Token.isUnresolved(value)) return false;
  const reverse = typeof value[0] === 'string' ? Tokenization.reverseList : Tokenization.reverseNumberList;
  return reverse(value as never) !== undefined;
}

/** A problem for each part of a list or map token in a value, at any depth. cdktf would throw, or write a text of its own. */
export function takenApart(value: unknown, path: readonly PathStep[] = []): readonly Problem[] {
  if (isTakenApart(value)) return [{ code: 'token_taken_apart', path, message: MESSAGE, hint: HINT }];
  if (!isRecord(value) && !Array.isArray(value)) return [];
  if (isWhole(value) || Tokenization.isResolvable(value)) return [];
  if (Array.isArray(value)) return value.flatMap((each, index) => takenApart(each, [...path, index]));
  return Object.entries(value).flatMap(([key, member]) =>
    isTakenApart(key) ? takenApart(key, path) : takenApart(member, [...path, key]),
  );
}

/**
 * A block in which parts of tokens are refused when it is written, and not before: cdktf prepares a stack before the
 * validation, which says more.
 */
export function refusedWhenWritten<T>(construct: IConstruct, block: T): T {
  return takenApart(block).length === 0 ? block : (withRefusals(construct, block) as T);
}

function withRefusals(construct: IConstruct, value: unknown): unknown {
  if (isTakenApart(value)) return new Refusal(construct);
  if (takenApart(value).length === 0) return value;
  if (Array.isArray(value)) return value.map((each) => withRefusals(construct, each));
  return Object.fromEntries(
    Object.entries(value as object).map(([key, member]) =>
      isTakenApart(key) ? ['', new Refusal(construct)] : [key, withRefusals(construct, member)],
    ),
  );
}

/** Stands for what cannot be written. */
class Refusal implements IResolvable {
  readonly creationStack: string[] = [];

  constructor(private readonly construct: IConstruct) {}

  resolve({ preparing }: IResolveContext): string {
    if (preparing) return '';
    throw new AppError(`[${this.construct.node.path}] ${MESSAGE} ${HINT}`);
  }

  toString(): string {
    return Token.asString(this);
  }
}
