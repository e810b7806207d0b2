import { type IResolvable, Token, Tokenization } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { isRecord, type PathStep, type Problem } from '../../schema';
import { AppError } from './app-error';

type Misuse = Omit<Problem, 'path'>;

const TAKEN_APART: Misuse = {
  code: 'token_taken_apart',
  message: 'This is a part of a list or map that only the engine knows, so TypeScript cannot take it apart.',
  hint:
    'Pass the whole list, or write Fn.element(list, 0) for list[0], Fn.concat([list, ["…"]]) for [...list, "…"], and ' +
    'Fn.lookup(map, key) for map[key]. For list.map, repeat the construct: forEach: TerraformIterator.fromList(list).',
};

const CHANGED: Misuse = {
  code: 'token_changed',
  message:
    'This was calculated from a value that only the engine knows, such as with toLowerCase(), slice() or a sum: ' +
    'TypeScript has a placeholder for it, which is then not recognized.',
  hint: 'Let the engine calculate it, such as with Fn.lower(value), Fn.substr, Fn.replace, Fn.urlencode or Op.add; or pass it unchanged.',
};

/** The codes of all misuses. */
export const MISUSES: ReadonlySet<string> = new Set([
  'token_taken_apart',
  'token_changed',
  'construct_as_value',
]);

/** What the encodings have in common, to look closer at few texts. */
const ENCODED = /[#&]\{|Map Token Value/;

/** Tokens in a text, as cdktf finds them. */
const TOKENS = /[$#&]\{TfToken\[[^\]]*\]\}/g;

/** What is left of a token whose text was changed: in another case or encoding, or without one of its ends. */
const REMAINS =
  /tftoken.{0,6}(?:token|iterator).{0,20}?\d|\[TOKEN\.\d+\]|\$\{T(?:$|f\w*(?:\[[\w.]*)?(?![\w.([\]}\s]))/i;

/** How a value that comes from the engine was used as nothing that cdktf could write; undefined for any other value. */
function misuseOf(value: unknown): Misuse | undefined {
  if (typeof value === 'object' && Construct.isConstruct(value))
    return Tokenization.isResolvable(value) ? undefined : asAWhole(value);
  if (isTakenApart(value)) return TAKEN_APART;
  return isChanged(value) ? CHANGED : undefined;
}

/** cdktf encodes tokens as numbers of almost the largest size. */
function isChanged(value: unknown): boolean {
  if (typeof value === 'number')
    return Number.isFinite(value) && Math.abs(value) > 1e280 && !Token.isUnresolved(value);
  return typeof value === 'string' && REMAINS.test(value) && REMAINS.test(value.replace(TOKENS, ''));
}

/** A construct, where its value is meant. */
function asAWhole({ constructor, node: { path } }: IConstruct): Misuse {
  return {
    code: 'construct_as_value',
    message: `This is the ${constructor.name} ${path} as a whole, and not a value of it.`,
    hint:
      'Pass its value: stringValue, numberValue, booleanValue or listValue of a variable, TerraformIterator.fromList(…) ' +
      'as forEach, an attribute of anything else.',
  };
}

/**
 * Whether a text or a number has the element of a list token in it, or comes out of a map token: cdktf encodes either as
 * a list or an object of one element, which stands for the whole.
 */
function isTakenApart(value: unknown): boolean {
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

/** Whether a value is a part or a changed text of a token, or a construct. */
export function isMisused(value: unknown): boolean {
  return misuseOf(value) !== undefined;
}

/** Whether a value is a list or a map that only the engine knows, as a whole. */
function isWhole(value: object): boolean {
  if (!Array.isArray(value)) return Tokenization.reverseMap(value) !== undefined;
  if (value.length !== 1 || !Token.isUnresolved(value)) return false;
  const reverse = typeof value[0] === 'string' ? Tokenization.reverseList : Tokenization.reverseNumberList;
  return reverse(value as never) !== undefined;
}

/** A problem for each misused value at any depth. cdktf would throw, or write a text of its own. */
export function misuses(value: unknown, path: readonly PathStep[] = []): readonly Problem[] {
  const misuse = misuseOf(value);
  if (misuse) return [{ ...misuse, path }];
  if (!isRecord(value) && !Array.isArray(value)) return [];
  if (isWhole(value) || Tokenization.isResolvable(value)) return [];
  if (Array.isArray(value)) return value.flatMap((each, index) => misuses(each, [...path, index]));
  return Object.entries(value).flatMap(([key, member]) =>
    isMisused(key) ? misuses(key, path) : misuses(member, [...path, key]),
  );
}

/** A block in which misused values are refused when it is written, if no validation has refused them before. */
export function refusedWhenWritten<T>(construct: IConstruct, block: T): T {
  return misuses(block).length === 0 ? block : (withRefusals(construct, block) as T);
}

function withRefusals(construct: IConstruct, value: unknown): unknown {
  const misuse = misuseOf(value);
  if (misuse) return new Refusal(construct, misuse);
  if (misuses(value).length === 0) return value;
  return Object.fromEntries(
    Object.entries(value as object).map(([key, member]) => {
      const ofKey = misuseOf(key);
      return ofKey ? ['', new Refusal(construct, ofKey)] : [key, withRefusals(construct, member)];
    }),
  );
}

/** Stands for what cannot be written. */
class Refusal implements IResolvable {
  readonly creationStack: string[] = [];

  constructor(
    private readonly construct: IConstruct,
    private readonly misuse: Misuse,
  ) {}

  resolve(): never {
    throw new AppError(`[${this.construct.node.path}] ${this.misuse.message} ${this.misuse.hint}`);
  }

  toString(): string {
    return Token.asString(this);
  }
}
