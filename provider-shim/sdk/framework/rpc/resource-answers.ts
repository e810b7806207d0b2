import { isRecord, type ObjectSchema } from '../../../../schema/description';
import type { Message, ProviderService } from '../../protocol';
import { decodeJson } from '../../values';
import { applyResource } from '../apply';
import { type Diagnostics, type Explanation, reportFailure } from '../diagnostics';
import { identityType, importIdOf, storedIdentity } from '../identity';
import { generateConfig, importResource } from '../import-state';
import { moveResource } from '../move-state';
import { newObject } from '../new-objects';
import { planResource, type PlanRequest, type PlanResult } from '../plan-resource';
import { readResource } from '../read';
import { refusedNames } from '../refused';
import type { AnyResource } from '../resource';
import { attributePath } from './diagnostic-message';
import { encodedIdentity, identityMessage } from './identity-message';
import { decodeValue, encodeObject, isSame, receivedConfig, receivedObject } from './received';
import type { Session } from './session';

type OfResources = Pick<
  ProviderService,
  | 'UpgradeResourceState'
  | 'UpgradeResourceIdentity'
  | 'ReadResource'
  | 'PlanResourceChange'
  | 'ApplyResourceChange'
  | 'ImportResourceState'
  | 'MoveResourceState'
  | 'GenerateResourceConfig'
>;

/** The RPCs of managed resources. */
export function resourceAnswers<C>(session: Session<C>): OfResources {
  return {
    UpgradeResourceState: ({ typeName, version, rawState }, caller) => {
      const resource = session.resource(typeName);
      return session.answer(caller, resource, undefined, async ({ diagnostics }) => {
        const json = rawState?.json ?? new Uint8Array();
        if (json.length === 0) diagnostics.error(notJson(typeName));
        else if (version !== resource.schema.version)
          diagnostics.error(ofOtherVersion(resource.schema, version));
        if (diagnostics.hasError) return {};
        show(session, resource, Buffer.from(json).toString('utf8'), diagnostics);
        return { upgradedState: { json } };
      });
    },
    // There is no earlier version of an identity yet, so that it refuses what a newer provider wrote.
    UpgradeResourceIdentity: ({ typeName, version, rawIdentity }, caller) => {
      const resource = session.resource(typeName);
      return session.answer(caller, resource, undefined, async ({ diagnostics }) => {
        const text = Buffer.from(rawIdentity?.json ?? []).toString('utf8');
        const stored = storedIdentity(resource, version, (type) => decodeJson(type, text));
        if ('identity' in stored) return { upgradedIdentity: encodedIdentity(resource, stored.identity) };
        diagnostics.error(stored.problem);
        return {};
      });
    },
    ReadResource: ({ typeName, currentState, private: stored }, caller) => {
      const resource = session.resource(typeName);
      const { schema } = resource;
      return session.answer(caller, resource, stored, async (call) => {
        const current = receivedObject(session, schema, currentState);
        const state = await readResource(resource, current, session.client, call);
        session.newObjects.markRefreshed(resource, current);
        return {
          newState: encodeObject(schema, state),
          private: call.privateState.bytes(),
          newIdentity: identityMessage(resource, state),
        };
      });
    },
    PlanResourceChange: (request, caller) => planned(session, request, caller),
    ApplyResourceChange: (request, caller) => {
      const resource = session.resource(request.typeName);
      const { schema } = resource;
      return session.answer(caller, resource, request.plannedPrivate, async (call) => {
        const prior = receivedObject(session, schema, request.priorState);
        const plan = receivedObject(session, schema, request.plannedState);
        const config = receivedConfig(session, schema, request.config);
        const { client } = session;
        if (client === undefined) call.diagnostics.error(notConfigured(request.typeName));
        const state =
          client === undefined
            ? prior
            : await applyResource(resource, { prior, planned: plan, config }, client, call);
        return {
          newState: encodeObject(schema, state),
          private: call.privateState.bytes(),
          newIdentity: identityMessage(resource, state),
        };
      });
    },
    ImportResourceState: (request, caller) => {
      const { typeName } = request;
      const resource = session.resource(typeName);
      return session.answer(caller, resource, undefined, async (call) => {
        const id = requestedId(resource, request);
        if (typeof id !== 'string') call.diagnostics.error(id);
        const state =
          typeof id === 'string' ? await importResource(resource, { id }, session.client, call) : undefined;
        if (state === undefined) return {};
        const identity = identityMessage(resource, state);
        const imported = { typeName, state: encodeObject(resource.schema, state), identity };
        return { importedResources: [{ ...imported, private: call.privateState.bytes() }] };
      });
    },
    // The engine calls this before it configures the provider (docs/internals/plugin-protocol.md 4.7). The private state of the
    // source is that of another provider.
    MoveResourceState: (request, caller) => {
      const resource = session.resource(request.targetTypeName);
      return session.answer(caller, resource, undefined, async (call) => {
        const source = {
          provider: request.sourceProviderAddress,
          type: request.sourceTypeName,
          version: request.sourceSchemaVersion,
          json: Buffer.from(request.sourceState?.json ?? []).toString('utf8'),
        };
        const moved = moveResource(resource, source, call);
        if (moved === undefined) return {};
        return {
          targetState: encodeObject(resource.schema, moved),
          targetPrivate: call.privateState.bytes(),
          targetIdentity: identityMessage(resource, moved),
        };
      });
    },
    // The engine writes what comes back as the block of an import (docs/internals/plugin-protocol.md 2.2).
    GenerateResourceConfig: ({ typeName, state }, caller) => {
      const resource = session.resource(typeName);
      const { schema } = resource;
      return session.answer(caller, resource, undefined, async () => {
        const config = generateConfig(resource, receivedObject(session, schema, state));
        return { config: encodeObject(schema, config) };
      });
    },
  };
}

