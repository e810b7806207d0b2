import type { ProviderService } from '../../protocol';
import { importResource } from '../import-state';
import { typeOf } from '../schema-type';
import { diagnosticMessages } from './diagnostic-message';
import { encodeValue } from './dynamic-value';
import type { Session } from './session';

export function importResourceState<C>(session: Session<C>): ProviderService['importResourceState'] {
  return async ({ typeName, id }, { signal }) => {
    const resource = session.resource(typeName);
    const call = session.call(signal);
    const state = await importResource(resource, id, session.client, call);
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
  };
}
