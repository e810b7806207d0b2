import { Token, Tokenization } from 'cdktf';
import { isUnknown } from '../../schema';
import { known } from '../binding/known';
import { encodedExpression, encodedToken } from './encoded-token';

/** Parameters by name; undefined ones are omitted. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** A query string with encoded values and the `?`; empty without parameters. */
export function queryText(parameters: Parameters): string {
  const parts = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodedValue(value)}`],
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** A value encoded for a query string, piece by piece; the engine encodes unknown parts. */
function encodedValue(value: string): string {
  return pieces(value).map(encodedPiece).join('');
}

function encodedPiece(piece: string): string {
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
