import type { ObjectSchema } from '../../../../schema/description';
import type { CallContext, Message, MessageInit, ProviderService } from '../../protocol';
import type { Log } from '../../text';
import { withDefaults } from '../defaults';
import { Diagnostics, reportFailure } from '../diagnostics';
import { listObjects, type FoundObject, type ListRequest, tooEarly } from '../list-resource';
import { PrivateState } from '../private-state';
import type { AnyProvider } from '../provider';
import type { Call } from '../resource';
import { readDataSource } from '../read';
import { refusedNames } from '../refused';
import { Secrets } from '../secrets';
import { validateConfig, type Validated } from '../validate';
import { diagnosticMessages, shown } from './diagnostic-message';
import type { Value } from '../../values';
import { identityMessage, identitySchemasReply } from './identity-message';
import { encodeObject, receivedConfig } from './received';
import { resourceAnswers } from './resource-answers';
import { providerSchemaReply, SERVER_CAPABILITIES } from './schema-message';
import { Session } from './session';

/** A provider's RPCs, and what follows the last of them. */
export type ServedProvider = ProviderService & {
  /** The engine is done with this process. */
  close(): void;
};

/**
 * Serves a provider over protocol 6: each RPC decodes, calls into the framework and encodes.
 *
 * @param redact called with every secret from the engine before its first use, so that no log line shows it
 */
export function createProviderService<C>(
  provider: AnyProvider<C>,
  log: Log,
  redact?: (secret: string) => void,
): ServedProvider {
  const session = new Session(provider, log, new Secrets(redact));
  const { resources, dataSources, listResources = [], actions = [] } = provider;
  const validating =
    (find: (typeName: string) => Validated) =>
    (request: ValidateRequest & { readonly typeName: string }, caller: CallContext) =>
      validated(session, find(request.typeName), request, caller);
  return {
    GetMetadata: async () => ({
      serverCapabilities: SERVER_CAPABILITIES,
      resources: typeNames(resources),
      dataSources: typeNames(dataSources),
      listResources: typeNames(listResources),
      actions: typeNames(actions),
    }),
    GetProviderSchema: async () => providerSchemaReply(provider),
    GetResourceIdentitySchemas: async () => identitySchemasReply(provider),
    GetFunctions: async () => ({}),
    ValidateProviderConfig: (request, caller) => {
      // A walk of the engine begins with the provider: to a debugged process, that is a new run.
      session.told.clear();
      return validated(session, provider, request, caller);
    },
    ValidateResourceConfig: validating(session.resource),
    ValidateDataResourceConfig: validating(session.dataSource),
    ValidateListResourceConfig: validating(session.listResource),
    ValidateActionConfig: validating(session.action),
    ConfigureProvider: (request, caller) =>
      session.answer(caller, provider, undefined, async ({ diagnostics }) => {
        const config = receivedConfig(session, provider.schema, request.config);
        // A debugged process is configured again for each command: what an earlier one made must not be used by mistake.
        session.close();
        try {
          session.client = provider.configure({
            config: config as Readonly<Record<string, unknown>>,
            engineVersion: request.terraformVersion,
            diagnostics,
            log,
            redact: (secret) => session.secrets.add(secret),
          });
        } catch (error) {
          reportFailure(error, diagnostics, log);
        }
        return {};
      }),
    StopProvider: async () => {
      session.stop();
      return {};
    },
    ...resourceAnswers(session),
    ...readingAnswers(session),
    ...actionAnswers(session),
    close: () => session.close(),
  };
}

function typeNames(
  served: readonly { readonly schema: ObjectSchema }[],
): readonly { readonly typeName: string }[] {
  return served.map(({ schema }) => ({ typeName: schema.type }));
}

interface ValidateRequest {
  readonly config: Message<'DynamicValue'> | undefined;
  /** Only a resource may meet an engine that lacks write-only attributes; then it is undefined or says so. */
  readonly clientCapabilities?: Message<'ClientCapabilities'> | undefined;
}

/** The validating RPCs differ in what they validate. An action is checked again, as its variables were unknown before. */
function validated<C>(
  session: Session<C>,
  described: Validated,
  request: ValidateRequest,
  caller: CallContext,
  act?: (config: Value, call: Call) => Promise<void> | undefined,
): Promise<{ readonly diagnostics: MessageInit<'Diagnostic'>[] }> {
  return session.answer(caller, described, undefined, async (call) => {
    const { diagnostics, log } = call;
    const written = receivedConfig(session, described.schema, request.config, (sent) =>
      diagnostics.errors(refusedNames(described.schema, sent, 'passes')),
    );
    const writeOnlyAllowed =
      !('clientCapabilities' in request) || request.clientCapabilities?.writeOnlyAttributesAllowed === true;
    try {
      validateConfig(described, { config: written, writeOnlyAllowed }, diagnostics);
      if (!diagnostics.hasError) await act?.(written, call);
    } catch (error) {
      reportFailure(error, diagnostics, log);
    }
    return {};
  });
}

type Reading = Pick<ProviderService, 'ReadDataSource' | 'ListResource'>;

/** The RPCs that change no resource: of data sources and lists. */
function readingAnswers<C>(session: Session<C>): Reading {
  return {
    ReadDataSource: ({ typeName, config }, caller) => {
      const source = session.dataSource(typeName);
      const { schema } = source;
      return session.answer(caller, source, undefined, async (call) => {
        const written = receivedConfig(session, schema, config);
        return { state: encodeObject(schema, await readDataSource(source, written, session.client, call)) };
      });
    },
    ListResource: async (request, caller, send) => {
      for (const event of await listed(session, request, caller)) await send(event);
    },
  };
}

/** An event for each object, and one with the diagnostics if there is an error (docs/internals/plugin-protocol.md 2.5). */
function listed<C>(
  session: Session<C>,
  { typeName, config, includeResourceObject, limit }: Message<'ListResource.Request'>,
  caller: CallContext,
): Promise<readonly MessageInit<'ListResource.Event'>[]> {
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
      if (session.client === undefined) diagnostics.error(tooEarly(typeName, 'listed'));
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

type Written = Readonly<Record<string, unknown>>;

/** The RPCs that plan and invoke actions. */
function actionAnswers<C>(session: Session<C>): Pick<ProviderService, 'PlanAction' | 'InvokeAction'> {
  return {
    PlanAction: (request, caller) => {
      const action = session.action(request.actionType);
      return validated(session, action, request, caller, (config, call) => {
        const { client } = session;
        return client && action.plan?.({ ...call, client, config: config as Written });
      });
    },
    InvokeAction: async (request, caller, send) => {
      const action = session.action(request.actionType);
      let isCompleted = false;
      const progress = async (text: string): Promise<void> => {
        if (!isCompleted) await send({ progress: { message: shown(text, session.secrets) } });
      };
      const completed = await validated(session, action, request, caller, async (written, call) => {
        const { client } = session;
        if (client === undefined) return call.diagnostics.error(tooEarly(action.schema.type, 'invoked'));
        const config = withDefaults(action.schema, written) as Written;
        await action.invoke({ ...call, client, progress, config }).catch((error: unknown) => {
          if (!call.signal.aborted) throw error;
          call.diagnostics.error(STOPPED_ACTION);
        });
      });
      isCompleted = true;
      await send({ completed });
    },
  };
}

const STOPPED_ACTION = {
  message: 'The run was stopped before this action finished.',
  hint: 'The next apply does not invoke it again, unless its resource changes: use -invoke.',
};
