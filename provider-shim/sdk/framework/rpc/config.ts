import type { Message, MessageInit, ProviderService } from '../../protocol';
import { Diagnostics, reportFailure } from '../diagnostics';
import { refusedNames } from '../refused';
import { validateConfig, type Validated, type ValidateRequest } from '../validate';
import { diagnosticMessages } from './diagnostic-message';
import { receivedConfig } from './received';
import type { Session } from './session';

interface Request {
  readonly config: Message<'DynamicValue'> | undefined;
  /** Sent with resources alone, as nothing else has write-only attributes. */
  readonly clientCapabilities?: Message<'ClientCapabilities'> | undefined;
}

/** The validating RPCs, of a provider, a resource and so on, differ in what they validate only. */
export function validationReply<C>(
  session: Session<C>,
  described: Validated,
  { config, clientCapabilities }: Request,
): { readonly diagnostics: MessageInit<'Diagnostic'>[] } {
  const { schema } = described;
  // A walk of the engine begins with the provider: to a debugged process, that is a new run.
  if (described === session.provider) session.told.clear();
  const diagnostics = new Diagnostics();
  const request: ValidateRequest = {
    config: receivedConfig(session, schema, config, (written) =>
      diagnostics.errors(refusedNames(schema, written, 'passes')),
    ),
    writeOnlyAllowed: clientCapabilities?.writeOnlyAttributesAllowed === true,
  };
  try {
    validateConfig(described, request, diagnostics);
  } catch (error) {
    reportFailure(error, diagnostics, session.log);
  }
  return { diagnostics: diagnosticMessages(schema, diagnostics, session) };
}

export function configureProvider<C>(session: Session<C>): ProviderService['configureProvider'] {
  return async (request) => {
    const { provider, log } = session;
    const diagnostics = new Diagnostics();
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
    return { diagnostics: diagnosticMessages(provider.schema, diagnostics, session) };
  };
}
