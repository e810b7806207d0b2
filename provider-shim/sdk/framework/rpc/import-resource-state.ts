import type { Message, ProviderService } from '../../protocol';
import { importIdOf, identityType } from '../identity';
import { importResource } from '../import-state';
import type { AnyResource } from '../resource';
import { sentType } from '../schema-type';
import type { Explanation } from '../diagnostics';
import { diagnosticMessages } from './diagnostic-message';
import { decodeValue, encodeValue } from './dynamic-value';
import { identityMessage } from './identity-message';
import type { Session } from './session';

export function importResourceState<C>(session: Session<C>): ProviderService['importResourceState'] {
  return (request, caller) =>
    session.run(caller, undefined, async (call) => {
      const { typeName } = request;
      const resource = session.resource(typeName);
      const id = requestedId(resource, request);
      if (typeof id !== 'string') call.diagnostics.error(id);
      const state =
        typeof id === 'string' ? await importResource(resource, { id }, session.client, call) : undefined;
      return {
        importedResources:
          state === undefined
            ? []
            : [
                {
                  typeName,
                  state: encodeValue(sentType(resource.schema), state),
                  private: call.privateState.bytes(),
                  identity: identityMessage(resource, state),
                },
              ],
        diagnostics: diagnosticMessages(resource.schema, call.diagnostics, session),
      };
    });
}

/** The id to import by: an import block may have an identity instead (docs/internals/plugin-protocol.md 2.4). */
function requestedId<C>(
  resource: AnyResource<C>,
  { id, identity }: Message<'ImportResourceState.Request'>,
): string | Explanation {
  const type = identityType(resource);
  if (id !== '' || !identity?.identityData || !type) return id;
  return importIdOf(resource, decodeValue(type, identity.identityData));
}
