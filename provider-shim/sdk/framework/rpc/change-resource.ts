import type { ProviderService } from '../../protocol';
import { newObject } from '../new-objects';
import { planResource, type PlanRequest } from '../plan-resource';
import { refusedNames } from '../refused';
import { sentType } from '../schema-type';
import { attributePath, diagnosticMessages } from './diagnostic-message';
import { encodeValue, isSame, receivedConfig, receivedObject } from './received';
import { identityMessage } from './identity-message';
import type { Session } from './session';
import { applyResource } from '../apply';

export function planResourceChange<C>(session: Session<C>): ProviderService['planResourceChange'] {
  return (request, caller) =>
    session.run(caller, request.priorPrivate, async (call) => {
      const resource = session.resource(request.typeName);
      const { schema } = resource;
      const { priorState, proposedNewState } = request;
      const prior = receivedObject(session, schema, priorState);
      // For most objects the engine proposes what is stored, byte for byte.
      const proposed = isSame(priorState, proposedNewState)
        ? prior
        : receivedObject(session, schema, proposedNewState);
      const config = receivedConfig(session, schema, request.config, (written) =>
        call.diagnostics.errors(refusedNames(schema, written, 'is refused')),
      );
      const { newObjects } = session;
      if (prior !== null) newObjects.markPlanned(resource, prior);
      const isNew = prior === null && call.privateState.bytes().length === 0;
      const given: PlanRequest = {
        prior,
        proposed,
        config,
        newObject: isNew ? newObjects.planned(resource, config, request.config?.msgpack) : newObject(),
      };
      const plan = call.diagnostics.hasError
        ? { planned: proposed, replace: [] }
        : await planResource(resource, given, session.client, call);
      return {
        plannedState: encodeValue(sentType(schema), plan.planned),
        requiresReplace: [...plan.replace]
          .sort()
          .map((name) => ({ steps: attributePath(schema.attributes, [name]) })),
        plannedPrivate: call.privateState.bytes(),
        // That of a new object is complete only after apply, and the engine refuses one with unknown values.
        plannedIdentity: identityMessage(resource, prior),
        diagnostics: diagnosticMessages(schema, call.diagnostics, session),
      };
    });
}

export function applyResourceChange<C>(session: Session<C>): ProviderService['applyResourceChange'] {
  return (request, caller) =>
    session.run(caller, request.plannedPrivate, async (call) => {
      const resource = session.resource(request.typeName);
      const { schema } = resource;
      const prior = receivedObject(session, schema, request.priorState);
      const planned = receivedObject(session, schema, request.plannedState);
      const config = receivedConfig(session, schema, request.config);
      if (session.client === undefined) {
        call.diagnostics.error({
          message: `This ${request.typeName} was not applied, because the provider is not configured.`,
          hint: 'Give the provider a configuration that is known at apply time.',
        });
      }
      const state =
        session.client === undefined
          ? prior
          : await applyResource(resource, { prior, planned, config }, session.client, call);
      return {
        newState: encodeValue(sentType(schema), state),
        private: call.privateState.bytes(),
        newIdentity: identityMessage(resource, state),
        diagnostics: diagnosticMessages(schema, call.diagnostics, session),
      };
    });
}
