import type { JsonObject, Problem } from '../../schema';
import { Diagnostics, PrivateState, type AnyResource } from '../sdk/framework';
import type { Configured } from '../resources/configured';

/** What the import of an object leads to: its state, or why the provider refuses it. */
export type Imported = { readonly state: JsonObject } | { readonly refused: readonly Problem[] };

/** Keeps the errors as problems, with their codes. */
class Refusals extends Diagnostics {
  readonly problems: Problem[] = [];

  override error(problem: Parameters<Diagnostics['error']>[0]): void {
    this.problems.push({ code: 'import_refused', path: [], ...problem });
    super.error(problem);
  }
}

/**
 * Imports an object as the engine does, and keeps nothing of it: the state that results is what a plan compares a
 * configuration with.
 *
 * @throws ServiceError
 */
export async function importObject(
  resource: AnyResource<Configured>,
  id: string,
  client: Configured,
  signal: AbortSignal,
): Promise<Imported> {
  const diagnostics = new Refusals();
  const call = {
    client,
    diagnostics,
    privateState: PrivateState.from(undefined),
    signal,
    log: () => undefined,
  };
  const found = await resource.importState?.({ ...call, id, isMoved: false });
  if (!found || diagnostics.hasError) return { refused: diagnostics.problems };
  const nothing = Object.keys(resource.schema.attributes).map((name) => [name, null]);
  const stub = { ...Object.fromEntries(nothing), ...found } as Parameters<typeof resource.read>[0]['state'];
  const state = await resource.read({ ...call, state: stub });
  return state === null || diagnostics.hasError ? { refused: diagnostics.problems } : { state };
}
