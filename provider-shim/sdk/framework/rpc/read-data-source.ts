import type { ProviderService } from '../../protocol';
import { readDataSource as read } from '../read';
import { sentType } from '../schema-type';
import { diagnosticMessages } from './diagnostic-message';
import { encodeValue } from './dynamic-value';
import { receivedConfig } from './received';
import type { Session } from './session';

export function readDataSource<C>(session: Session<C>): ProviderService['readDataSource'] {
  return (request, caller) =>
    session.run(caller, undefined, async (call) => {
      const source = session.dataSource(request.typeName);
      const { schema } = source;
      const config = receivedConfig(session, schema, request.config);
      const found = await read(source, config, session.client, call);
      return {
        state: encodeValue(sentType(schema), found),
        diagnostics: diagnosticMessages(schema, call.diagnostics, session),
      };
    });
}
