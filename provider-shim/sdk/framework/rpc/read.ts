import type { ProviderService } from '../../protocol';
import { readResource as readObject, readDataSource as readSource } from '../read';
import { sentType } from '../schema-type';
import { diagnosticMessages } from './diagnostic-message';
import { encodeValue, receivedObject, receivedConfig } from './received';
import { identityMessage } from './identity-message';
import type { Session } from './session';

export function readResource<C>(session: Session<C>): ProviderService['readResource'] {
  return (request, caller) =>
    session.run(caller, request.private, async (call) => {
      const resource = session.resource(request.typeName);
      const { schema } = resource;
      const current = receivedObject(session, schema, request.currentState);
      const state = await readObject(resource, current, session.client, call);
      session.newObjects.markRefreshed(resource, current);
      return {
        newState: encodeValue(sentType(schema), state),
        private: call.privateState.bytes(),
        newIdentity: identityMessage(resource, state),
        diagnostics: diagnosticMessages(schema, call.diagnostics, session),
      };
    });
}

export function readDataSource<C>(session: Session<C>): ProviderService['readDataSource'] {
  return (request, caller) =>
    session.run(caller, undefined, async (call) => {
      const source = session.dataSource(request.typeName);
      const { schema } = source;
      const config = receivedConfig(session, schema, request.config);
      const found = await readSource(source, config, session.client, call);
      return {
        state: encodeValue(sentType(schema), found),
        diagnostics: diagnosticMessages(schema, call.diagnostics, session),
      };
    });
}
