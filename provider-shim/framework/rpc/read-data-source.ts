import type { ProviderService } from '../../protocol';
import { readDataSource as read } from '../read';
import { typeOf } from '../schema-type';
import { diagnosticMessages } from './diagnostic-message';
import { decodeValue, encodeValue } from './dynamic-value';
import type { Session } from './session';

export function readDataSource<C>(session: Session<C>): ProviderService['readDataSource'] {
  return async (request, { signal }) => {
    const source = session.dataSource(request.typeName);
    const type = typeOf(source.schema);
    const call = session.call(signal);
    const found = await read(source, decodeValue(type, request.config), session.client, call);
    return {
      state: encodeValue(type, found),
      diagnostics: diagnosticMessages(source.schema, call.diagnostics),
    };
  };
}
