import type { ProviderService } from '../../protocol';
import { readResource as read } from '../read';
import { sentType } from '../schema-type';
import { diagnosticMessages } from './diagnostic-message';
import { encodeValue } from './dynamic-value';
import { identityMessage } from './identity-message';
import { receivedObject } from './received';
import type { Session } from './session';

export function readResource<C>(session: Session<C>): ProviderService['readResource'] {
  return (request, caller) =>
    session.run(caller, request.private, async (call) => {
      const resource = session.resource(request.typeName);
      const { schema } = resource;
      const current = receivedObject(session, schema, request.currentState);
      const state = await read(resource, current, session.client, call);
      session.newObjects.markRefreshed(resource, current);
      return {
        newState: encodeValue(sentType(schema), state),
        private: call.privateState.bytes(),
        newIdentity: identityMessage(resource, state),
        diagnostics: diagnosticMessages(schema, call.diagnostics, session),
      };
    });
}
