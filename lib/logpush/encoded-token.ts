import { Fn, type IResolvable, type IResolveContext, Token } from 'cdktf';
import { TEMPLATE } from '../binding/resolving';
import { isOneExpression } from './expressions';

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
export function encodedToken(token: string): string {
  return Token.asString(new EncodedToken(token));
}

/** An expression of the engine, encoded by it as a value of a query string. */
export function encodedExpression(expression: string): string {
  return `\${replace(urlencode(${expression}), "+", "%20")}`;
}
