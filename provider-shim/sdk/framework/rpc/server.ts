import type { ObjectSchema } from '../../../../schema/description';
import type { CallContext, Message, MessageInit, ProviderService } from '../../protocol';
import type { Log } from '../../text';
import { reportFailure } from '../diagnostics';
import type { AnyProvider } from '../provider';
import { refusedNames } from '../refused';
import { Secrets } from '../secrets';
import { validateConfig, type Validated } from '../validate';
import { identitySchemasReply } from './identity-message';
import { readingAnswers } from './reading-answers';
import { receivedConfig } from './received';
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
  const { resources, dataSources, ephemerals = [], listResources = [] } = provider;
  const validating =
    (find: (typeName: string) => Validated) =>
    (request: ValidateRequest & { readonly typeName: string }, caller: CallContext) =>
      validated(session, find(request.typeName), request, caller);
  return {
    GetMetadata: async () => ({
      serverCapabilities: SERVER_CAPABILITIES,
      resources: typeNames(resources),
      dataSources: typeNames(dataSources),
      ephemeralResources: typeNames(ephemerals),
      listResources: typeNames(listResources),
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
    ValidateEphemeralResourceConfig: validating(session.ephemeral),
    ValidateListResourceConfig: validating(session.listResource),
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
  /** Sent with resources alone, as nothing else has write-only attributes. */
  readonly clientCapabilities?: Message<'ClientCapabilities'> | undefined;
}

/** The validating RPCs, of a provider, a resource and so on, differ in what they validate only. */
function validated<C>(
  session: Session<C>,
  described: Validated,
  { config, clientCapabilities }: ValidateRequest,
  caller: CallContext,
): Promise<{ readonly diagnostics: MessageInit<'Diagnostic'>[] }> {
  return session.answer(caller, described, undefined, async ({ diagnostics, log }) => {
    const written = receivedConfig(session, described.schema, config, (sent) =>
      diagnostics.errors(refusedNames(described.schema, sent, 'passes')),
    );
    const writeOnlyAllowed = clientCapabilities?.writeOnlyAttributesAllowed === true;
    try {
      validateConfig(described, { config: written, writeOnlyAllowed }, diagnostics);
    } catch (error) {
      reportFailure(error, diagnostics, log);
    }
    return {};
  });
}
