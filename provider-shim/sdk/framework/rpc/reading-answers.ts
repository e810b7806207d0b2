import type { MessageInit, ProviderService } from '../../protocol';
import { Diagnostics, reportFailure } from '../diagnostics';
import { closeEphemeral, openEphemeral, renewEphemeral } from '../ephemeral';
import { listedTooEarly, listObjects, type FoundObject, type ListRequest } from '../list-resource';
import { PrivateState } from '../private-state';
import { readDataSource } from '../read';
import { diagnosticMessages } from './diagnostic-message';
import { identityMessage } from './identity-message';
import { encodeObject, receivedConfig } from './received';
import type { Session } from './session';

type Reading = Pick<
  ProviderService,
  | 'ReadDataSource'
  | 'OpenEphemeralResource'
  | 'RenewEphemeralResource'
  | 'CloseEphemeralResource'
  | 'ListResource'
>;

/** The RPCs that change no resource: of data sources, ephemeral resources and lists. */
export function readingAnswers<C>(session: Session<C>): Reading {
  return {
    ReadDataSource: ({ typeName, config }, caller) => {
      const source = session.dataSource(typeName);
      const { schema } = source;
      return session.answer(caller, source, undefined, async (call) => {
        const written = receivedConfig(session, schema, config);
        return { state: encodeObject(schema, await readDataSource(source, written, session.client, call)) };
      });
    },
    OpenEphemeralResource: ({ typeName, config }, caller) => {
      const ephemeral = session.ephemeral(typeName);
      const { schema } = ephemeral;
      return session.answer(caller, ephemeral, undefined, async (call) => {
        const written = receivedConfig(session, schema, config);
        const opened = await openEphemeral(ephemeral, written, session.client, call);
        if (opened) session.secrets.learn(schema, opened.result);
        return {
          ...(opened && { result: encodeObject(schema, opened.result) }),
          ...renewal(opened?.renewAt),
          private: call.privateState.bytes(),
        };
      });
    },
    RenewEphemeralResource: ({ typeName, private: stored }, caller) => {
      const ephemeral = session.ephemeral(typeName);
      return session.answer(caller, ephemeral, stored, async (call) => ({
        ...renewal(await renewEphemeral(ephemeral, session.client, call)),
        private: call.privateState.bytes(),
      }));
    },
    CloseEphemeralResource: ({ typeName, private: stored }, caller) => {
      const ephemeral = session.ephemeral(typeName);
      return session.answer(caller, ephemeral, stored, async (call) => {
        await closeEphemeral(ephemeral, session.client, call);
        return {};
      });
    },
    ListResource: (request, caller) => listed(session, request, caller),
  };
}

function renewal(at: Date | undefined): { readonly renewAt?: MessageInit<'Timestamp'> } {
  if (!at) return {};
  const seconds = Math.floor(at.getTime() / 1000);
  return { renewAt: { seconds, nanos: (at.getTime() - seconds * 1000) * 1e6 } };
}

/** An event for each object, and one with the diagnostics if there is an error (docs/internals/plugin-protocol.md 2.5). */
function listed<C>(
  session: Session<C>,
  ...[{ typeName, config, includeResourceObject, limit }, caller]: Parameters<Reading['ListResource']>
): ReturnType<Reading['ListResource']> {
  const found = session.listResource(typeName);
  const resource = session.resource(typeName);
  return session.run(caller, undefined, async (call) => {
    const wanted: ListRequest = {
      config: receivedConfig(session, found.schema, config),
      isWhole: includeResourceObject,
      limit: limit > 0 ? limit : Infinity,
    };
    const diagnostics = new Diagnostics();
    let objects: readonly FoundObject[] = [];
    try {
      if (session.client === undefined) diagnostics.error(listedTooEarly(typeName));
      else
        objects = await listObjects(found, resource, wanted, session.client, () => ({
          ...call,
          diagnostics,
          privateState: PrivateState.from(undefined),
        }));
    } catch (error) {
      reportFailure(error, diagnostics, session.log);
    }
    const diagnostic = diagnosticMessages(found.schema, diagnostics, session);
    const events = objects.map(({ displayName, stub, object }) => ({
      displayName,
      identity: identityMessage(resource, stub),
      ...(object !== undefined && { resourceObject: encodeObject(resource.schema, object) }),
    }));
    const [first, ...rest] = events;
    // An event without an identity must have an error.
    if (diagnostics.hasError) return [...events, { diagnostic }];
    return first ? [{ ...first, diagnostic }, ...rest] : [];
  });
}
