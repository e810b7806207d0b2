import type { ProviderService } from '../../protocol';
import { generateConfig } from '../generate-config';
import { sentType } from '../schema-type';
import { encodeValue } from './dynamic-value';
import { receivedObject } from './received';
import type { Session } from './session';

/** The engine writes what comes back as the block of an import (docs/internals/plugin-protocol.md 2.2). */
export function generateResourceConfig<C>(
  session: Session<C>,
): NonNullable<ProviderService['generateResourceConfig']> {
  return async ({ typeName, state }) => {
    const resource = session.resource(typeName);
    const { schema } = resource;
    const config = generateConfig(resource, receivedObject(session, schema, state));
    return { config: encodeValue(sentType(schema), config), diagnostics: [] };
  };
}
