import { isRecord } from '../../../schema';
import type { ProviderService } from '../../protocol';
import { Diagnostics } from '../diagnostics';
import { reportFailure } from '../failure';
import type { Log } from '../../text';
import type { AnyResource } from '../resource';
import { upgradeState } from '../upgrade-state';
import { diagnosticMessages } from './diagnostic-message';
import type { Session } from './session';

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
      return { diagnostics: diagnosticMessages(resource.schema, diagnostics, session.secrets) };
    }
    const text = Buffer.from(json).toString('utf8');
    const upgraded = upgrade(resource, version, text, diagnostics, session.log);
    if (upgraded !== undefined) note(session, resource, upgraded, diagnostics);
    return {
      // What did not change goes back as the same bytes.
      ...(upgraded === undefined
        ? {}
        : { upgradedState: { json: upgraded === text ? json : Buffer.from(upgraded) } }),
      diagnostics: diagnosticMessages(resource.schema, diagnostics, session.secrets),
    };
  };
}

/**
 * Shows the stored object to the resource, unless the provider's configuration is unknown: then no client remembers
 * it.
 */
function note<C>(
  { client, log }: Session<C>,
  resource: AnyResource<C>,
  text: string,
  diagnostics: Diagnostics,
): void {
  if (!resource.onStoredState || client === undefined) return;
  try {
    const state: unknown = JSON.parse(text);
    if (isRecord(state)) resource.onStoredState(client, state);
  } catch (error) {
    reportFailure(error, diagnostics, log);
  }
}

function upgrade<C>(
  resource: AnyResource<C>,
  version: number,
  text: string,
  diagnostics: Diagnostics,
  log: Log,
): string | undefined {
  try {
    return upgradeState(resource, version, text, diagnostics);
  } catch (error) {
    reportFailure(error, diagnostics, log);
    return undefined;
  }
}
