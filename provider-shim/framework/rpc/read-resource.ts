import type { ProviderService } from '../../protocol';
import { readResource as read } from '../read';
import { typeOf } from '../schema-type';
import { diagnosticMessages } from './diagnostic-message';
import { decodeValue, encodeValue } from './dynamic-value';
import type { Session } from './session';

export function readResource<C>(session: Session<C>): ProviderService['readResource'] {
  return async (request, { signal }) => {
    const resource = session.resource(request.typeName);
    const type = typeOf(resource.schema);
    const call = session.call(signal, request.private);
    const state = await read(resource, decodeValue(type, request.currentState), session.client, call);
    return {
      newState: encodeValue(type, state),
      private: call.private.bytes(),
      diagnostics: diagnosticMessages(resource.schema, call.diagnostics),
    };
  };
}
