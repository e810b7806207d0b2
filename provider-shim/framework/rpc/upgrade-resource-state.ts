import type { ProviderService } from '../../protocol';
import { Diagnostics } from '../diagnostics';
import { reportFailure } from '../failure';
import type { Log } from '../log';
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
        message: `The state of this ${typeName} is not JSON: it was written by Terraform 0.11 or older.`,
        hint: 'Upgrade the state with Terraform 0.12 first.',
      });
      return { diagnostics: diagnosticMessages(resource.schema, diagnostics, session.secrets) };
    }
    if (version === resource.schema.version) {
      note(session, resource, json);
      return { upgradedState: { json } };
    }
    const text = Buffer.from(json).toString('utf8');
    const upgraded = upgrade(resource, version, text, diagnostics, session.log);
    if (upgraded !== undefined) note(session, resource, Buffer.from(upgraded));
    return {
      ...(upgraded === undefined ? {} : { upgradedState: { json: Buffer.from(upgraded) } }),
      diagnostics: diagnosticMessages(resource.schema, diagnostics, session.secrets),
    };
  };
}

function note<C>({ client }: Session<C>, resource: AnyResource<C>, json: Uint8Array): void {
  if (!resource.noteStored || client === undefined) return;
  const state: unknown = JSON.parse(Buffer.from(json).toString('utf8'));
  if (typeof state === 'object' && state !== null)
    resource.noteStored(client, state as Record<string, unknown>);
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
