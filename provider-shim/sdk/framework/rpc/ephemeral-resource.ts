import type { MessageInit, ProviderService } from '../../protocol';
import { closeEphemeral, openEphemeral, renewEphemeral } from '../ephemeral';
import { sentType } from '../schema-type';
import { diagnosticMessages } from './diagnostic-message';
import { encodeValue, receivedConfig } from './received';
import type { Session } from './session';

export function openEphemeralResource<C>(session: Session<C>): ProviderService['openEphemeralResource'] {
  return (request, caller) =>
    session.run(caller, undefined, async (call) => {
      const ephemeral = session.ephemeral(request.typeName);
      const { schema } = ephemeral;
      const config = receivedConfig(session, schema, request.config);
      const opened = await openEphemeral(ephemeral, config, session.client, call);
      if (opened) session.secrets.learn(schema, opened.result);
      return {
        ...(opened ? { result: encodeValue(sentType(schema), opened.result) } : {}),
        ...renewal(opened?.renewAt),
        private: call.privateState.bytes(),
        diagnostics: diagnosticMessages(schema, call.diagnostics, session),
      };
    });
}

export function renewEphemeralResource<C>(session: Session<C>): ProviderService['renewEphemeralResource'] {
  return (request, caller) =>
    session.run(caller, request.private, async (call) => {
      const ephemeral = session.ephemeral(request.typeName);
      const renewAt = await renewEphemeral(ephemeral, session.client, call);
      return {
        ...renewal(renewAt),
        private: call.privateState.bytes(),
        diagnostics: diagnosticMessages(ephemeral.schema, call.diagnostics, session),
      };
    });
}

export function closeEphemeralResource<C>(session: Session<C>): ProviderService['closeEphemeralResource'] {
  return (request, caller) =>
    session.run(caller, request.private, async (call) => {
      const ephemeral = session.ephemeral(request.typeName);
      await closeEphemeral(ephemeral, session.client, call);
      return { diagnostics: diagnosticMessages(ephemeral.schema, call.diagnostics, session) };
    });
}

function renewal(at: Date | undefined): { readonly renewAt?: MessageInit<'Timestamp'> } {
  if (!at) return {};
  const seconds = Math.floor(at.getTime() / 1000);
  return { renewAt: { seconds, nanos: (at.getTime() - seconds * 1000) * 1e6 } };
}
