import { isRecord, type ObjectSchema } from '../../../../schema/description';
import type { ProviderService, Message } from '../../protocol';
import { Diagnostics, type Explanation, reportFailure } from '../diagnostics';
import type { AnyResource } from '../resource';
import { diagnosticMessages } from './diagnostic-message';
import type { Session } from './session';
import { importIdOf, identityType } from '../identity';
import { importResource, generateConfig } from '../import-state';
import { sentType } from '../schema-type';
import { decodeValue, encodeValue, receivedObject } from './received';
import { identityMessage } from './identity-message';
import { moveResource } from '../move-state';

export function upgradeResourceState<C>(session: Session<C>): ProviderService['upgradeResourceState'] {
  return async ({ typeName, version, rawState }) => {
    const resource = session.resource(typeName);
    const diagnostics = new Diagnostics();
    const json = rawState?.json ?? new Uint8Array();
    if (json.length === 0) {
      diagnostics.error({
        message: `The state of this ${typeName} is not JSON: Terraform 0.11 or older wrote it.`,
        hint: 'Upgrade the state with Terraform 0.12 first.',
      });
      return { diagnostics: diagnosticMessages(resource.schema, diagnostics, session) };
    }
    const text = Buffer.from(json).toString('utf8');
    const isReadable = isOfThisVersion(resource.schema, version, diagnostics);
    if (isReadable) show(session, resource, text, diagnostics);
    return {
      ...(isReadable ? { upgradedState: { json } } : {}),
      diagnostics: diagnosticMessages(resource.schema, diagnostics, session),
    };
  };
}

/** No release has written states of another version yet; one that does brings the upgrade with it. */
function isOfThisVersion(
  { type, version: own }: ObjectSchema,
  version: number,
  diagnostics: Diagnostics,
): boolean {
  if (version === own) return true;
  diagnostics.error({
    message: `The state of this ${type} has version ${version}; this provider reads version ${own}.`,
    hint:
      version > own
        ? 'A newer version of the provider wrote it. Use that version or a newer one.'
        : 'Remove the object from the state, and import it again.',
  });
  return false;
}

/**
 * Shows the stored object to the resource, unless the provider's configuration is unknown: then no client remembers
 * it.
 */
function show<C>(
  { client, log, newObjects }: Session<C>,
  resource: AnyResource<C>,
  text: string,
  diagnostics: Diagnostics,
): void {
  if (client === undefined) return;
  try {
    const state: unknown = JSON.parse(text);
    if (!isRecord(state)) return;
    newObjects.markShown(resource, state);
    resource.onStoredState?.(client, state);
  } catch (error) {
    reportFailure(error, diagnostics, log);
  }
}

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
