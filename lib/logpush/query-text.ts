import { Fn, Lazy, Token, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isUnknown } from '../../schema';
import { known } from '../binding/known';
import { produced } from '../binding/resolving';

/** Parameters by name; those that are undefined are left out. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** A query string with its values encoded, `?` included; empty without parameters. */
export function queryText(parameters: Parameters): string {
  const parts = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodedValue(value)}`],
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** A value as it stands in a query string, piece by piece; what is not known yet is encoded by the engine. */
function encodedValue(value: string): string {
  return pieces(value).map(encodedPiece).join('');
}

function encodedPiece(piece: string): string {
  if (Token.isUnresolved(piece))
    return Lazy.stringValue({ produce: ({ scope }) => encodedToken(piece, scope) });
  if (!isUnknown(known(piece))) return encodeURIComponent(piece);
  // `Fn` would mask an expression that somebody wrote as text.
  return `\${replace(urlencode("${piece}"), "+", "%20")}`;
}

/** What a `Lazy` produces is encoded here; a token inside of our own text would lose its braces. */
function encodedToken(token: string, scope: IConstruct): string {
  const value = produced(scope, token);
  return Token.isUnresolved(value)
    ? Token.asString(Fn.replace(Fn.urlencode(token), '+', '%20'))
    : encodeURIComponent(String(value ?? ''));
}

/** The tokens in a text and what stands between them, in order. */
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
