import { Fn, Lazy, ref, TerraformStack, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { Attribute, Attributes } from '../../schema';
import { isPlainObject, type Named } from './attribute-values';
import { TEMPLATE, produced } from './known';

/**
 * Attribute values with the type annotations that cdktf's HCL output needs.
 *
 * @param values attribute name to value, in the spelling of the schema
 */
export function hclAttributes(attributes: Attributes, values: Named): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const [type, storageClassType] = hclType(attributes[name]);
      return [name, { value: escaped(value), isBlock: false, type, storageClassType }];
    }),
  );
}

function hclType(attribute: Attribute | undefined): readonly [string, string] {
  const type = attribute?.type;
  if (type === 'string') return ['simple', 'string'];
  if (type === 'bool') return ['simple', 'boolean'];
  if (type === 'int' || type === 'number') return ['simple', 'number'];
  if (typeof type === 'object') {
    if ('set' in type && type.set === 'string') return ['set', 'stringList'];
    if ('list' in type && type.list === 'string') return ['list', 'stringList'];
    if ('map' in type && type.map === 'string') return ['map', 'stringMap'];
  }
  return ['any', 'any'];
}

/**
 * A value whose texts are escaped for HCL outside of their expressions. cdktf 0.21 escapes only quotes, and not even those
 * in a text with an expression; a text of several lines gets another line from it.
 */
function escaped(value: unknown): unknown {
  if (typeof value === 'string') return value.split(PLACEHOLDER).map(escapedPart).join('');
  if (Token.isUnresolved(value)) return value;
  if (Array.isArray(value)) return value.map(escaped);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, escaped(member)]));
}

function escapedPart(part: string): string {
  // The split leaves texts and expressions.
  return part.startsWith('${') && part.endsWith('}') ? part : JSON.stringify(part).slice(1, -1);
}

/** A token or an expression inside a text, captured for `split`. */
const PLACEHOLDER = /(\$\{[^{}]*\})/;

/**
 * A text as an argument of a function or operator of the engine: each literal part of it is quoted, and the engine joins
 * the parts. There, cdktf 0.21 writes texts without escaping their quotes and backslashes, which expressions of the
 * service are full of.
 */
export function textInExpression(text: string, scope: IConstruct): string {
  if (!TEMPLATE.test(text)) return quoted(text);
  const parts = text.split(PLACEHOLDER).filter((part) => part !== '');
  const written = parts.map((part) => (PLACEHOLDER.test(part) ? asExpression(part, scope) : quoted(part)));
  return written.length === 1 ? (written[0] as string) : Fn.join('', written);
}

function quoted(text: string): string {
  return Fn.rawString(text.replaceAll('\\', String.raw`\\`));
}

/**
 * A token, or an expression in the engine's own spelling, `${var.map["key"]}`, for use in other expressions: there, cdktf
 * treats it as text, and refuses or escapes its quotes.
 */
function asExpression(value: string, scope: IConstruct): string {
  if (Token.isUnresolved(value)) return quotedWhenText(value, scope);
  return Token.asString(ref(value.slice(2, -1), TerraformStack.of(scope)));
}

/** A token that may be a `Lazy`: otherwise, cdktf writes the text that it produces without quotes. */
function quotedWhenText(token: unknown, scope: IConstruct): string {
  const produce = (): unknown => {
    const value = produced(scope, token);
    return typeof value === 'string' && !Token.isUnresolved(value) ? JSON.stringify(value) : value;
  };
  return Token.asString(Lazy.anyValue({ produce }));
}
