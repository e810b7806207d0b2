import type { ProviderService } from '../../protocol';
import { newObject } from '../new-objects';
import { planResource } from '../plan-resource';
import { refusedNames } from '../refused';
import { sentType } from '../schema-type';
import { attributePath, diagnosticMessages } from './diagnostic-message';
import { encodeValue, isSame } from './dynamic-value';
import { identityMessage } from './identity-message';
import { receivedConfig, receivedObject } from './received';
import type { Session } from './session';

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
      const given = {
        ...{ prior, proposed, config },
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
