import type { ProviderService } from '../../protocol';
import { moveResource } from '../move-state';
import { sentType } from '../schema-type';
import { diagnosticMessages } from './diagnostic-message';
import { encodeValue } from './dynamic-value';
import { identityMessage } from './identity-message';
import type { Session } from './session';

/** The engine calls this before it configures the provider (docs/internals/plugin-protocol.md 4.7). */
export function moveResourceState<C>(session: Session<C>): NonNullable<ProviderService['moveResourceState']> {
  return (request, caller) =>
    // The private state of the source is that of another provider.
    session.run(caller, undefined, async (call) => {
      const resource = session.resource(request.targetTypeName);
      const moved = moveResource(
        resource,
        {
          provider: request.sourceProviderAddress,
          type: request.sourceTypeName,
          version: request.sourceSchemaVersion,
          json: Buffer.from(request.sourceState?.json ?? []).toString('utf8'),
        },
        call,
      );
      return {
        ...(moved === undefined
          ? {}
          : {
              targetState: encodeValue(sentType(resource.schema), moved),
              targetPrivate: call.privateState.bytes(),
              targetIdentity: identityMessage(resource, moved),
            }),
        diagnostics: diagnosticMessages(resource.schema, call.diagnostics, session),
      };
    });
}
