import { isRecord, type JsonObject } from '../../schema';
import { readJsonTree, ValueError, writeJsonTree } from '../values';
import type { Diagnostics } from './diagnostics';
import type { AnyResource } from './resource';

/**
 * Brings a stored state to the schema's version, one version at a time, and fills what it lacks.
 *
 * @returns the state as JSON text; the very text that was given when there is nothing to change
 */
export function upgradeState<C>(
  resource: AnyResource<C>,
  version: number,
  json: string,
  diagnostics: Diagnostics,
): string | undefined {
  const { schema } = resource;
  if (version === schema.version && !resource.completeState) return json;
  if (version > schema.version) {
    diagnostics.error({
      message: `The state of this ${schema.type} has version ${version}; this provider reads version ${schema.version}.`,
      hint: 'A newer version of the provider wrote it. Use that version or a newer one.',
    });
    return undefined;
  }
  const stored = storedAttributes(json);
  let state = stored;
  if (typeof state === 'string') {
    diagnostics.error({
      message: `The state of this ${schema.type} is damaged: ${state}.`,
      hint: 'Restore the state file from a backup, or remove the object from the state and import it again.',
    });
    return undefined;
  }
  for (let at = version; at < schema.version; at += 1) {
    const step = resource.upgradeState?.[at];
    if (!step) {
      diagnostics.error({
        message: `The state of this ${schema.type} has version ${version}; this provider reads version ${schema.version} and cannot upgrade from version ${at}.`,
        hint: 'Apply once with an intermediate version of the provider, which upgrades the state, then return to this one.',
      });
      return undefined;
    }
    state = step(state);
  }
  if (resource.completeState) state = resource.completeState(state);
  return state === stored ? json : writeJsonTree(state);
}

/** The attributes of a state as it is stored, or what is wrong with them. */
export function storedAttributes(json: string): JsonObject | string {
  try {
    const tree = readJsonTree(json);
    return isRecord(tree) ? tree : 'its attributes are not an object';
  } catch (error) {
    if (error instanceof ValueError) return error.message;
    throw error;
  }
}
