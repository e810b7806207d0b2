import type { AttributeType, FunctionParameter } from '../../../../schema/description';
import { DescriptionKind, type MessageInit } from '../../protocol';
import { typeToJson } from '../../values';
import type { AnyFunction } from '../function';
import { valueType } from '../schema-type';

/** Functions as the engine takes them, by their names. */
export function functionMessages(
  functions: readonly AnyFunction[],
): Readonly<Record<string, MessageInit<'Function'>>> {
  return Object.fromEntries(functions.map((one) => [one.name, functionMessage(one)]));
}

function functionMessage(described: AnyFunction): MessageInit<'Function'> {
  const { parameters, variadic, returns, summary, description } = described;
  return {
    parameters: parameters.map(parameterMessage),
    ...(variadic ? { variadicParameter: parameterMessage(variadic) } : {}),
    return: { type: typeBytes(returns) },
    summary,
    description,
    descriptionKind: DescriptionKind.MARKDOWN,
  };
}

function parameterMessage(parameter: FunctionParameter): MessageInit<'Function.Parameter'> {
  return {
    name: parameter.name,
    type: typeBytes(parameter.type),
    allowNullValue: parameter.allowNull ?? false,
    allowUnknownValues: parameter.allowUnknown ?? false,
    description: parameter.description,
    descriptionKind: DescriptionKind.MARKDOWN,
  };
}

function typeBytes(type: AttributeType): Uint8Array {
  return Buffer.from(typeToJson(valueType(type)));
}
