import type { ProviderService } from '../../protocol';
import { applyResource } from '../apply';
import { sentType } from '../schema-type';
import { diagnosticMessages } from './diagnostic-message';
import { encodeValue } from './dynamic-value';
import { identityMessage } from './identity-message';
import { receivedConfig, receivedObject } from './received';
import type { Session } from './session';

export function applyResourceChange<C>(session: Session<C>): ProviderService['applyResourceChange'] {
  return (request, caller) =>
    session.run(caller, request.plannedPrivate, async (call) => {
      const resource = session.resource(request.typeName);
      const { schema } = resource;
      const prior = receivedObject(session, schema, request.priorState);
      const planned = receivedObject(session, schema, request.plannedState);
      const config = receivedConfig(session, schema, request.config);
      if (session.client === undefined) {
        call.diagnostics.error({
          message: `This ${request.typeName} was not applied, because the provider is not configured.`,
          hint: 'Give the provider a configuration that is known at apply time.',
        });
      }
      const state =
        session.client === undefined
          ? prior
          : await applyResource(resource, { prior, planned, config }, session.client, call);
      return {
        newState: encodeValue(sentType(schema), state),
        private: call.privateState.bytes(),
        newIdentity: identityMessage(resource, state),
        diagnostics: diagnosticMessages(schema, call.diagnostics, session),
      };
    });
}
