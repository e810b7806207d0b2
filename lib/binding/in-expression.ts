import { Fn, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isPlainObject } from './attribute-values';
import { asExpression } from './conditions';
import { TEMPLATE } from './resolving';

/** A token or an expression inside a text, captured for `split`. */
export const PLACEHOLDER = /(\$\{[^{}]*\})/;

/**
 * A value as an argument of a function or operator of the engine. There, cdktf 0.21 writes texts without escaping their
 * quotes and backslashes, which expressions of the service are full of.
 */
export function inExpression(value: unknown, scope: IConstruct): unknown {
  if (typeof value === 'string') return textInExpression(value, scope);
  if (Token.isUnresolved(value)) return value;
  if (Array.isArray(value)) return value.map((element) => inExpression(element, scope));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inExpression(member, scope)]));
}

/** The same for a text: each literal part of it is quoted, and the engine joins the parts. */
export function textInExpression(text: string, scope: IConstruct): string {
  if (!TEMPLATE.test(text)) return quoted(text);
  const parts = text.split(PLACEHOLDER).filter((part) => part !== '');
  const written = parts.map((part) => (PLACEHOLDER.test(part) ? asExpression(part, scope) : quoted(part)));
  return written.length === 1 ? (written[0] as string) : Fn.join('', written);
}

function quoted(text: string): string {
  return Fn.rawString(text.replaceAll('\\', String.raw`\\`));
}
