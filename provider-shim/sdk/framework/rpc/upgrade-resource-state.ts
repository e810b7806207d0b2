import { isRecord, type ObjectSchema } from '../../../../schema/description';
import type { ProviderService } from '../../protocol';
import { Diagnostics } from '../diagnostics';
import { reportFailure } from '../failure';
import type { AnyResource } from '../resource';
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
      return { diagnostics: diagnosticMessages(resource.schema, diagnostics, session) };
    }
    const text = Buffer.from(json).toString('utf8');
    const isReadable = isOfThisVersion(resource.schema, version, diagnostics);
    if (isReadable) show(session, resource, text, diagnostics);
    return {
      ...(isReadable ? { upgradedState: { json } } : {}),
      diagnostics: diagnosticMessages(resource.schema, diagnostics, session),
    };
  };
}

/** No release has written states of another version yet; one that does brings the upgrade with it. */
function isOfThisVersion(
  { type, version: own }: ObjectSchema,
  version: number,
  diagnostics: Diagnostics,
): boolean {
  if (version === own) return true;
  diagnostics.error({
    message: `The state of this ${type} has version ${version}; this provider reads version ${own}.`,
    hint:
      version > own
        ? 'A newer version of the provider wrote it. Use that version or a newer one.'
        : 'Remove the object from the state, and import it again.',
  });
  return false;
}

/**
 * Shows the stored object to the resource, unless the provider's configuration is unknown: then no client remembers
 * it.
 */
function show<C>(
  { client, log, newObjects }: Session<C>,
  resource: AnyResource<C>,
  text: string,
  diagnostics: Diagnostics,
): void {
  if (client === undefined) return;
  try {
    const state: unknown = JSON.parse(text);
    if (!isRecord(state)) return;
    newObjects.markShown(resource, state);
    resource.onStoredState?.(client, state);
  } catch (error) {
    reportFailure(error, diagnostics, log);
  }
}
