import type { ProviderService } from '../../protocol';
import { callFunction as answer, parameterAt } from '../call-function';
import { valueType } from '../schema-type';
import { types } from '../../values';
import { shown } from './diagnostic-message';
import { decodeValue, encodeValue } from './dynamic-value';
import type { Session } from './session';

export function callFunction<C>(session: Session<C>): ProviderService['callFunction'] {
  return async (request) => {
    const called = session.function(request.name);
    const values = request.arguments.map((argument, index) => {
      const parameter = parameterAt(called, index);
      return decodeValue(parameter ? valueType(parameter.type) : types.dynamic, argument);
    });
    const answered = answer(called, values, session.log);
    if ('result' in answered) return { result: encodeValue(valueType(called.returns), answered.result) };
    return { error: { text: shown(answered.error, session.secrets), functionArgument: answered.argument } };
  };
}
