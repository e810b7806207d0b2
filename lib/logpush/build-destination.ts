import {
  destinationScheme,
  isKnown,
  isOpenParameter,
  type Problem,
  isUnknown,
  oneProblem,
} from '../../schema';
import type { Named } from '../binding/attribute-values';
import { known, TEMPLATE } from '../binding/known';
import { isMisused, misuses } from '../binding/misused';
import { Token, Tokenization, Fn, type IResolvable, type IResolveContext } from 'cdktf';
import { unknownNames } from '../binding/prop-names';
import { isOneExpression } from '../binding/expressions';

/**
 * A token encoded for a query string: by the engine, or here when it is a `Lazy` that produces text. It has its own
 * class, because tokens of cdktf's functions capture their stack trace, which takes longer than the rest of a job.
 */
class EncodedToken implements IResolvable {
  readonly creationStack: string[] = [];

  constructor(private readonly token: string) {}

  resolve(context: IResolveContext): unknown {
    // The whole destination is used in an expression.
    if (context.suppressBraces) return Fn.replace(Fn.urlencode(this.token), '+', '%20');
    const text = String(context.resolve(this.token) ?? '');
    if (!TEMPLATE.test(text)) return encodeURIComponent(text);
    return encodedExpression(isOneExpression(text) ? text.slice(2, -1) : `"${text}"`);
  }

  toString(): string {
    return Token.asString(this);
  }
}

/** A token, encoded as a value of a query string. */
function encodedToken(token: string): string {
  return Token.asString(new EncodedToken(token));
}

/** An expression of the engine, encoded by it as a value of a query string. */
function encodedExpression(expression: string): string {
  return `\${replace(urlencode(${expression}), "+", "%20")}`;
}

/** Parameters by name; undefined ones are omitted. */
type Parameters = Readonly<Record<string, string | undefined>>;

/** A query string with encoded values and the `?`; empty without parameters. */
function queryText(parameters: Parameters): string {
  const parts = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodedValue(value)}`],
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** A value encoded for a query string, piece by piece; the engine encodes unknown parts. */
function encodedValue(value: string): string {
  // Anything but a text is refused.
  return typeof value === 'string' ? pieces(value).map(encodedPiece).join('') : '';
}

function encodedPiece(piece: string): string {
  // To be refused, it must be recognized.
  if (isMisused(piece)) return piece;
  // A token inside our encoded text would lose its braces.
  if (Token.isUnresolved(piece)) return encodedToken(piece);
  return isUnknown(known(piece)) ? encodedExpression(`"${piece}"`) : encodeURIComponent(piece);
}

/** The tokens in a text and the parts between them, in order. */
function pieces(value: string): readonly string[] {
  const found: string[] = [];
  let rest = value;
  for (const token of Tokenization.reverseString(value).tokens) {
    const text = Token.asString(token);
    const at = rest.indexOf(text);
    if (at < 0) continue;
    found.push(rest.slice(0, at), text);
    rest = rest.slice(at + text.length);
  }
  return [...found, rest].filter((piece) => piece !== '');
}

/** What says where, in what a builder is given. */
interface Place extends Readonly<Record<'bucket' | 'container' | 'host', string>> {
  readonly path?: string;
}

/** The parts of a destination. */
export interface DestinationParts {
  /** What it takes beside `place`, `path` and `required`. */
  readonly optional?: readonly string[];
  /** The method of `LogDestination`, for messages. */
  readonly builder: string;
  /** @default the builder's name */
  readonly scheme?: string;
  /** The prop that says where. */
  readonly place: Exclude<keyof Place, 'path'>;
  /** Where below it, unless `path` says so. */
  readonly defaultPath?: string;
  /** Required values, by the name of their prop. */
  readonly required?: Readonly<Record<string, string | undefined>>;
  readonly parameters?: Parameters;
  /** A complete query. Conflicts with `parameters`. */
  readonly query?: string;
}

/**
 * A destination of its parts, and the problems of its parts, to call at synth, when a `Lazy` has its value. No message
 * shows a value, which may be a secret.
 *
 * @param given what the method of `LogDestination` was given
 */
export function build(
  given: Named,
  parts: DestinationParts,
): {
  readonly conf: string;
  readonly needsChallenge: boolean;
  readonly holdsSecrets: boolean;
  readonly problems: () => readonly Problem[];
} {
  const { builder, scheme = builder, place: prop, required = {}, parameters = {}, query } = parts;
  const { [prop]: value, path = parts.defaultPath } = given as unknown as Place;
  const end = query === undefined ? queryText(parameters) : `?${query.replace(/^\?/, '')}`;
  const { isStore, needsChallenge } = destinationScheme(scheme) ?? {};
  const names = Object.keys(parameters).filter((name) => parameters[name] !== undefined);
  return {
    conf: `${scheme}://${joined(value, path)}${end}`,
    needsChallenge: needsChallenge?.(new Map(names.map((name) => [name, '']))) ?? false,
    holdsSecrets: !isStore || query !== undefined || names.some((name) => !isOpenParameter(scheme, name, '')),
    problems: () => {
      const misused = unusable(builder, { [prop]: value, path, ...parameters, query, ...required });
      if (misused.length > 0) return misused;
      const names = [prop, 'path', ...Object.keys(required), ...(parts.optional ?? [])];
      return [
        ...unknownNames(given, names, `in LogDestination.${builder}`),
        ...missing(builder, { [prop]: value, ...required }),
        ...misplaced(builder, prop, value, /[/?#@\s]/, '"/", "?", "#", "@" and spaces'),
        ...misplaced(builder, 'path', path, /[?#\s]/, '"?", "#" and spaces'),
      ];
    },
  };
}

/** Misused values: once for one that is also a parameter. */
function unusable(builder: string, given: Readonly<Record<string, unknown>>): readonly Problem[] {
  const seen = new Map(Object.entries(given).map(([name, value]) => [value, name]));
  return [...seen].flatMap(([value, name]) =>
    misuses(value).map(({ message, ...problem }) => ({
      ...problem,
      message: `${name} of LogDestination.${builder}: ${message}`,
    })),
  );
}

function missing(builder: string, required: Readonly<Record<string, unknown>>): readonly Problem[] {
  return Object.entries(required)
    .filter(([, given]) => known(given) === null || known(given) === '')
    .flatMap(([name]) =>
      oneProblem(
        'not_set',
        `LogDestination.${builder} has no value for ${name}.`,
        'Give one. A value from the environment is undefined when its variable is not set.',
      ),
    );
}

function joined(place: string, path: string | undefined): string {
  return path === undefined ? place : `${place}/${path.replace(/^\/+/, '')}`;
}

function misplaced(
  builder: string,
  prop: string,
  value: string | undefined,
  wrong: RegExp,
  signs: string,
): readonly Problem[] {
  const text = known(value);
  if (!isKnown(text) || typeof text !== 'string' || !wrong.test(text)) return [];
  return oneProblem(
    'destination_part_malformed',
    `${prop} of LogDestination.${builder} has a character that is not allowed there.`,
    `Write it without ${signs}: the scheme, the path and parameters are separate.`,
  );
}
