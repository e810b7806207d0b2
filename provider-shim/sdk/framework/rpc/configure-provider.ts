import type { ProviderService } from '../../protocol';
import { toAuthor } from '../author-values';
import { Diagnostics } from '../diagnostics';
import { reportFailure } from '../failure';
import { diagnosticMessages } from './diagnostic-message';
import { receivedConfig } from './received';
import type { Session } from './session';

export function configureProvider<C>(session: Session<C>): ProviderService['configureProvider'] {
  return async (request) => {
    const { provider, log } = session;
    const diagnostics = new Diagnostics();
    const config = toAuthor(receivedConfig(session, provider.schema, request.config));
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
