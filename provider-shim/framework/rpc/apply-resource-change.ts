import type { ProviderService } from '../../protocol';
import { applyResource } from '../apply';
import { typeOf } from '../schema-type';
import { diagnosticMessages } from './diagnostic-message';
import { decodeValue, encodeValue } from './dynamic-value';
import type { Session } from './session';

export function applyResourceChange<C>(session: Session<C>): ProviderService['applyResourceChange'] {
  return async (request, { signal }) => {
    const resource = session.resource(request.typeName);
    const type = typeOf(resource.schema);
    const call = session.call(signal, request.plannedPrivate);
    const prior = decodeValue(type, request.priorState);
    const planned = decodeValue(type, request.plannedState);
    if (session.client === undefined) {
      call.diagnostics.error({
        message: `The provider is not configured, so this ${request.typeName} was not applied.`,
        hint: 'Give the provider a configuration that is known at apply time.',
      });
    }
    const state =
      session.client === undefined
        ? prior
        : await applyResource(resource, { prior, planned }, session.client, call);
    return {
      newState: encodeValue(type, state),
      private: call.private.bytes(),
      diagnostics: diagnosticMessages(resource.schema, call.diagnostics),
    };
  };
}
