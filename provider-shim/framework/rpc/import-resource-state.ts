import type { ProviderService } from '../../protocol';
import { importResource } from '../import-state';
import { typeOf } from '../schema-type';
import { diagnosticMessages } from './diagnostic-message';
import { encodeValue } from './dynamic-value';
import type { Session } from './session';

export function importResourceState<C>(session: Session<C>): ProviderService['importResourceState'] {
  return ({ typeName, id }, { signal }) =>
    session.run(signal, undefined, async (call) => {
      const resource = session.resource(typeName);
      const state = await importResource(resource, { id }, session.client, call);
      return {
        importedResources:
          state === undefined
            ? []
            : [
                {
                  typeName,
                  state: encodeValue(typeOf(resource.schema), state),
                  private: call.privateState.bytes(),
                },
              ],
        diagnostics: diagnosticMessages(resource.schema, call.diagnostics, session.secrets),
      };
    });
}
