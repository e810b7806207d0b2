import { readJsonTree, writeJsonTree } from '../values';
import type { Diagnostics } from './diagnostics';
import type { AnyResource } from './resource';

/**
 * Brings a stored state to the schema's version, one version at a time.
 *
 * @returns the state as JSON text; the very text that was given when the version is the schema's already
 */
export function upgradeState<C>(
  resource: AnyResource<C>,
  version: number,
  json: string,
  diagnostics: Diagnostics,
): string | undefined {
  const { schema } = resource;
  if (version === schema.version) return json;
  if (version > schema.version) {
    diagnostics.error({
      message: `The state of this ${schema.type} is of version ${version}; this provider reads version ${schema.version}.`,
      hint: 'A newer version of the provider wrote it. Use that one or a newer one.',
    });
    return undefined;
  }
  let state = readJsonTree(json) as Readonly<Record<string, unknown>>;
  for (let at = version; at < schema.version; at += 1) {
    const step = resource.upgradeState?.[at];
    if (!step) {
      diagnostics.error({
        message: `The state of this ${schema.type} is of version ${version}; this provider reads version ${schema.version} and has no upgrade from version ${at}.`,
        hint: 'Apply once with a version of the provider in between, which upgrades the state, then come back to this one.',
      });
      return undefined;
    }
    state = step(state);
  }
  return writeJsonTree(state);
}
