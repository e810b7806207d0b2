import type { MessageInit, ProviderService } from '../../protocol';
import { Diagnostics, reportFailure } from '../diagnostics';
import { listedTooEarly, listObjects, type FoundObject, type ListRequest } from '../list-resource';
import { PrivateState } from '../private-state';
import type { AnyResource } from '../resource';
import { sentType } from '../schema-type';
import { diagnosticMessages } from './diagnostic-message';
import { encodeValue, receivedConfig } from './received';
import { identityMessage } from './identity-message';
import type { Session } from './session';

type Event = MessageInit<'ListResource.Event'>;

/** Answers with an event for each object, and one with the diagnostics if there is an error (docs/internals/plugin-protocol.md 2.5). */
export function listResource<C>(session: Session<C>): NonNullable<ProviderService['listResource']> {
  return (request, caller) =>
    session.run(caller, undefined, async (call) => {
      const found = session.listResource(request.typeName);
      const resource = session.resource(request.typeName);
      const config = receivedConfig(session, found.schema, request.config);
      const diagnostics = new Diagnostics();
      const wanted: ListRequest = {
        config,
        isWhole: request.includeResourceObject,
        limit: request.limit > 0 ? request.limit : Infinity,
      };
      const objects = await attempt(diagnostics, session, async () => {
        if (session.client !== undefined)
          return listObjects(found, resource, wanted, session.client, () => ({
            ...call,
            diagnostics,
            privateState: PrivateState.from(undefined),
          }));
        diagnostics.error(listedTooEarly(request.typeName));
        return [];
      });
      const diagnostic = diagnosticMessages(found.schema, diagnostics, session);
      const events = objects.map((object) => event(resource, object));
      const [first, ...rest] = events;
      // An event without an identity must have an error.
      if (diagnostics.hasError) return [...events, { diagnostic }];
      return first ? [{ ...first, diagnostic }, ...rest] : [];
    });
}

async function attempt<C>(
  diagnostics: Diagnostics,
  { log }: Session<C>,
  list: () => Promise<readonly FoundObject[]>,
): Promise<readonly FoundObject[]> {
  try {
    return await list();
  } catch (error) {
    reportFailure(error, diagnostics, log);
    return [];
  }
}

function event<C>(resource: AnyResource<C>, { displayName, stub, object }: FoundObject): Event {
  return {
    displayName,
    identity: identityMessage(resource, stub),
    ...(object === undefined ? {} : { resourceObject: encodeValue(sentType(resource.schema), object) }),
  };
}