function planned<C>(
  session: Session<C>,
  ...[request, caller]: Parameters<OfResources['PlanResourceChange']>
): ReturnType<OfResources['PlanResourceChange']> {
  const resource = session.resource(request.typeName);
  const { schema } = resource;
  const { newObjects } = session;
  return session.answer(caller, resource, request.priorPrivate, async (call) => {
    const { priorState, proposedNewState } = request;
    const prior = receivedObject(session, schema, priorState);
    // For most objects the engine proposes what is stored, byte for byte.
    const isAsStored = isSame(priorState, proposedNewState);
    const proposed = isAsStored ? prior : receivedObject(session, schema, proposedNewState);
    const config = receivedConfig(session, schema, request.config, (written) =>
      call.diagnostics.errors(refusedNames(schema, written, 'is refused')),
    );
    if (prior !== null) newObjects.markPlanned(resource, prior);
    // The second half of a replacement gets what the first one noted.
    const isNew = prior === null && (request.priorPrivate ?? []).length === 0;
    // Engines that have `-minimal-refresh` send the private data of the first plan at apply.
    const isFirst =
      request.clientCapabilities?.storePlannedPrivate === true && (request.plannedPrivate ?? []).length === 0;
    const given: PlanRequest = {
      prior,
      proposed,
      config,
      mayBeReadYet: isFirst && !newObjects.wasRefreshed(resource, prior),
      newObject: isNew ? newObjects.planned(resource, config, request.config?.msgpack) : newObject(),
    };
    const plan: PlanResult = call.diagnostics.hasError
      ? { planned: proposed, replace: [] }
      : await planResource(resource, given, session.client, call);
    return {
      plannedState:
        isAsStored && plan.planned === prior ? (priorState ?? {}) : encodeObject(schema, plan.planned),
      requiresReplace: [...plan.replace]
        .sort()
        .map((name) => ({ steps: attributePath(schema.attributes, [name]) })),
      plannedPrivate: call.privateState.bytes(),
      // That of a new object is complete only after apply, and the engine refuses one with unknown values.
      plannedIdentity: identityMessage(resource, prior),
    };
  });
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

/** The id to import by: an import block may have an identity instead (docs/internals/plugin-protocol.md 2.4). */
function requestedId<C>(
  resource: AnyResource<C>,
  { id, identity }: Message<'ImportResourceState.Request'>,
): string | Explanation {
  const type = identityType(resource);
  if (id !== '' || !identity?.identityData || !type) return id;
  return importIdOf(resource, decodeValue(type, identity.identityData));
}

function notJson(type: string): Explanation {
  return {
    message: `The state of this ${type} is not JSON: Terraform 0.11 or older wrote it.`,
    hint: 'Upgrade the state with Terraform 0.12 first.',
  };
}

/** No release has written states of another version yet; one that does brings the upgrade with it. */
function ofOtherVersion({ type, version: own }: ObjectSchema, version: number): Explanation {
  return {
    message: `The state of this ${type} has version ${version}; this provider reads version ${own}.`,
    hint:
      version > own
        ? 'A newer version of the provider wrote it. Use that version or a newer one.'
        : 'Remove the object from the state, and import it again.',
  };
}

function notConfigured(type: string): Explanation {
  return {
    message: `This ${type} was not applied, because the provider is not configured.`,
    hint: 'Give the provider a configuration that is known at apply time.',
  };
}
