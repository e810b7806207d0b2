import {
  type Expression,
  Fn,
  type IResolvable,
  Lazy,
  Op,
  ref,
  type TerraformDataSource,
  TerraformStack,
  Token,
} from 'cdktf';
import type { IConstruct } from 'constructs';
import { produced } from './resolving';

/**
 * Expressions for conditions and their messages. cdktf 0.21 prints `undefined` for `0`, `""` and `null` in operators,
 * and cannot express an attribute of each element of a list. The workarounds are here.
 */

/** Whether at least one of them holds. */
export function anyOf(first: Expression, ...others: readonly Expression[]): Expression {
  return others.reduce((before, next) => Op.or(before, next), first);
}

/** Whether all of them hold. */
export function allOf(first: Expression, ...others: readonly Expression[]): Expression {
  return others.reduce((before, next) => Op.and(before, next), first);
}

/** Whether a text is one of several that are known at synth. */
export function isOneOf(text: string, words: readonly string[]): IResolvable {
  return Fn.contains([...words], text) as IResolvable;
}

/** Whether a list has elements. */
export function hasSome(list: readonly string[]): IResolvable {
  return Op.gte(Fn.lengthOf([...list]), 1);
}

/** A text, or another if it is null or empty: a null in a message would fail the plan. */
export function orElse(text: string, otherwise: string): string {
  return Token.asString(Fn.coalesce([text, otherwise]));
}

/** Whether a text is neither null nor empty. */
export function isGiven(text: string): IResolvable {
  return Op.neq(orElse(text, NOT_GIVEN), NOT_GIVEN);
}

/** An attribute of each object in a list of a data source. */
export function each(source: TerraformDataSource, list: string, attribute: string): string[] {
  return Token.asList(source.interpolationForAttribute(`${list}[*].${attribute}`));
}

/**
 * A value that may be an expression in the engine's own spelling, `${var.map["key"]}`, for use in other expressions:
 * there, cdktf treats it as text, and refuses or escapes its quotes.
 */
export function asExpression(value: unknown, scope: IConstruct): string {
  const [, inner] = (typeof value === 'string' && /^\$\{([^{}]*)\}$/.exec(value)) || [];
  if (Token.isUnresolved(value)) return quotedWhenText(value, scope);
  return Token.asString(inner === undefined ? value : ref(inner, TerraformStack.of(scope)));
}

/** A token that may be a `Lazy`: otherwise, cdktf writes the text that it produces without quotes. */
function quotedWhenText(token: unknown, scope: IConstruct): string {
  const produce = (): unknown => {
    const value = produced(scope, token);
    return typeof value === 'string' && !Token.isUnresolved(value) ? JSON.stringify(value) : value;
  };
  return Token.asString(Lazy.anyValue({ produce }));
}

const NOT_GIVEN = 'not given';
